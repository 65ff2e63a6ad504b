/// The kind of pointer that drags.
public enum PointerKind: String, Equatable, Sendable, CaseIterable {
  case mouse, touch, pen, touchpad
}

/// What a drag took hold of.
public enum DragTarget: Equatable, Sendable {
  case mini
  /// The full view: by its grabber or header, or by its body.
  case player(body: Bool)
  case drawer(body: Bool)
  /// The edge between content and side pane.
  case paneEdge
  /// The page on top, from the leading edge of the window (or anywhere on a touchpad).
  case page
}

/// What a scroller under the pointer has on either side, in pixels.
public struct ScrollRoom: Equatable, Sendable {
  /// How far it is from its start.
  public var offset: Double
  /// The largest offset.
  public var limit: Double

  public init(offset: Double, limit: Double) {
    self.offset = offset
    self.limit = limit
  }
}

/// A drag in flight, or a two-finger scroll that moves like one.
public struct DragState: Equatable, Sendable {
  /// What the drag moves.
  public enum Phase: String, Equatable, Sendable {
    /// Within the slop.
    case undecided
    /// Moves a panel (and a scroller under it).
    case panel
    /// Moves the mini view's content sideways, or the mini view down.
    case paging, dismissing
    /// Moves the edge of the side pane, or the page on top.
    case paneEdge, page
    /// Belongs to others.
    case refused
  }

  /// What the press was on.
  public var target: DragTarget
  /// What drags.
  public var kind: PointerKind
  /// What it moves.
  public var phase = Phase.undecided
  /// Where it began.
  public var startX: Double
  public var startY: Double
  /// Where what it moves was last taken to.
  public var lastX: Double
  public var lastY: Double
  /// Where the pointer is.
  public var x: Double
  public var y: Double
  /// Velocities down and across.
  public var tracker = VelocityTracker()
  public var trackerX = VelocityTracker()
  /// Event time of the last move.
  public var time: Double
  /// The scroller under the pointer and where the drag has put it.
  public var scroll: ScrollRoom?
  /// Whether the last move went to the scroller.
  public var isScrolling = false
  /// What the pointer asks of what it moves, before the rubber band: in that one's own unit, so that a
  /// resize in mid-drag keeps it.
  public var wanted = 0.0
  /// Frame time since which a touchpad has sent nothing.
  var quietSince: Double?

  init(_ target: DragTarget, _ kind: PointerKind, x: Double, y: Double, scroll: ScrollRoom?, time: Double) {
    self.target = target
    self.kind = kind
    startX = x
    startY = y
    lastX = x
    lastY = y
    self.x = x
    self.y = y
    self.time = time
    self.scroll = scroll
    track(x, y, time)
  }

  /// Whether the shell has it: the host claims the sequence, or stops the scroll event.
  public var isClaimed: Bool { phase != .undecided && phase != .refused }

  mutating func track(_ x: Double, _ y: Double, _ time: Double) {
    self.x = x
    self.y = y
    self.time = time
    trackerX.add(x, at: time)
    tracker.add(y, at: time)
  }
}

/// A scroller that slows down by itself: what a drag handed over at its release.
public struct ScrollFling: Equatable, Sendable {
  /// Deceleration 0.998 per ms as a rate per second: (1 − 0.998) / 0.998 / 1 ms, the inverse of
  /// `MotionRule.projectionSeconds`.
  static let rate = 1 / MotionRule.projectionSeconds
  /// It ends below this, in px/s.
  static let stop = 15.0

  /// The offset at the release, px.
  public let from: Double
  /// At the release, px/s; positive scrolls down.
  public let velocity: Double
  /// The largest offset, px.
  public let limit: Double
  /// Frame time of its first tick.
  public private(set) var start: Double?

  init(_ room: ScrollRoom, velocity: Double) {
    from = room.offset
    limit = room.limit
    self.velocity = velocity
  }

  /// The offset at frame time `time`, and whether it is over.
  mutating func tick(_ time: Double) -> (offset: Double, isOver: Bool) {
    let begun = start ?? time
    start = begun
    let decay = Numerics.exp(-Self.rate * max(0, time - begun))
    let offset = from + velocity / Self.rate * (1 - decay)
    if offset <= 0 || offset >= limit { return (clamp(offset, 0, limit), true) }
    return (offset, abs(velocity) * decay < Self.stop)
  }
}
