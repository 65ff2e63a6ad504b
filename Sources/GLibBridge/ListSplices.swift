/// How a list becomes another one by taking pieces out and putting pieces in.
struct ListSplice: Equatable {
  /// In the old list.
  var removed: Range<Int>
  /// In the new list.
  var added: Range<Int>

  /// The splices in order; as few rows as possible are touched. One over all that differs when there would be more
  /// than `limit`.
  ///
  /// IDs are of one row each.
  static func splices(from old: [UInt64], to new: [UInt64], limit: Int) -> [ListSplice] {
    var head = 0
    let shorter = min(old.count, new.count)
    while head < shorter, old[head] == new[head] { head += 1 }
    var tail = 0
    while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
    let whole = ListSplice(removed: head..<old.count - tail, added: head..<new.count - tail)
    if whole.removed.isEmpty, whole.added.isEmpty { return [] }
    if whole.removed.isEmpty || whole.added.isEmpty { return [whole] }

    var splices: [ListSplice] = []
    var (oldEnd, newEnd) = (head, head)
    func close(at oldStart: Int, _ newStart: Int) {
      guard oldEnd < oldStart || newEnd < newStart else { return }
      splices.append(ListSplice(removed: oldEnd..<oldStart, added: newEnd..<newStart))
    }
    for (oldIndex, newIndex) in kept(old, whole.removed, new, whole.added) {
      close(at: oldIndex, newIndex)
      if splices.count > limit { return [whole] }
      (oldEnd, newEnd) = (oldIndex + 1, newIndex + 1)
    }
    close(at: whole.removed.upperBound, whole.added.upperBound)
    return splices.count > limit ? [whole] : splices
  }

  /// The most rows that are in both ranges in the same order: the longest rising run of places in the new list.
  private static func kept(
    _ old: [UInt64], _ removed: Range<Int>, _ new: [UInt64], _ added: Range<Int>
  ) -> [(old: Int, new: Int)] {
    let places = Dictionary(added.lazy.map { (new[$0], $0) }, uniquingKeysWith: { first, _ in first })
    let both = removed.compactMap { index in places[old[index]].map { (old: index, new: $0) } }
    // `ends[length - 1]`: the run of that length with the lowest end so far.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: both.count)
    for index in both.indices {
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        if both[ends[middle]].new < both[index].new { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var run: [(old: Int, new: Int)] = []
    var index = ends.last ?? -1
    while index >= 0 {
      run.append(both[index])
      index = before[index]
    }
    return run.reversed()
  }
}
