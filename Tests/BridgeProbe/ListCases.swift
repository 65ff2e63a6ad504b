import CGLib
import GLibBridge

extension Signal where Handler == (UInt32, UInt32, UInt32) -> Void {
  /// `items-changed`: position, removed, added.
  init(splice name: String) {
    let call: @convention(c) (RawPointer, UInt32, UInt32, UInt32, RawPointer) -> Void = { _, a, b, c, data in
      HandlerBox<(UInt32, UInt32, UInt32) -> Void>.value(in: data)(a, b, c)
    }
    self.init(name: name, trampoline: erase(call))
  }
}

@MainActor private let changed = Signal<(UInt32, UInt32, UInt32) -> Void>(splice: "items-changed")

@MainActor
let listCases: Cases = [
  "aListTellsOnlyWhatChanged": {
    let model = ListModel()
    var splices: [[UInt32]] = []
    model.connect(changed) { splices.append([$0, $1, $2]) }
    let steps: [(new: [UInt64], splice: [UInt32]?)] = [
      ([1, 2, 3], [0, 0, 3]), ([1, 2, 3], nil), ([1, 9, 3], [1, 1, 1]), ([1, 3], [1, 1, 0]),
      ([1, 3, 4], [2, 0, 1]), ([0, 1, 3, 4], [0, 0, 1]), ([], [0, 4, 0]), ([5, 5, 5], [0, 0, 3]),
      ([5, 5], [2, 1, 0]),
    ]
    for (new, splice) in steps {
      splices = []
      model.replace(with: new)
      expectEqual(splices, splice.map { [$0] } ?? [])
      expectEqual(rows(of: model), new)
    }
    splices = []
    model.refresh(0..<2)
    model.refresh(1..<7)
    expectEqual(splices, [[0, 2, 2]])
  },

  "splicesAlwaysLeadFromTheOldListToTheNew": {
    var random = SystemRandomNumberGenerator()
    let seed = UInt64.random(in: 0...UInt64.max, using: &random)
    print("seed \(seed)")
    var state = seed
    func next(_ bound: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % bound
    }
    let model = ListModel()
    var mirror: [UInt64] = []
    model.connect(changed) { [weak model] position, removed, added in
      guard let model else { return }
      let new = rows(of: model)[Int(position)..<Int(position + added)]
      mirror.replaceSubrange(Int(position)..<Int(position + removed), with: new)
    }
    for _ in 0..<500 {
      let new = (0..<next(12)).map { _ in next(4) }
      model.replace(with: new)
      expectEqual(mirror, new)
    }
  },

  "rowsLiveAsLongAsSomeoneHoldsThem": {
    await Probe.leavesNothingBehind {
      let model = ListModel()
      model.replace(with: Array(0..<1000))
      let row = g_list_model_get_item(model.opaque, 999)!
      model.replace(with: [])
      expectEqual(ListModel.id(ofRow: row), 999)
      expect(g_list_model_get_item(model.opaque, 0) == nil, "past the end")
      g_object_unref(row)
    }
  },

  "aListStaysWhatItIsWhileGTKHoldsIt": {
    await Probe.leavesNothingBehind {
      var model: ListModel? = ListModel()
      model?.replace(with: [1, 2, 3])
      let held = Object(retaining: model!.raw)
      model = nil
      // A list that shrinks without items-changed would break its views.
      expectEqual(rows(of: held), [1, 2, 3])
    }
  },
]

@MainActor
private func rows(of model: Object) -> [UInt64] {
  (0..<g_list_model_get_n_items(model.opaque)).map { position in
    let row = g_list_model_get_item(model.opaque, position)!
    defer { g_object_unref(row) }
    return ListModel.id(ofRow: row)
  }
}
