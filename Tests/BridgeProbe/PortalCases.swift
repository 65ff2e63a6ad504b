import GLibBridge

private let namespace = "org.freedesktop.appearance"
private let interface = "org.freedesktop.portal.Settings"
private let path: ObjectPath = "/org/freedesktop/portal/desktop"
private let description = """
  <node><interface name="org.freedesktop.portal.Settings">
    <method name="ReadAll">
      <arg type="as" direction="in"/><arg type="a{sa{sv}}" direction="out"/>
    </method>
    <signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
  </interface></node>
  """

@MainActor
let portalCases: Cases = [
  "thePortalSaysHowTheDesktopLooks": {
    let desktop = try BusConnection.open(address: busAddress())
    let ours = try BusConnection.open(address: busAddress())
    let token = try desktop.export(
      path, interface: interface, of: description,
      BusHandlers(method: { _, _, invocation in
        let values = Variant(
          parsing: "({'\(namespace)': {'color-scheme': <uint32 1>, 'accent-color': <(0.5, 0.25, 1.0)>}},)",
          type: "(a{sa{sv}})")
        invocation.reply(values!)
      }))
    let name = try await Probe.own("org.freedesktop.portal.Desktop", on: desktop)
    let portal = await AppearancePortal.connect(ours)
    expectEqual(portal?.appearance.colorScheme, .dark)
    expectEqual(portal?.appearance.accent, .init(red: 0.5, green: 0.25, blue: 1))
    expectEqual(portal?.appearance.highContrast, false)

    var heard = 0
    portal?.onChange = { _ in heard += 1 }
    @MainActor func change(_ key: String, _ value: Variant, in space: String = namespace) {
      desktop.emit(
        path, interface, "SettingChanged", .tuple(.string(space), .string(key), .boxed(value)))
    }
    change("contrast", .uint32(1))
    change("contrast", .uint32(1))
    change("color-scheme", .uint32(99))
    change("accent-color", .tuple(.double(-1), .double(0), .double(0)))
    change("color-scheme", .uint32(2), in: "elsewhere")
    change("unknown", .string("x"))
    change("contrast", .string("not a number"))
    try await Probe.wait(for: "the last change") { portal?.appearance.highContrast == false && heard == 4 }
    expectEqual(portal?.appearance, DesktopAppearance())
    name.end()
    token.end()
  },

  "withoutAPortalThereIsNoAnswer": {
    let ours = try BusConnection.open(address: busAddress())
    let portal = await AppearancePortal.connect(ours)
    expect(portal == nil, "a portal from nowhere")
  },
]
