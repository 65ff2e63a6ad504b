public typealias TabID = String
public typealias PageID = String

/// The whole shell as a value. It changes only in `reduceShell`.
public struct ShellState: Equatable, Sendable {
  public var metrics = ShellMetrics()
  public var environment = ShellEnvironment()
  public var tabs: [TabItem] = []
  public var selectedTab: TabID = ""
  public var centreButton = CentreButtonState()
  public var player = PlayerPart()
  public var drawer = DrawerPart()
  /// A page coming or going on the selected tab's stack.
  public var pageTransition: PageTransition?
  /// The drag in flight.
  public var drag: DragState?
  /// The size of what the toast area shows; 0 for nothing.
  public var toastWidth = 0.0
  public var toastHeight = 0.0

  public init() {}

  /// Whether frames are needed: something springs.
  public var isMoving: Bool {
    player.motion.isMoving || drawer.motion.isMoving || pageTransition?.motion.isMoving == true
  }
}

/// What the shell is told about its surroundings.
public struct ShellEnvironment: Equatable, Sendable {
  /// The window's content in logical pixels.
  public var width = 0.0
  public var height = 0.0
  /// Text size over the usual one.
  public var textScale = 1.0
  public var rightToLeft = false
  /// Off: every transition completes at once (`gtk-enable-animations`).
  public var animations = true
  /// Whether the window is visible; motion completes at once while it isn't.
  public var mapped = false

  public init() {}
}

/// A tab as the shell knows it.
public struct TabItem: Equatable, Sendable {
  public var id: TabID
  public var isVisible = true
  /// The title's natural width in the current font and language.
  public var labelWidth = 0.0
  /// Pages above the root, from below.
  public var pages: [PageItem] = []
  public var rootHidesTabBar = false

  public init(_ id: TabID) { self.id = id }

  /// How many pages the stack has, the root included.
  public var depth: Int { pages.count + 1 }
}

/// A page on a tab's stack.
public struct PageItem: Equatable, Sendable {
  public var id: PageID
  public var hidesTabBar: Bool

  public init(_ id: PageID, hidesTabBar: Bool = false) {
    self.id = id
    self.hidesTabBar = hidesTabBar
  }
}

/// A page on its way in (progress to 1) or out (to 0).
public struct PageTransition: Equatable, Sendable {
  public var isPop: Bool
  /// How far the page on top is in.
  public var motion: Motion
}

public struct CentreButtonState: Equatable, Sendable {
  public var isPresent = false
  /// Hit shape: circle, or the bounding rectangle.
  public var isCircle = true

  public init() {}
}

/// The docked player: mini view, full view, and the way between.
public struct PlayerPart: Equatable, Sendable {
  public var isPresent = false
  /// It is going away and only collapses before.
  public var isLeaving = false
  /// 0 docked, 1 expanded.
  public var motion = Motion(0)
  /// Whether the pane takes its width from the content (regular). Changes once an opening or closing:
  /// at rest when opening, at the start when closing.
  public var paneReserved = false
  /// The width the user dragged the pane to, or nil for the default.
  public var paneWidth: Double?
  /// The least width of the full view, and of the mini view, in logical pixels.
  public var fullMinimumWidth = 0.0
  /// The height the mini view asks for; nil for the metrics'.
  public var miniHeight: Double?
  /// Where the artwork is in the mini view and in the full view, in their own coordinates.
  public var miniArtwork: ShellRect?
  public var fullArtwork: ShellRect?

  public init() {}

  /// Whether it is, or is on its way to be, expanded.
  public var isExpanded: Bool { isPresent && motion.target >= 0.5 }
}

/// The overlay drawer.
public struct DrawerPart: Equatable, Sendable {
  /// Rest positions from low to high, without *closed*. Empty: no drawer.
  public var detents: [Detent] = Detent.standard
  /// Up to here the drawer neither dims nor blocks what is behind it.
  public var largestUndimmed: DetentID = "peek"
  /// Where it rests or goes to.
  public var detent: DetentID = Detent.closed
  /// While it moves or is held: its extent as a part of the window's height. At rest the detent counts.
  public var motion = Motion(0)
  /// Opening it collapsed the player for want of room; closing it expands the player again.
  public var returnsToPlayer = false

  public init() {}

  public var isOpen: Bool { detent != Detent.closed }
}
