/// A tab's name.
public typealias TabID = String
/// A page's name.
public typealias PageID = String

/// The whole shell as a value. It changes only in `reduceShell`.
public struct ShellState: Equatable, Sendable {
  /// Sizes, distances and times.
  public var metrics = ShellMetrics()
  /// What is around the shell.
  public var environment = ShellEnvironment()
  /// From the leading edge.
  public var tabs: [TabItem] = []
  /// The tab whose pages show; empty without tabs.
  public var selectedTab: TabID = ""
  /// The tab that something is dragged over.
  public var hover: TabHover?
  /// The tab bar's own state.
  public var tabBar = TabBarPart()
  /// The button in the middle of the bar.
  public var centreButton = CentreButtonState()
  /// Mini and full player.
  public var player = PlayerPart()
  /// The overlay drawer.
  public var drawer = DrawerPart()
  /// A page coming or going on the selected tab's stack.
  public var pageTransition: PageTransition?
  /// The drag in flight.
  public var drag: DragState?
  /// A scroller that goes on by itself after a drag.
  public var fling: ScrollFling?
  /// The ways to the parts that are open.
  public var routes = ShellRoutes()
  /// The size of what the toast area shows; 0 for nothing.
  public var toastWidth = 0.0
  public var toastHeight = 0.0

  public init() {}

  /// Whether frames are needed: something moves by itself, or time decides (a touchpad that may have fallen
  /// silent, a tab that something is held over).
  public var isMoving: Bool {
    player.motion.isMoving || drawer.motion.isMoving || player.paging.isMoving || player.dismissal.isMoving
      || tabBar.motion.isMoving || pageTransition?.motion.isMoving == true || fling != nil
      || drag?.kind == .touchpad || hover != nil
  }
}

/// What the shell is told about its surroundings.
public struct ShellEnvironment: Equatable, Sendable {
  /// The window's content in logical pixels.
  public var width = 0.0
  public var height = 0.0
  /// Text size over the usual one.
  public var textScale = 1.0
  /// The shell is mirrored.
  public var rightToLeft = false
  /// Off: every transition completes at once (`gtk-enable-animations`).
  public var animations = true
  /// Whether the window is visible; motion completes at once while it isn't.
  public var mapped = false

  public init() {}
}

/// A tab as the shell knows it.
public struct TabItem: Equatable, Sendable {
  /// Its name.
  public var id: TabID
  /// Whether the bar shows it.
  public var isVisible = true
  /// The title's natural width in the current font and language.
  public var labelWidth = 0.0
  /// News behind it.
  public var badge = TabBadge.none
  /// Pages above the root, from below.
  public var pages: [PageItem] = []
  /// The bar is away while the root is on top.
  public var rootHidesTabBar = false

  public init(_ id: TabID) { self.id = id }

  /// How many pages the stack has, the root included.
  public var depth: Int { pages.count + 1 }
}

/// What a tab tells of news behind it.
public enum TabBadge: Equatable, Sendable {
  case none, dot
  case count(Int)
}

/// A page on a tab's stack.
public struct PageItem: Equatable, Sendable {
  /// Its name.
  public var id: PageID
  /// The bar is away while it is on top.
  public var hidesTabBar: Bool

  public init(_ id: PageID, hidesTabBar: Bool = false) {
    self.id = id
    self.hidesTabBar = hidesTabBar
  }
}

/// A page on its way in (progress to 1) or out (to 0), or in the hand of an edge swipe.
public struct PageTransition: Equatable, Sendable {
  /// It goes out, and is off the stack at rest. Undecided, so false, while a swipe holds it.
  public var isPop: Bool
  /// How far the page on top is in.
  public var motion: Motion
}

/// Something dragged over a tab.
public struct TabHover: Equatable, Sendable {
  /// Which tab.
  public var tab: TabID
  /// Frame time of its first frame.
  public internal(set) var since: Double?
}

/// The tab bar's own motion.
public struct TabBarPart: Equatable, Sendable {
  /// Minimises when the content scrolls down, in compact with a player above the bar.
  public var minimisesOnScroll = false
  /// 0 whole, 1 minimised beside the mini view.
  public var motion = Motion(0)
  /// Pixels scrolled one way without turning; positive is down.
  public var scrolled = 0.0

  public init() {}

  /// Whether it is, or is on its way to be, minimised.
  public var isMinimised: Bool { motion.target >= 0.5 }
}

/// A button in the middle of the bar, which acts and never selects.
public struct CentreButtonState: Equatable, Sendable {
  public var isPresent = false
  /// Hit shape: circle, or the bounding rectangle.
  public var isCircle = true

  public init() {}
}

/// Which swipes the mini view takes, besides the one up.
public struct MiniSwipes: Equatable, Sendable {
  /// Down beyond its height dismisses the player.
  public var dismisses: Bool
  /// There is an item before, or after.
  public var previous: Bool
  public var next: Bool

  public init(dismisses: Bool = false, previous: Bool = false, next: Bool = false) {
    self.dismisses = dismisses
    self.previous = previous
    self.next = next
  }
}

/// The docked player: mini view, full view, and the way between.
public struct PlayerPart: Equatable, Sendable {
  public var isPresent = false
  /// It is going away and only collapses before.
  public var isLeaving = false
  /// It was swiped away, and can come back.
  public var isDismissed = false
  /// Where it rests or goes to; a drag changes it at its release.
  public var isOpen = false
  /// 0 docked, 1 expanded.
  public var motion = Motion(0)
  /// How far the mini view's content is swiped sideways, in its widths; positive away from the leading edge.
  public var paging = Motion(0)
  /// How far the mini view is swiped down, in its heights.
  public var dismissal = Motion(0)
  /// The swipes the host takes.
  public var swipes = MiniSwipes()
  /// Whether the pane takes its width from the content (regular). Changes once an opening or closing:
  /// at rest when opening, at the start when closing.
  public var paneReserved = false
  /// The width the user dragged the pane to, or nil for the default.
  public var paneWidth: Double?
  /// The least width of the full view, in logical pixels.
  public var fullMinimumWidth = 0.0
  /// The height the mini view asks for; nil for the metrics'.
  public var miniHeight: Double?
  /// Where the artwork is in the mini view and in the full view, in their own coordinates; x counts from
  /// the leading edge.
  public var miniArtwork: ShellRect?
  public var fullArtwork: ShellRect?
  /// The rest positions the host allows now (`PlayerRest`); nil for all.
  public var permitted: [DetentID]?

  public init() {}

  /// Whether it is, or is on its way to be, expanded.
  public var isExpanded: Bool { isPresent && isOpen }
}

/// The overlay drawer.
public struct DrawerPart: Equatable, Sendable {
  /// Rest positions from low to high, without *closed*. Empty: no drawer.
  public var detents: [Detent] = Detent.standard
  /// Up to here the drawer neither dims nor blocks what is behind it.
  public var largestUndimmed: DetentID = "peek"
  /// Where it rests or goes to.
  public var detent: DetentID = Detent.closed
  /// How far its top edge is above where `detent` has it, as a part of the window's height: 0 at rest. So a
  /// change of size, bars or detents in mid-motion carries it along.
  public var motion = Motion(0)
  /// Opening it collapsed the player for want of room; closing it expands the player again.
  public var returnsToPlayer = false
  /// The rest positions the host allows now, *closed* included; nil for all.
  public var permitted: [DetentID]?

  public init() {}

  /// Whether it is, or is on its way, above closed.
  public var isOpen: Bool { detent != Detent.closed }
}
