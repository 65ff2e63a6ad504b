import CGLib
import GLibBridge
import Glibc

private let path: ObjectPath = "/test/Object"
private let interface = "test.Interface"
private let description = """
  <node><interface name="test.Interface">
    <method name="Twice"><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
    <method name="Later"><arg type="x" direction="out"/></method>
    <method name="Refuse"/><method name="Forget"/><method name="Never"/>
    <signal name="Happened"><arg type="i"/></signal>
    <property name="Level" type="d" access="readwrite"/>
    <property name="Fixed" type="s" access="read"/>
    <property name="Missing" type="s" access="read"/>
  </interface></node>
  """

/// An object of ours and a second connection that calls it.
@MainActor
private final class Scene {
  let server: BusConnection
  let client: BusConnection
  var level = 0.5
  var held: Invocation?
  private var token: BusToken?

  init() throws(DBusError) {
    server = try BusConnection.open(address: busAddress())
    client = try BusConnection.open(address: busAddress())
    token = try server.export(
      path, interface: interface, of: description,
      BusHandlers(
        method: { [weak self] name, arguments, invocation in
          switch name {
          case "Twice": invocation.reply(.tuple(.string((arguments[0]?.string ?? "") + "!")))
          case "Later":
            Task {
              try? await Task.sleep(nanoseconds: 1_000_000)
              invocation.reply(.tuple(.int64(1 << 40)))
            }
          case "Refuse": invocation.fail(DBusError(name: "test.Refused", message: "not today"))
          case "Never": self?.held = invocation
          default: break
          }
        },
        property: { [weak self] name in
          switch name {
          case "Level": self.map { .double($0.level) }
          case "Fixed": .string("here")
          default: nil
          }
        },
        setProperty: { [weak self] (name: String, value: Variant) throws(DBusError) in
          guard let level = value.double, (0...1).contains(level) else {
            throw .invalidArguments("0 to 1")
          }
          self?.level = level
        }))
  }

  func call(_ method: String, _ arguments: Variant = .tuple(), reply: String? = nil) async -> String {
    do throws(DBusError) {
      return try await client.call(server.uniqueName, path, interface, method, arguments, reply: reply)
        .description
    } catch { return error.name }
  }

  func end() {
    token?.end()
    token = nil
    client.close()
    server.close()
  }
}

/// A second bus address of this process's session bus.
@MainActor func busAddress() -> String { String(cString: getenv("DBUS_SESSION_BUS_ADDRESS")!) }

