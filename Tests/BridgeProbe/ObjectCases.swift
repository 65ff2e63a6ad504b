import CGLib
import Dispatch
import GLibBridge

@MainActor private let parameter = Signal<() -> Void>(notify: "enabled")

@MainActor
let objectCases: Cases = [
  "handlersEndWithTheirEmitter": {
    await Probe.leavesNothingBehind {
      var calls = 0
      let action = SimpleAction("a") { _ in calls += 1 }
      action.connect(parameter) { calls += 10 }
      action.activate()
      action.isEnabled = false
      expectEqual(calls, 11)
    }
  },

  "aDroppedTokenDisconnects": {
    let action = SimpleAction("a") { _ in }
    await Probe.leavesNothingBehind {
      var calls = 0
      var token: Connection? = action.observe(parameter) { calls += 1 }
      expect(token != nil, "made")
      action.isEnabled.toggle()
      token = nil
      action.isEnabled.toggle()
      expectEqual(calls, 1)
      let other = action.observe(parameter) { calls += 100 }
      other.disconnect()
      other.disconnect()
      action.isEnabled.toggle()
      expectEqual(calls, 1)
    }
  },

  "aTokenDroppedOnAnotherThreadDisconnects": {
    let action = SimpleAction("a") { _ in }
    await Probe.leavesNothingBehind {
      var calls = 0
      let ended = Task.detached { [token = action.observe(parameter) { calls += 1 }] in _ = token }
      await ended.value
      await Probe.settle()
      action.isEnabled.toggle()
      expectEqual(calls, 0)
    }
  },

  "aReferenceDroppedOnAnotherThreadEndsOnTheMainOne": {
    await Probe.leavesNothingBehind {
      var object: Object? = ActionGroup()
      let weak = WeakObject(object!)
      let ended = Task.detached { [object] in _ = object }
      object = nil
      await ended.value
      await Probe.settle()
      expect(!weak.isAlive, "still alive")
    }
  },

  "aHandlerMayDisconnectItself": {
    await Probe.leavesNothingBehind {
      let action = SimpleAction("a") { _ in }
      var calls = 0
      var token: Connection?
      token = action.observe(parameter) {
        calls += 1
        token?.disconnect()
        token = nil
      }
      action.isEnabled.toggle()
      action.isEnabled.toggle()
      expectEqual(calls, 1)
    }
  },

  "floatingReferencesAreSunkAndBorrowedOnesRetained": {
    // GInitiallyUnowned is what GTK's widgets start as.
    let raw = g_object_new_with_properties(g_initially_unowned_get_type(), 0, nil, nil)!
    var owner: Object? = Object(adopting: UnsafeMutableRawPointer(raw))
    let weak = WeakObject(owner!)
    expectEqual(g_object_is_floating(raw), 0)
    var other: Object? = Object(retaining: owner!.raw)
    owner = nil
    expect(weak.isAlive, "the second reference keeps it")
    expect(other != nil, "made")
    other = nil
    expect(!weak.isAlive, "nobody keeps it")
  },

  "propertiesKeepTheirTypes": {
    let action = SimpleAction("name") { _ in }
    expectEqual(action.string("name"), "name")
    action.set("enabled", false)
    expectEqual(action.bool("enabled"), false)
    expect(action.isA(g_simple_action_get_type()) && !action.isA(g_list_store_get_type()), "its type")
  },
]
