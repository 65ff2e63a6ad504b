import CGStreamer
import GLibBridge
import PlayerCore

/// A sound device that can be chosen.
public struct OutputDevice: Hashable, Sendable, Identifiable {
  /// Names it in the settings: the same after it was unplugged and plugged in again.
  public let id: String
  /// For people.
  public let name: String
  /// Whether the desktop plays on it unless told otherwise.
  public let isDefault: Bool
}

/// The sound devices that are here now, as the desktop's sound server (or ALSA) tells.
///
/// Costs a connection to the sound server, hence only for who shows the list or has chosen a device.
@MainActor
final class OutputDevices {
  private let monitor: Object
  private let onChange: @MainActor () -> Void
  private(set) var all: [OutputDevice] = []
  /// Whether `all` tells.
  private(set) var isListed = false
  private var waiting: [@MainActor () -> Void] = []
  private var isStopped = false

  /// - Parameter onChange: called when a device came or went, once they are listed.
  init(onChange: @escaping @MainActor () -> Void) {
    self.onChange = onChange
    monitor = Object(adopting: UnsafeMutableRawPointer(gst_device_monitor_new()))
    let caps = gst_caps_new_empty_simple("audio/x-raw")
    gst_device_monitor_add_filter(monitor.pointer(), "Audio/Sink", caps)
    gst_caps_unref(caps)
    let bus = gst_device_monitor_get_bus(monitor.pointer())!
    let call: GstBusFunc = { _, _, data in
      MainActor.assumeIsolated { HandlerBox<WeakDevices>.value(in: data).devices?.look() }
      return 1
    }
    gst_bus_add_watch_full(
      bus, G_PRIORITY_DEFAULT, call, HandlerBox(WeakDevices(self)).handOver(), destroyBox)
    gst_object_unref(bus)
    // It waits for the sound server.
    DetachedThread.run("devices") { [monitor, self] in
      // Fails where there is no provider at all; the list is empty then.
      gst_device_monitor_start(monitor.pointer())
      postToMainLoop { self.started() }
    }
  }

  private func started() {
    isListed = true
    all = list().map(\.device)
    if isStopped { gst_device_monitor_stop(monitor.pointer()) }
    let bodies = waiting
    waiting = []
    for body in bodies { body() }
  }

  /// Calls `body` once `all` tells which devices there are, at once if it does.
  func whenListed(_ body: @escaping @MainActor () -> Void) {
    if isListed { body() } else { waiting.append(body) }
  }

  /// Ends the watch; the list stays as it is.
  func stop() {
    isStopped = true
    let bus = gst_device_monitor_get_bus(monitor.pointer())
    gst_bus_remove_watch(bus)
    gst_object_unref(bus)
    if isListed { gst_device_monitor_stop(monitor.pointer()) }
  }

  fileprivate final class WeakDevices: Sendable {
    @MainActor weak var devices: OutputDevices?

    @MainActor init(_ devices: OutputDevices) { self.devices = devices }
  }

  private func look() {
    guard isListed else { return }
    let now = list().map(\.device)
    guard now != all else { return }
    all = now
    onChange()
  }

  /// A sink on this device; `nil` if it isn't here.
  func sink(_ id: String) -> Object? {
    guard let found = list().first(where: { $0.device.id == id }),
      let element = gst_device_create_element(found.object.pointer(), nil)
    else { return nil }
    return Object(adopting: element)
  }

  private func list() -> [(device: OutputDevice, object: Object)] {
    var found: [(OutputDevice, Object)] = []
    let devices = gst_device_monitor_get_devices(monitor.pointer())
    defer { g_list_free(devices) }
    var place = devices
    while let node = place {
      let object = Object(adopting: node.pointee.data)
      found.append((OutputDevices.describe(object), object))
      place = node.pointee.next
    }
    return found
  }

  private static func describe(_ device: Object) -> OutputDevice {
    let label = gst_device_get_display_name(device.pointer())
    defer { g_free(label) }
    let name = label.map { String(cString: $0) } ?? ""
    var isDefault: gboolean = 0
    if let properties = gst_device_get_properties(device.pointer()) {
      gst_structure_get_boolean(properties, "is-default", &isDefault)
      gst_structure_free(properties)
    }
    return OutputDevice(id: internalName(device) ?? name, name: name, isDefault: isDefault != 0)
  }

  /// The sound server's own name for it.
  private static func internalName(_ device: Object) -> String? {
    guard nagara_has_property(device.pointer(), "internal-name") != 0 else { return nil }
    var value = GValue()
    g_value_init(&value, GType(16 << 2))  // G_TYPE_STRING
    defer { g_value_unset(&value) }
    g_object_get_property(device.pointer(), "internal-name", &value)
    return g_value_get_string(&value).map { String(cString: $0) }
  }
}
