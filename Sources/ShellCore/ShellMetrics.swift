/// Every default of the shell's geometry. Lengths are logical pixels at text scale 1; those marked
/// *scaled* grow with the text.
public struct ShellMetrics: Equatable, Sendable {
  public init() {}

  // MARK: Forms

  /// The form is regular from this width, *scaled*. A 1920 screen in halves is regular, in thirds compact.
  public var regularWidth = 800.0
  /// Below this height the shell is short: in compact the mini view joins the tab bar's row.
  public var shortHeight = 420.0
  /// …if the window is at least this wide.
  public var shortRowWidth = 560.0
  /// A touch in the first so many pixels from the leading edge drags the page on top back.
  public var edgeSwipeWidth = 20.0
  /// The shell is never smaller than this.
  public var minimumWidth = 360.0
  /// The least height.
  public var minimumHeight = 294.0

  // MARK: Bars

  /// Tab bar height in compact, *scaled*.
  public var tabBarHeightCompact = 58.0
  /// Tab bar height in regular, *scaled*.
  public var tabBarHeightRegular = 64.0
  /// Mini player height, *scaled* (the iOS re-creation's is 64). A host's mini view may ask for any other.
  public var miniHeight = 64.0
  /// Width of the tab bar when it is minimised beside the mini view, *scaled*.
  public var minimisedBarWidth = 72.0
  /// Room in a tab: its icon's side, *scaled*, the gap to the title, and the padding, in pixels.
  public var tabIconSide = 20.0
  /// Between icon and title.
  public var tabTitleGap = 10.0
  /// Left free beside both.
  public var tabPadding = 16.0

  // MARK: Player

  /// Side pane and wide mini view: floor(min(max(this, the view's minimum), `paneFraction` × width)).
  public var paneWidth = 375.0
  /// The widest pane, as a part of the window's width.
  public var paneFraction = 0.45
  /// The narrowest pane that a user can drag it to, in pixels.
  public var paneMinimumWidth = 280.0
  /// Width of the area over the pane's leading edge that takes a press to drag it.
  public var paneHandleWidth = 8.0
  /// The sheet's height is the smaller of this and the window's height less `sheetTopGap`.
  public var sheetMaximumHeight = 896.0
  /// What stays free above the sheet.
  public var sheetTopGap = 38.0
  /// Corner radius of the sheet's top corners.
  public var sheetRadius = 12.0
  /// Darkness of the sheet's backdrop when expanded, 0 to 1.
  public var sheetBackdrop = 0.5
  /// By this progress the mini view has faded out, and the full view begins to show.
  public var crossfadeEnd = 0.35

  // MARK: Drawer

  /// Corner radius of the drawer (all four corners of the card in regular).
  public var drawerRadius = 16.0
  /// Width of the card, its margin, and its distance above the bar, in regular.
  public var cardWidth = 400.0
  /// The card's distance from the window's edge and from the bar.
  public var cardMargin = 12.0

  // MARK: Centre button

  /// Diameter, *scaled*.
  public var centreDiameter = 64.0
  /// The least rise above the bar; the circle rises by max(this, diameter − bar + 8).
  public var centreMinimumRise = 14.0
  /// How far the circle stays inside the bar's lower edge.
  public var centreBottomGap = 8.0
  /// What the mini view's content keeps clear of the circle.
  public var centreClearance = 8.0

  // MARK: Grabber

  /// The visible bar of the grabber.
  public var grabberWidth = 40.0
  /// The visible bar of the grabber.
  public var grabberHeight = 5.0
  /// From the panel's top edge.
  public var grabberTop = 8.0
  /// Height of the area that takes a press.
  public var grabberArea = 36.0

  // MARK: Motion

  /// A drag starts after so many pixels; the slop is subtracted, so that nothing jumps.
  public var touchSlop = 8.0
  /// The same for a mouse.
  public var mouseSlop = 4.0
  /// A release at least this fast (px/s) is a flick.
  public var flickVelocity = 300.0
  /// The spring's response in seconds.
  public var springResponse = 0.4
  /// Damping ratio of every transition but a flick's…
  public var springDamping = 1.0
  /// …and of one released faster than `flickVelocity`: it overshoots a little.
  public var flickDamping = 0.86
  /// Seconds without an event after which a touchpad gesture is over: not every driver says so.
  public var touchpadSilence = 0.12
  /// Seconds that something is dragged over a tab until it is selected.
  public var tabHoverTime = 0.5
  /// Pixels scrolled down without turning that minimise the tab bar, and up that bring it back.
  public var scrollToMinimise = 48.0
  /// Pixels scrolled up that bring the bar back.
  public var scrollToRestore = 24.0
  /// The push of an attention bounce, px/s: a critical spring of 0.4 s rises by 14 px.
  public var attentionVelocity = 600.0
  /// Stiffness of the rubber band.
  public var rubberBand = 0.55
}

extension ShellMetrics {
  /// Every metric under its name: for traces and editors.
  public static var lengths: [(name: String, path: WritableKeyPath<ShellMetrics, Double>)] {
    [
      ("regularWidth", \.regularWidth),
      ("shortHeight", \.shortHeight),
      ("shortRowWidth", \.shortRowWidth),
      ("edgeSwipeWidth", \.edgeSwipeWidth),
      ("minimumWidth", \.minimumWidth),
      ("minimumHeight", \.minimumHeight),
      ("tabBarHeightCompact", \.tabBarHeightCompact),
      ("tabBarHeightRegular", \.tabBarHeightRegular),
      ("miniHeight", \.miniHeight),
      ("minimisedBarWidth", \.minimisedBarWidth),
      ("tabIconSide", \.tabIconSide),
      ("tabTitleGap", \.tabTitleGap),
      ("tabPadding", \.tabPadding),
      ("paneWidth", \.paneWidth),
      ("paneFraction", \.paneFraction),
      ("paneMinimumWidth", \.paneMinimumWidth),
      ("paneHandleWidth", \.paneHandleWidth),
      ("sheetMaximumHeight", \.sheetMaximumHeight),
      ("sheetTopGap", \.sheetTopGap),
      ("sheetRadius", \.sheetRadius),
      ("sheetBackdrop", \.sheetBackdrop),
      ("crossfadeEnd", \.crossfadeEnd),
      ("drawerRadius", \.drawerRadius),
      ("cardWidth", \.cardWidth),
      ("cardMargin", \.cardMargin),
      ("centreDiameter", \.centreDiameter),
      ("centreMinimumRise", \.centreMinimumRise),
      ("centreBottomGap", \.centreBottomGap),
      ("centreClearance", \.centreClearance),
      ("grabberWidth", \.grabberWidth),
      ("grabberHeight", \.grabberHeight),
      ("grabberTop", \.grabberTop),
      ("grabberArea", \.grabberArea),
      ("touchSlop", \.touchSlop),
      ("mouseSlop", \.mouseSlop),
      ("flickVelocity", \.flickVelocity),
      ("springResponse", \.springResponse),
      ("springDamping", \.springDamping),
      ("flickDamping", \.flickDamping),
      ("touchpadSilence", \.touchpadSilence),
      ("tabHoverTime", \.tabHoverTime),
      ("scrollToMinimise", \.scrollToMinimise),
      ("scrollToRestore", \.scrollToRestore),
      ("attentionVelocity", \.attentionVelocity),
      ("rubberBand", \.rubberBand),
    ]
  }
}
