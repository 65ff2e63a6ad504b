/// What sends scroll events.
public enum ScrollDevice: String, Equatable, Sendable, CaseIterable {
  /// A surface: unit SURFACE or source TOUCHPAD.
  case touchpad
  case wheel
}

/// Everything that can come from outside. Positions are in the shell's coordinates, times in seconds of
/// event time, except `tick`'s, which is frame time.
public enum ShellAction: Equatable, Sendable {
  // Surroundings
  case environment(ShellEnvironment)
  case metrics(ShellMetrics)
  /// Opens and closes ways to the parts.
  case setRoutes(ShellRoutes)

  // Tabs and pages
  case setTabs([TabItem])
  case labelWidths([Double])
  /// `allowed` is the host's answer (`shouldSelect`).
  case selectTab(TabID, allowed: Bool, Route)
  /// Something is dragged over this tab (nil: over none any more); after 500 ms the tab is selected, if
  /// `allowed`.
  case hoverTab(TabID?, allowed: Bool)
  /// The tab so many visible places on.
  case stepTab(Int, Route)
  case setTabVisible(TabID, Bool)
  case setBadge(TabID, TabBadge)
  case pushPage(PageItem)
  case popPage(Route)
  case setRootHidesTabBar(TabID, Bool)
  case setCentreButton(present: Bool, circle: Bool)
  case activateCentreButton
  /// Whether the bar minimises when the content scrolls down.
  case setTabBarMinimises(Bool)
  /// The user scrolled the content by so many pixels, down if positive; `atTop`: to its start.
  case contentScrolled(by: Double, atTop: Bool)
  /// Brings a minimised bar back: a press on it.
  case restoreTabBar

  // Player
  case setPlayerPresent(Bool)
  case setPlayerViews(fullMinimumWidth: Double, miniHeight: Double?)
  case setArtwork(mini: ShellRect?, full: ShellRect?)
  case setMiniSwipes(MiniSwipes)
  case expandPlayer(Route)
  case collapsePlayer(Route)
  case togglePlayer(Route)
  case setPaneWidth(Double?)
  /// Brings a player back that was swiped away.
  case undoDismissal

  // Drawer
  case setDetents([Detent], largestUndimmed: DetentID)
  case moveDrawer(to: DetentID, Route)
  /// Up through the detents and from the highest to closed; downwards the other way.
  case stepDrawer(up: Bool, Route)
  case tapDrawerBackdrop

  // Both panels
  /// The host's answer (`shouldSettle`) for the actions that follow: the rest positions a part may go to.
  /// nil: all.
  case setPermitted(ShellEffect.Part, [DetentID]?)
  /// A small bounce that draws attention to a panel at rest.
  case bounce(ShellEffect.Part)
  /// Undoes one step: drawer down one detent, else the player collapses, else a page back.
  case escape

  // Drags
  case dragBegan(DragTarget, PointerKind, x: Double, y: Double, scroll: ScrollRoom?, time: Double)
  case dragMoved(x: Double, y: Double, time: Double)
  /// `permitted` is the host's answer (`shouldSettle`); nil permits every rest position.
  case dragEnded(time: Double, permitted: [DetentID]?)
  case dragCancelled
  /// A scroll event over a part: `dx`, `dy` in pixels, positive to the right and down.
  case scrolled(DragTarget, ScrollDevice, dx: Double, dy: Double, scroll: ScrollRoom?, time: Double)
  /// The fingers left the touchpad.
  case scrollEnded(time: Double, permitted: [DetentID]?)
  /// The scroller that goes on by itself was moved by somebody else, or is gone.
  case stopFling

  case toastSize(width: Double, height: Double)
  /// Completes at once what moves: after a wish from code that shall not be animated.
  case finishMotion
  /// Restores what was saved.
  case restore(ShellSnapshot)
  /// A frame. The first one after a release is its zero, so a host that knows the frame's time sends one with
  /// the release and loses no frame.
  case tick(Double)
}

/// What the host must do.
public enum ShellEffect: Equatable, Sendable {
  /// What settles or takes focus.
  public enum Part: String, Equatable, Sendable, CaseIterable { case player, drawer, content }

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
  /// The mini view was swiped: the host goes to the item before or after.
  case skip(next: Bool)
  /// The player was swiped away, and may offer to undo it; or it came back.
  case playerDismissed
  case dismissalUndone
}
