/// Queue entries in an order, found by position or by ID, inserted and removed, all in O(log n); copies are
/// O(1) and share what they don't change.
///
/// It is a treap (a search tree by position, a heap by a hash of the ID) whose nodes live in a table under
/// their entry's ID. The links to the parents give an entry's position; having them in a table instead of in
/// objects keeps it a plain value. An entry's priority follows from its ID, so equal contents in equal order
/// always have the same shape.
struct EntryOrder: Sendable {
  private struct Node: Sendable {
    var left: UInt32 = 0
    var right: UInt32 = 0
    var parent: UInt32 = 0
    /// Nodes in this subtree; 0 marks a slot that holds no entry.
    var size: UInt32 = 0
  }

  // 0 is no node: entry IDs start at 1.
  private var root: UInt32 = 0
  private var nodes = SlotTable(blank: Node())

  init() {}

  /// These entries in this order, in O(n). No ID may come twice.
  init(_ entries: some Sequence<EntryID>) {
    root = build(entries)
  }

  var count: Int { Int(nodes[Int(root)].size) }
  var isEmpty: Bool { root == 0 }
  var first: EntryID? { root == 0 ? nil : self[0] }
  var last: EntryID? { root == 0 ? nil : self[count - 1] }

  func contains(_ entry: EntryID) -> Bool { nodes[Int(entry.rawValue)].size != 0 }

  /// The entry at `position`, which must be in 0..<count.
  subscript(position: Int) -> EntryID {
    precondition(position >= 0 && position < count, "position outside the order")
    var node = root
    var rest = position
    while true {
      let here = nodes[Int(node)]
      let before = size(here.left)
      if rest == before { return EntryID(node) }
      if rest < before {
        node = here.left
      } else {
        rest -= before + 1
        node = here.right
      }
    }
  }

  /// Where `entry` is; `nil` if it isn't here.
  func position(of entry: EntryID) -> Int? {
    guard contains(entry) else { return nil }
    var child = entry.rawValue
    var position = size(nodes[Int(child)].left)
    var parent = nodes[Int(child)].parent
    while parent != 0 {
      let node = nodes[Int(parent)]
      if node.right == child { position += size(node.left) + 1 }
      child = parent
      parent = node.parent
    }
    return position
  }

  /// The entries at `positions` (clamped to what there is), in order, in O(log n + their number).
  func entries(in positions: Range<Int>) -> [EntryID] {
    let lower = max(0, positions.lowerBound)
    let upper = min(count, positions.upperBound)
    guard lower < upper else { return [] }
    var result: [EntryID] = []
    result.reserveCapacity(upper - lower)
    var node: UInt32 = self[lower].rawValue
    while true {
      result.append(EntryID(node))
      if result.count == upper - lower { return result }
      node = successor(of: node)
    }
  }

  var all: [EntryID] { entries(in: 0..<count) }

  /// Inserts so that `entry`, which must not be here yet, ends up at `position` (clamped).
  mutating func insert(_ entry: EntryID, at position: Int) {
    precondition(!contains(entry), "an entry is in an order once")
    nodes[Int(entry.rawValue)] = Node(size: 1)
    splice(entry.rawValue, at: position)
  }

  /// Inserts all, in their order, so that the first ends up at `position` (clamped): O(k + log n).
  mutating func insert(contentsOf entries: some Sequence<EntryID>, at position: Int) {
    splice(build(entries), at: position)
  }

  mutating func append(_ entry: EntryID) { insert(entry, at: count) }

  mutating func append(contentsOf entries: some Sequence<EntryID>) { insert(contentsOf: entries, at: count) }

  /// Removes `entry`; false if it isn't here.
  @discardableResult
  mutating func remove(_ entry: EntryID) -> Bool {
    guard let position = position(of: entry) else { return false }
    let (before, rest) = split(root, at: position)
    let (_, after) = split(rest, at: 1)
    nodes[Int(entry.rawValue)] = Node()
    root = merge(before, after)
    detach(root)
    return true
  }

  // MARK: The tree

  private func size(_ node: UInt32) -> Int { Int(nodes[Int(node)].size) }

