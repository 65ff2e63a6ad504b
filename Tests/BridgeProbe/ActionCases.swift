import CGLib
import GLibBridge

@MainActor
let actionCases: Cases = [
  "actionsGetWhatTheyAreStartedWith": {
    await Probe.leavesNothingBehind {
      let group = ActionGroup()
      var got: [String] = []
      group.add(SimpleAction("plain") { got.append("plain \($0.map(\.description) ?? "-")") })
      group.add(SimpleAction("tab", parameter: "s") { got.append("tab \($0?.string ?? "-")") })
      group.activateAction("plain")
      group.activateAction("tab", .string("home"))
      // Wrong types and names are for nobody.
      group.activateAction("tab")
      group.activateAction("tab", .int32(1))
      group.activateAction("plain", .string("x"))
      group.activateAction("nothing")
      expectEqual(got, ["plain -", "tab home"])
      group.removeAction("plain")
      group.activateAction("plain")
      expectEqual(got.count, 2)
    }
  },

  "aStateChangesOnlyAsItsHandlerDecides": {
    let shuffle = SimpleAction("shuffle", state: .bool(false)) { _ in }
    var asked: [Variant] = []
    var repeats: SimpleAction?
    let mode = SimpleAction("repeat", state: .string("off")) { value in
      asked.append(value)
      if value.string != "bad" { repeats?.state = value }
    }
    repeats = mode
    mode.requestState(.string("all"))
    mode.requestState(.string("bad"))
    mode.requestState(.int32(5))
    mode.activate(.string("one"))
    expectEqual(asked, [.string("all"), .string("bad"), .string("one")])
    expectEqual(mode.state, .string("one"))
    shuffle.activate()
    expectEqual(shuffle.state, .bool(false))
  },

  "aReadOnlyActionRefusesWrites": {
    let layout = SimpleAction("layout", readOnly: .string("{}"))
    layout.activate()
    layout.requestState(.string("forged"))
    let group = ActionGroup()
    group.add(layout)
    let forged = Variant.string("forged")
    g_action_group_change_action_state(group.opaque, "layout", forged.raw)
    group.activateAction("layout", .string("forged"))
    expectEqual(layout.state, .string("{}"))
    layout.state = .string("{\"tab\":\"home\"}")
    expectEqual(layout.state, .string("{\"tab\":\"home\"}"))
  },
]