@MainActor
let busCases: Cases = [
  "methodsAreAnsweredOnceAndOnlyWithTheirTypes": {
    let scene = try Scene()
    let error = "org.freedesktop.DBus.Error."
    expectEqual(await scene.call("Twice", .tuple(.string("a"))), "('a!',)")
    expectEqual(await scene.call("Later"), "(int64 1099511627776,)")
    expectEqual(await scene.call("Refuse"), "test.Refused")
    expectEqual(await scene.call("Forget"), error + "Failed")
    expectEqual(await scene.call("Twice", .tuple(.int32(1))), error + "InvalidArgs")
    expectEqual(await scene.call("Twice"), error + "InvalidArgs")
    expectEqual(await scene.call("Nothing"), error + "UnknownMethod")
    // An answer of another type than the caller expects is an error for it.
    expectEqual(await scene.call("Twice", .tuple(.string("a")), reply: "(x)"), error + "Failed")
    scene.end()
  },

  "anErrorSaysWhatTheOtherSideSaid": {
    let scene = try Scene()
    do throws(DBusError) {
      _ = try await scene.client.call(scene.server.uniqueName, path, interface, "Refuse")
    } catch { expectEqual(error, DBusError(name: "test.Refused", message: "not today")) }
    do throws(DBusError) {
      _ = try await scene.client.call("test.Nobody", path, interface, "Refuse")
    } catch { expect(error.isUnknownService, "\(error)") }
    scene.end()
  },

  "aCallEndsWithItsTask": {
    let scene = try Scene()
    let call = Task { await scene.call("Never") }
    try await Probe.wait(for: "the call") { scene.held != nil }
    call.cancel()
    expectEqual(await call.value, "io.github.nagara_player.Cancelled")
    scene.held?.reply()
    expectEqual(await scene.call("Later"), "(int64 1099511627776,)")
    scene.end()
  },

  "propertiesAreReadAndWrittenAsDescribed": {
    let scene = try Scene()
    let name = scene.server.uniqueName
    func write(_ property: String, _ value: Variant) async -> String {
      do throws(DBusError) {
        try await scene.client.setProperty(name, path, interface, property, value)
        return "ok"
      } catch { return String(error.name.split(separator: ".").last ?? "") }
    }
    expectEqual(try await scene.client.property(name, path, interface, "Level"), .double(0.5))
    expectEqual(await write("Level", .double(0.25)), "ok")
    expectEqual(await write("Level", .double(7)), "InvalidArgs")
    expectEqual(await write("Level", .string("x")), "InvalidArgs")
    expectEqual(await write("Fixed", .string("x")), "InvalidArgs")
    expectEqual(await write("Nothing", .string("x")), "InvalidArgs")
    expectEqual(scene.level, 0.25)
    let all = try await scene.client.call(
      name, path, "org.freedesktop.DBus.Properties", "GetAll", .tuple(.string(interface)))
    // One without a value now is left out.
    expectEqual(all[0]?.dictionary, ["Level": .double(0.25), "Fixed": .string("here")])
    do throws(DBusError) {
      _ = try await scene.client.property(name, path, interface, "Missing")
      Probe.fail("a value from nowhere")
    } catch { expectEqual(error.name, "org.freedesktop.DBus.Error.Failed") }
    scene.end()
  },

  "signalsReachThoseWhoListen": {
    let scene = try Scene()
    var heard: [String] = []
    let token = scene.client.subscribe(
      sender: scene.server.uniqueName, path: path, interface: interface, member: "Happened"
    ) { heard.append("\($0.member)\($0.arguments)") }
    let properties = scene.client.subscribe(
      interface: "org.freedesktop.DBus.Properties", first: interface
    ) { heard.append("\($0.arguments)") }
    _ = await scene.call("Later")  // the bus knows what we want by then
    scene.server.emit(path, interface, "Happened", .tuple(.int32(1)))
    scene.server.emit(path, interface, "Other", .tuple(.int32(2)))
    scene.server.emitPropertiesChanged(path, interface, ["Level": .double(1)], invalidated: ["Fixed"])
    scene.server.emitPropertiesChanged(path, interface, [:])
    scene.server.emitPropertiesChanged(path, "test.Elsewhere", ["Level": .double(1)])
    _ = await scene.call("Later")
    token.end()
    scene.server.emit(path, interface, "Happened", .tuple(.int32(3)))
    _ = await scene.call("Later")
    expectEqual(heard, ["Happened(1,)", "('test.Interface', {'Level': <1.0>}, ['Fixed'])"])
    properties.end()
    scene.end()
  },

  "aNameIsHeldByItsTokenAndPassedOn": {
    let scene = try Scene()
    var log: [String] = []
    let first = scene.server.own("test.Name", acquired: { log.append("1+") }, lost: { log.append("1-") })
    try await Probe.wait(for: "the name") { log == ["1+"] }
    let second = scene.client.own("test.Name", acquired: { log.append("2+") }, lost: { log.append("2-") })
    try await Probe.wait(for: "the refusal") { log == ["1+", "2-"] }
    first.end()
    try await Probe.wait(for: "the name at the second") { log.last == "2+" }
    second.end()
    scene.end()
  },

  "aBusLeavesNothingBehind": {
    try await Probe.leavesNothingBehind {
      let scene = try Scene()
      let token = scene.client.subscribe(interface: interface) { _ in }
      let name = scene.server.own("test.Name")
      _ = await scene.call("Twice", .tuple(.string("a")))
      _ = await scene.call("Forget")
      token.end()
      name.end()
      scene.end()
      try await Task.sleep(nanoseconds: 5_000_000)
    }
  },

  "theProgramOutlivesItsBus": {
    let bus = await BusConnection.session()
    expect(bus?.isClosed == false, "a session")
    let other = try BusConnection.open(address: busAddress())
    other.close()
    try await Probe.wait(for: "the end") { other.isClosed }
    other.emit(path, interface, "Happened", .tuple(.int32(1)))
    do throws(DBusError) {
      _ = try await other.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId")
      Probe.fail("an answer from nowhere")
    } catch {}
    // GLib ends the process when the shared connection closes, unless it was told not to.
    bus?.close()
    try await Probe.wait(for: "the end") { bus?.isClosed == true }
    await Probe.settle()
  },

  "withoutABusThereIsNoConnection": {
    setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", 1)
    let session = await BusConnection.session()
    expect(session == nil, "a session")
    do throws(DBusError) {
      _ = try BusConnection.open(address: "unix:path=/nonexistent/bus")
      Probe.fail("a connection")
    } catch {}
  },

  "noOneOnTheBusWritesAReadOnlyAction": {
    let scene = try Scene()
    let group = ActionGroup()
    group.add(SimpleAction("layout", readOnly: .string("{}")))
    var started: [String] = []
    group.add(SimpleAction("tab", parameter: "s") { started.append($0?.string ?? "-") })
    let id = g_dbus_connection_export_action_group(scene.server.opaque, path.string, group.opaque, nil)
    func call(_ method: String, _ arguments: Variant...) async throws {
      _ = try await scene.client.call(
        scene.server.uniqueName, path, "org.gtk.Actions", method, .tuple(arguments))
    }
    try await call("SetState", .string("layout"), .boxed(.string("forged")), .dictionary([:]))
    try await call("Activate", .string("layout"), Variant.array(of: "v", []), .dictionary([:]))
    try await call(
      "Activate", .string("tab"), Variant.array(of: "v", [.boxed(.string("home"))]), .dictionary([:]))
    let described = try await scene.client.call(
      scene.server.uniqueName, path, "org.gtk.Actions", "Describe", .tuple(.string("layout")))
    expectEqual(described.description, "((true, signature '', [<'{}'>]),)")
    expectEqual(started, ["home"])
    g_dbus_connection_unexport_action_group(scene.server.opaque, id)
    scene.end()
  },
]
