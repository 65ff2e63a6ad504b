import GLibBridge
import PlayerCore

extension Engine {
  /// Plays on another output from now on; what plays goes on there.
  public func setOutput(_ output: AudioOutput) {
    guard output != outputKind else { return }
    outputKind = output
    if openOutput != outputToOpen() { reload() }
  }

  /// Tells which sound devices there are: now, and whenever one comes or goes, until `nil` is given. `isDefault` tells
  /// the one that the automatic choice takes.
  public func watchDevices(_ onChange: (([OutputDevice]) -> Void)?) {
    onDevices = onChange
    if onChange != nil {
      startDevices()
      onChange?(devices?.all ?? [])
    } else if case .device = outputKind {
      // Still needed to see it go.
    } else {
      devices?.stop()
      devices = nil
    }
  }

  private func startDevices() {
    guard devices == nil else { return }
    do throws(PlaybackError) {
      devices = try OutputDevices { [weak self] in self?.devicesChanged() }
    } catch {
      Log.info("no list of sound devices: \(error.details)")
    }
  }

  /// The wanted output, or what stands in for a device that isn't there.
  func outputToOpen() -> AudioOutput {
    guard case .device(let id) = outputKind else { return outputKind }
    startDevices()
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
