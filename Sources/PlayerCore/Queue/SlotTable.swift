/// A growable table from small integers to values that copies cheaply: a copy shares everything, and a
/// change to it afterwards copies one chunk of 64 values and the two levels above it.
///
/// The queue lives in the app's state, of which observers see the old and the new value, and its undo keeps
/// twenty more. A flat array would be copied whole at each edit.
struct SlotTable<Value: Sendable>: Sendable {
  /// Three levels: [index / 4096][index / 64 % 64][index % 64]. Chunks nobody wrote to are empty arrays.
  private var blocks: [[[Value]]] = []
  private let blank: Value

  init(blank: Value) { self.blank = blank }

  subscript(index: Int) -> Value {
    get {
      let high = index >> 12
      guard high < blocks.count, !blocks[high].isEmpty else { return blank }
      let chunk = blocks[high][(index >> 6) & 63]
      return chunk.isEmpty ? blank : chunk[index & 63]
    }
    set {
      makeRoom(for: index)
      blocks[index >> 12][(index >> 6) & 63][index & 63] = newValue
    }
    _modify {
      makeRoom(for: index)
      yield &blocks[index >> 12][(index >> 6) & 63][index & 63]
    }
  }

  private mutating func makeRoom(for index: Int) {
    let high = index >> 12
    while blocks.count <= high { blocks.append([]) }
    if blocks[high].isEmpty { blocks[high] = Array(repeating: [], count: 64) }
    let middle = (index >> 6) & 63
    if blocks[high][middle].isEmpty { blocks[high][middle] = Array(repeating: blank, count: 64) }
  }
}
