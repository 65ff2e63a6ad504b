/// How a wish reached the shell. Each way can be switched off by itself.
public enum Route: String, Equatable, Sendable, CaseIterable {
  case drag, tap, key, code
}

/// The kind of pointer that drags.
public enum PointerKind: String, Equatable, Sendable {
  case mouse, touch, pen
}

/// What a drag took hold of.
public enum DragTarget: Equatable, Sendable {
  case mini
  /// The full view: by its grabber or header, or by its body.
  case player(body: Bool)
  case drawer(body: Bool)
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

/// Everything that can come from outside. Positions are in the shell's coordinates, times in seconds of
/// event time, except `tick`'s, which is frame time.
public enum ShellAction: Equatable, Sendable {
  // Surroundings
  case environment(ShellEnvironment)
  case metrics(ShellMetrics)

  // Tabs and pages
  case setTabs([TabItem])
  case labelWidths([Double])
  /// `allowed` is the host's answer (`shouldSelect`).
  case selectTab(TabID, allowed: Bool, Route)
  /// The tab so many visible places on.
  case stepTab(Int, Route)
  case setTabVisible(TabID, Bool)
  case pushPage(PageItem)
  case popPage(Route)
  case setRootHidesTabBar(TabID, Bool)
  case setCentreButton(present: Bool, circle: Bool)
  case activateCentreButton

  // Player
  case setPlayerPresent(Bool)
  case setPlayerViews(fullMinimumWidth: Double, miniHeight: Double?)
  case setArtwork(mini: ShellRect?, full: ShellRect?)
  case expandPlayer(Route)
  case collapsePlayer(Route)
  case togglePlayer(Route)
  case setPaneWidth(Double?)

  // Drawer
  case setDetents([Detent], largestUndimmed: DetentID)
  case moveDrawer(to: DetentID, Route)
  /// Up through the detents and from the highest to closed; downwards the other way.
  case stepDrawer(up: Bool, Route)
  case tapDrawerBackdrop

  /// Undoes one step: drawer down one detent, else the player collapses, else a page back.
  case escape

  // Drags
  case dragBegan(DragTarget, PointerKind, x: Double, y: Double, scroll: ScrollRoom?, time: Double)
  case dragMoved(x: Double, y: Double, time: Double)
  /// `permitted` is the host's answer (`shouldSettle`); nil permits every rest position.
  case dragEnded(time: Double, permitted: [DetentID]?)
  case dragCancelled

  case toastSize(width: Double, height: Double)
  case tick(Double)
}

/// What the host must do.
public enum ShellEffect: Equatable, Sendable {
  public enum Part: String, Equatable, Sendable { case player, drawer, content }

  /// Moves focus into a part that opened, or back to where it came from.
  case focus(Part)
  /// A part is about to settle, or has settled: docked/expanded, or a detent.
  case willSettle(Part, at: DetentID)
  case didSettle(Part, at: DetentID)
  case didSelect(TabID)
  /// The current tab was chosen again at its root.
  case scrollToTop(TabID)
  /// A page is off the stack for good.
  case pageRemoved(TabID, PageID)
  case centreActivated
  /// The scroller under the drag goes to this offset, in pixels.
  case scroll(to: Double)
  /// The scroller goes on by itself at this velocity, px/s.
  case fling(Double)
}

/// A drag in flight.
public struct DragState: Equatable, Sendable {
  public enum Phase: Equatable, Sendable {
    /// Within the slop.
    case undecided
    /// Moves a panel (and a scroller under it); the host claims the sequence.
    case panel
    /// Belongs to others.
    case refused
  }

  public var target: DragTarget
  public var kind: PointerKind
  public var phase = Phase.undecided
  public var startX: Double
  public var startY: Double
  public var lastY: Double
  public var tracker = VelocityTracker()
  /// The scroller under the pointer and where the drag has put it.
  public var scroll: ScrollRoom?
  /// Whether the last move went to the scroller.
  public var isScrolling = false
  /// What the pointer asks of the panel, before the rubber band: the panel's own unit, so that a resize in
  /// mid-drag keeps it.
  public var wanted = 0.0
}
