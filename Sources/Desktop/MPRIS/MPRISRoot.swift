import GLibBridge
import PlayerCore

extension MPRISService {
  var rootHandlers: BusHandlers {
    BusHandlers(
      method: { [weak self] name, _, invocation in
        // The answer first: there is nobody to give it after Quit.
        invocation.reply()
        self?.bus?.flush()
        if name == "Raise" { self?.host.raise() } else { self?.host.quit() }
      },
      property: { [weak self] in self?.rootProperty($0) },
      setProperty: { (name: String, _: Variant) throws(DBusError) in
        throw .notSupported("\(name) can't be set: CanSetFullscreen is false")
      })
  }

  private func rootProperty(_ name: String) -> Variant? {
    switch name {
    case "CanQuit", "CanRaise", "HasTrackList": .bool(true)
    case "Fullscreen", "CanSetFullscreen": .bool(false)
    case "Identity": .string(host.identity)
    case "DesktopEntry": .string(host.desktopEntry)
    case "SupportedUriSchemes": .strings(host.uriSchemes)
    case "SupportedMimeTypes": .strings(host.mimeTypes)
    default: nil
    }
  }

  /// What a URI that came over the bus names.
  func source(_ uri: String) throws(DBusError) -> MediaSource {
    let scheme = uri.prefix { $0 != ":" }
    guard scheme.count < uri.count, host.uriSchemes.contains(scheme.lowercased()) else {
      throw .notSupported("This kind of address isn't supported: \(uri)")
    }
    let source = MediaSource(uri: uri)
    guard scheme.lowercased() != "file" || source.path != nil else {
      throw .invalidArguments("This address names no file of this computer: \(uri)")
    }
    return source
  }
}