  /// splitmix64's finalizer: a fixed, well-mixed priority for each ID.
  private static func priority(_ node: UInt32) -> UInt64 { SplitMix64.mixed(UInt64(node)) }

  private func successor(of node: UInt32) -> UInt32 {
    var next = nodes[Int(node)].right
    if next != 0 {
      while nodes[Int(next)].left != 0 { next = nodes[Int(next)].left }
      return next
    }
    var child = node
    next = nodes[Int(child)].parent
    while next != 0, nodes[Int(next)].right == child {
      child = next
      next = nodes[Int(next)].parent
    }
    return next
  }

  private mutating func splice(_ tree: UInt32, at position: Int) {
    let (before, after) = split(root, at: min(max(0, position), count))
    root = merge(merge(before, tree), after)
    detach(root)
  }

  private mutating func detach(_ node: UInt32) {
    if node != 0 { nodes[Int(node)].parent = 0 }
  }

  /// Takes `left` and `right` as the children of `node`.
  private mutating func link(_ node: UInt32, left: UInt32, right: UInt32) {
    let total = size(left) + size(right) + 1
    nodes[Int(node)].left = left
    nodes[Int(node)].right = right
    nodes[Int(node)].size = UInt32(total)
    if left != 0 { nodes[Int(left)].parent = node }
    if right != 0 { nodes[Int(right)].parent = node }
  }

  /// The first `count` nodes of `tree`, and the others.
  private mutating func split(_ tree: UInt32, at count: Int) -> (UInt32, UInt32) {
    guard tree != 0 else { return (0, 0) }
    let node = nodes[Int(tree)]
    let before = size(node.left)
    if count <= before {
      let (low, high) = split(node.left, at: count)
      link(tree, left: high, right: node.right)
      detach(low)
      return (low, tree)
    }
    let (low, high) = split(node.right, at: count - before - 1)
    link(tree, left: node.left, right: low)
    detach(high)
    return (tree, high)
  }

  private mutating func merge(_ low: UInt32, _ high: UInt32) -> UInt32 {
    if low == 0 { return high }
    if high == 0 { return low }
    if EntryOrder.priority(low) > EntryOrder.priority(high) {
      let node = nodes[Int(low)]
      let right = merge(node.right, high)
      link(low, left: node.left, right: right)
      return low
    }
    let node = nodes[Int(high)]
    let left = merge(low, node.left)
    link(high, left: left, right: node.right)
    return high
  }

  /// The treap of `entries` in linear time: the right spine is kept on a stack, and a node that leaves it is
  /// complete.
  private mutating func build(_ entries: some Sequence<EntryID>) -> UInt32 {
    var spine: [UInt32] = []
    for entry in entries {
      let node = entry.rawValue
      precondition(!contains(entry), "an entry is in an order once")
      var left: UInt32 = 0
      while let top = spine.last, EntryOrder.priority(top) < EntryOrder.priority(node) {
        spine.removeLast()
        let topLeft = nodes[Int(top)].left
        link(top, left: topLeft, right: left)
        left = top
      }
      nodes[Int(node)] = Node(left: left, size: 1)
      spine.append(node)
    }
    var right: UInt32 = 0
    while let top = spine.popLast() {
      let topLeft = nodes[Int(top)].left
      link(top, left: topLeft, right: right)
      right = top
    }
    return right
  }
}

extension EntryOrder: Equatable {
  /// Equal entries in equal order.
  static func == (left: EntryOrder, right: EntryOrder) -> Bool {
    left.count == right.count && left.all == right.all
  }
}

extension EntryOrder {
  /// The longest way from the root to an entry, which bounds the cost of an edit. Takes O(n); for tests.
  var depth: Int {
    var deepest = 0
    var pending: [(node: UInt32, level: Int)] = root == 0 ? [] : [(root, 1)]
    while let (node, level) = pending.popLast() {
      deepest = max(deepest, level)
      let links = nodes[Int(node)]
      if links.left != 0 { pending.append((links.left, level + 1)) }
      if links.right != 0 { pending.append((links.right, level + 1)) }
    }
    return deepest
  }
}
