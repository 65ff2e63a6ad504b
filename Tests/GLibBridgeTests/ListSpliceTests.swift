import Testing

@testable import GLibBridge

@Suite struct ListSplices {
  func apply(_ splices: [ListSplice], _ old: [UInt64], _ new: [UInt64]) -> [UInt64] {
    var list = old
    for splice in splices.reversed() { list.replaceSubrange(splice.removed, with: new[splice.added]) }
    return list
  }

  @Test(
    arguments: [
      ([], [], 0), ([1, 2, 3], [1, 2, 3], 0), ([], [1, 2], 1), ([1, 2], [], 1),
      ([1, 2, 3], [1, 9, 2, 3], 1),
      ([1, 2, 3, 4, 5], [0, 1, 2, 3, 9, 4, 5, 6], 3), ([1, 2, 3, 4], [2, 4], 2), ([1, 2, 3], [3, 1, 2], 2),
      ([1, 2, 3], [7, 8, 9], 1),
    ] as [([UInt64], [UInt64], Int)])
  func onlyWhatDiffersIsTouched(old: [UInt64], new: [UInt64], count: Int) {
    let splices = ListSplice.splices(from: old, to: new, limit: 100)
    #expect(splices.count == count)
    #expect(apply(splices, old, new) == new)
  }

  @Test func aRowThatStaysIsInNoSplice() {
    let splices = ListSplice.splices(from: [1, 2, 3, 4, 5, 6], to: [1, 9, 3, 5, 4, 6], limit: 100)
    let touched = splices.flatMap { $0.removed }
    #expect(!touched.contains(2))
    #expect(touched.count == 2)
  }

  @Test func tooManyAreOne() {
    let old = (0..<100).map { UInt64($0) }
    let new = old.flatMap { [$0, $0 + 1000] }
    #expect(ListSplice.splices(from: old, to: new, limit: 10).count == 1)
    #expect(ListSplice.splices(from: old, to: new, limit: 100).count == 100)
  }

  @Test func anyListBecomesAnyOther() {
    let seed = UInt64.random(in: .min ... .max)
    var random = Xorshift(state: seed | 1)
    for _ in 0..<500 {
      let old = Array(
        (0..<UInt64(20)).shuffled(using: &random).prefix(Int.random(in: 0...20, using: &random)))
      let new = Array(
        (0..<UInt64(20)).shuffled(using: &random).prefix(Int.random(in: 0...20, using: &random)))
      let splices = ListSplice.splices(from: old, to: new, limit: 100)
      #expect(apply(splices, old, new) == new, "seed \(seed)")
    }
  }
}

private struct Xorshift: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
