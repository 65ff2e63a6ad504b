/// Who sounds at which running time of the pipeline, and where in its track.
struct Timeline: Sendable {
  /// From a running time on, a branch sounds, from a position on. All times in nanoseconds.
  struct Mark: Sendable, Equatable {
    var serial: UInt32
    var runningTime: UInt64
    var position: UInt64
    var rate: Double
  }

  private(set) var marks: [Mark] = []

  mutating func add(_ mark: Mark) {
    // A branch's segment can come twice at one place (an update); the later one holds.
    if let last = marks.last, last.serial == mark.serial, last.runningTime == mark.runningTime {
      marks.removeLast()
    }
    marks.append(mark)
  }

  mutating func removeAll() { marks.removeAll() }

  /// Forgets what lies behind `mark`.
  mutating func drop(before serial: UInt32) {
    if let first = marks.firstIndex(where: { $0.serial == serial }) { marks.removeFirst(first) }
  }

  /// The mark that holds at `runningTime`; before the first one, the first.
  func mark(at runningTime: UInt64) -> Mark? {
    marks.last { $0.runningTime <= runningTime } ?? marks.first
  }

  /// Where in its track the branch `serial` is at `runningTime`; `nil` if it has no mark.
  func position(of serial: UInt32, at runningTime: UInt64) -> UInt64? {
    let own = marks.filter { $0.serial == serial }
    guard let mark = own.last(where: { $0.runningTime <= runningTime }) ?? own.first else { return nil }
    let passed = runningTime > mark.runningTime ? runningTime - mark.runningTime : 0
    return mark.position + UInt64(Double(passed) * mark.rate)
  }
}
