import GLibBridge
import PlayerCore

extension Engine {
  /// Plays on another output from now on; what plays goes on there.
  public func setOutput(_ output: AudioOutput) {
    guard output != outputKind else { return }
    outputKind = output
    guard current != nil else { return }
    whenReady { [weak self] _ in
      guard let self, current != nil, openOutput != outputToOpen() else { return }
      reload()
    }
  }

  /// Tells which sound devices there are: now, and whenever one comes or goes, until `nil` is given. `isDefault` tells
  /// the one that the automatic choice takes.
  public func watchDevices(_ onChange: (([OutputDevice]) -> Void)?) {
    onDevices = onChange
    if onChange != nil {
      GStreamer.whenReady { [weak self] error in
        guard let self, onDevices != nil else { return }
        if let error { return Log.info("no list of sound devices: \(error.details)") }
        startDevices().whenListed { [weak self] in
          guard let self else { return }
          onDevices?(devices?.all ?? [])
        }
      }
    } else if case .device = outputKind {
      // Still needed to see it go.
    } else {
      devices?.stop()
      devices = nil
    }
  }

  private func startDevices() -> OutputDevices {
    if let devices { return devices }
    let made = OutputDevices { [weak self] in self?.devicesChanged() }
    devices = made
    return made
  }

  private var hasChosenDevice: Bool { if case .device = outputKind { true } else { false } }

  /// Whether there is all that opening takes: GStreamer, and where a device was chosen the list of them.
  var isReady: Bool { GStreamer.isReady && (!hasChosenDevice || devices?.isListed == true) }

  /// Calls `body` once `isReady`, at once if it is, or with why that can't be.
  func whenReady(_ body: @escaping @MainActor (PlaybackError?) -> Void) {
    GStreamer.whenReady { [weak self] error in
      guard let self, error == nil, hasChosenDevice else { return body(error) }
      startDevices().whenListed { body(nil) }
    }
  }

  /// The wanted output, or what stands in for a device that isn't there.
  func outputToOpen() -> AudioOutput {
    guard case .device(let id) = outputKind else { return outputKind }
    return devices?.all.contains { $0.id == id } == true ? outputKind : .automatic
  }

  private func devicesChanged() {
    let all = devices?.all ?? []
    if case .device(let id)? = openOutput, !all.contains(where: { $0.id == id }), current != nil {
      deviceFailed(
        PlaybackError(.noDevice, reason: "The sound device was removed.", details: "\(id) is gone"))
    }
    onDevices?(all)
  }
}
