import CGLib
import Desktop
import GLibBridge
import PlayerCore

private let description = """
  <node><interface name="org.freedesktop.Notifications">
    <method name="Notify">
      <arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
      <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
      <arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/>
    </method>
    <method name="CloseNotification"><arg type="u" direction="in"/></method>
  </interface></node>
  """

@MainActor
let notificationCases: Cases = [
  "aTrackThatStartsIsToldOnceAndTakenBack": {
    let desktop = try BusConnection.open(address: busAddress())
    var told: [String] = []
    let token = try desktop.export(
      "/org/freedesktop/Notifications", interface: "org.freedesktop.Notifications", of: description,
      BusHandlers(method: { name, arguments, invocation in
        if name == "Notify" {
          told.append("\(arguments[3]?.string ?? "")|\(arguments[4]?.string ?? "")")
          told.append(
            "\(arguments[5]?.strings ?? [])|\(arguments[6]?.dictionary?["image-path"]?.string ?? "")")
          invocation.reply(.tuple(.uint32(7)))
        } else {
          told.append("closed \(arguments)")
          invocation.reply()
        }
      }))
    let name = try await Probe.own("org.freedesktop.Notifications", on: desktop)
    let application = Object(
      adopting: UnsafeMutableRawPointer(
        g_application_new("io.github.nagara_player.Test", GApplicationFlags(rawValue: 0))!))
    expect(g_application_register(application.pointer(), nil, nil) != 0, "not registered")

    let tracks = [
      TrackID(1): Track(
        id: TrackID(1), source: .stream("http://x"), title: "One & <b>", artists: ["A", "B"], album: "C"),
      TrackID(2): Track(id: TrackID(2), source: .file(FilePath("/x/two.flac")!)),
    ]
    var isFocused = false
    let notification = TrackNotification(
      application: application, track: { tracks[$0] },
      artwork: { $0.title == nil ? nil : FilePath("/covers/1.png") }, isWanted: { !isFocused })
    var state = PlayerState()
    @MainActor func send(_ action: PlayerAction) {
      let old = state
      _ = reduce(&state, action)
      notification.update(old, state)
    }
    send(.playContext([TrackID(1), TrackID(2)], context: nil, start: 0, shuffled: false))
    let first = [
      "One & <b>|A, B\nC", "[\"app.play-pause\", \"Pause\", \"app.next\", \"Next\"]|/covers/1.png",
    ]
    try await Probe.wait(for: "the first") { told.count >= 2 }
    expect(told.first == first[0], "\(told)")
    expect(
      told.last?.hasSuffix("|/covers/1.png") == true && told.last?.contains("\"Next\"") == true, "\(told)")
    told = []
    send(.pause)
    send(.play)
    send(.setVolume(0.5))
    isFocused = true
    send(.next)
    isFocused = false
    send(.previous)
    try await Probe.wait(for: "the third") { told.count >= 2 }
    expectEqual(told.first, first[0])
    told = []
    send(.stop)
    try await Probe.wait(for: "the end") { told.count >= 1 }
    expectEqual(told, ["closed (uint32 7,)"])
    name.end()
    token.end()
  },

  "aNotificationNamesTheStreamBelowItsSong": {
    let radio = Track(id: TrackID(1), source: .stream("http://x/live"), title: "Radio")
    expectEqual(TrackNotification.text(radio).title, "Radio")
    expectEqual(TrackNotification.text(radio).body, nil)
    expectEqual(TrackNotification.text(radio, streamTitle: "Song").title, "Song")
    expectEqual(TrackNotification.text(radio, streamTitle: "Song").body, "Radio")
    let bare = Track(id: TrackID(2), source: .file(FilePath("/a/b.flac")!), albumArtists: ["Z"])
    expectEqual(TrackNotification.text(bare).title, "b.flac")
    expectEqual(TrackNotification.text(bare).body, "Z")
  },
]
