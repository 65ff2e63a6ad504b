public import GtkBridge
public import ShellCore

/// What a host answers and hears. Questions are asked before anything changes; the answer travels inside the
/// action, so that a trace has it.
@MainActor
public struct ShellHooks {
  /// The host may refuse a tab.
  public var shouldSelect: (TabID) -> Bool = { _ in true }
  /// The tab that a script means by a name: a host that has joined or renamed tabs lets their old names go on
  /// working. nil: the host has done already what was wanted.
  public var tabNamed: (String) -> TabID? = { $0 }
  /// The host may refuse a rest position of the player (`PlayerRest`) or the drawer (a detent, or `closed`).
  /// nil refuses none. Taps, keys and code are asked as drags are.
  public var shouldSettle: ((ShellEffect.Part, DetentID) -> Bool)?
  /// A part is about to go to a rest position, and has arrived there.
  public var willSettle: (ShellEffect.Part, DetentID) -> Void = { _, _ in }
  public var didSettle: (ShellEffect.Part, DetentID) -> Void = { _, _ in }
  /// How far a panel is, each frame that it moves: the player from 0 (docked) to 1 (expanded) and a little
  /// beyond in an overshoot; the drawer's visible height as a part of the window's.
  public var progressDidChange: (ShellEffect.Part, Double) -> Void = { _, _ in }
  public var didSelect: (TabID) -> Void = { _ in }
  /// The mini view was swiped to the item after, or before. Which there are the host tells with
  /// `ShellAction.setMiniSwipes`.
  public var skipped: (_ next: Bool) -> Void = { _ in }
  /// The player was swiped away, or came back by Undo.
  public var playerDismissed: (_ isAway: Bool) -> Void = { _ in }
  /// What the mini view's content keeps clear of the centre button, in the mini view's coordinates; empty if
  /// the button doesn't reach in.
  public var miniClearanceDidChange: (Rect) -> Void = { _ in }

  public init() {}
}

extension ShellView {
  /// As in `hooks`.
  public var shouldSelect: (TabID) -> Bool {
    get { hooks.shouldSelect }
    set { hooks.shouldSelect = newValue }
  }

  /// As in `hooks`.
  public var shouldSettle: (ShellEffect.Part, DetentID) -> Bool {
    get { hooks.shouldSettle ?? { _, _ in true } }
    set { hooks.shouldSettle = newValue }
  }

  /// Sends an action, the host asked first whatever it may refuse.
  public func send(_ action: ShellAction) {
    ask(before: action)
    deliver(action)
  }

  /// Tells the state which rest positions the host permits now, before an action that may settle a panel.
  /// For hosts that send such actions to a store of their own.
  public func ask(before action: ShellAction) {
    switch action {
    case .expandPlayer, .collapsePlayer, .togglePlayer: ask(.player)
    case .moveDrawer, .stepDrawer, .tapDrawerBackdrop: ask(.drawer)
    case .escape:
      ask(.player)
      ask(.drawer)
    default: break
    }
  }

  private func ask(_ part: ShellEffect.Part) {
    guard hooks.shouldSettle != nil else { return }
    let permitted = permittedRests(part)
    let known = part == .drawer ? state.drawer.permitted : state.player.permitted
    if permitted != known { deliver(.setPermitted(part, permitted)) }
  }

  /// The host's answers for every rest position at once; nil if it refuses none.
  func permittedRests(_ part: ShellEffect.Part) -> [DetentID]? {
    guard let shouldSettle = hooks.shouldSettle else { return nil }
    let all =
      part == .drawer
      ? [Detent.closed] + state.drawer.detents.map(\.id)
      : [PlayerRest.docked, PlayerRest.expanded, PlayerRest.dismissed]
    let permitted = all.filter { shouldSettle(part, $0) }
    return permitted.count == all.count ? nil : permitted
  }

  /// Selects the visible tab so many places on, over those that the host refuses.
  func step(_ step: Int, _ route: Route) {
    let visible = state.tabs.filter(\.isVisible)
    guard visible.count > 1, let place = visible.firstIndex(where: { $0.id == state.selectedTab }) else {
      return
    }
    for distance in 1..<visible.count {
      let index = (place + step * distance) % visible.count
      let id = visible[index < 0 ? index + visible.count : index].id
      if hooks.shouldSelect(id) { return deliver(.selectTab(id, allowed: true, route)) }
    }
  }

  // MARK: Effects

  /// Does what an effect asks of the widgets, then tells the host's hooks.
  public func perform(_ effect: ShellEffect) {
    switch effect {
    case .focus(let part): focusKeeper.move(to: part)
    case .scrollToTop(let id): scrollToTop(id)
    case .pageRemoved(let tab, let page): stacks[tab]?.drop(page)
    case .scroll(let offset): drags.scroller.move(to: offset)
    case .willSettle(let part, let id): hooks.willSettle(part, id)
    case .didSettle(let part, let id):
      surroundings.reportArtwork()
      focusKeeper.settled(part)
      hooks.didSettle(part, id)
    case .didSelect(let id): hooks.didSelect(id)
    case .skip(let next): hooks.skipped(next)
    case .playerDismissed:
      show(Toast(dismissalNotice, button: tr("Undo")) { [weak self] in self?.deliver(.undoDismissal) })
      hooks.playerDismissed(true)
    case .dismissalUndone: hooks.playerDismissed(false)
    case .centreActivated: break
    }
  }

  /// The current tab was chosen again at its root.
  private func scrollToTop(_ id: TabID) {
    guard let tab = tabs.first(where: { $0.id == id }) else { return }
    if let own = tab.scrollToTop { return own() }
    if let scroller = stacks[id]?.top?.firstScroller { scroller.value = scroller.lower }
  }
}

// MARK: What pages ask

extension ShellView {
  /// The shell that a widget is in; nil if it is in none, so that a page works outside a shell too.
  public static func enclosing(_ widget: Widget) -> ShellView? {
    var current: Widget? = widget
    while let candidate = current {
      if let shell = Peer.of(candidate.raw, as: ShellView.self) { return shell }
      current = candidate.parent
    }
    return nil
  }

  /// What floats over the lower end of the content, in logical pixels: the height of an undimmed drawer. A
  /// page adds it below its last row. Docked bars don't count: the content ends at their top.
  public var contentInset: Double { layout.contentInset }

  /// What the mini view's content keeps clear of the centre button now: see `miniClearanceDidChange`.
  public var miniClearance: Rect { Rect(layout.miniClearance) }

  /// Calls `tell` with each new content inset until the token is dropped, and once right now.
  public func observeContentInset(_ tell: @escaping (Double) -> Void) -> InsetObservation {
    tell(contentInset)
    return insets.add(tell)
  }

  /// Accepts files and other addresses dropped on the player (mini view and full view) or the drawer.
  /// - Parameters:
  ///   - part: where they are dropped.
  ///   - handler: gets the URIs; true accepts them.
  public func acceptDrops(on part: ShellEffect.Part, _ handler: @escaping ([String]) -> Bool) {
    let targets: [Widget] =
      switch part {
      case .player: [mini, player]
      case .drawer: [drawer]
      case .content: [content]
      }
    for target in targets { target.addController(FileDropTarget(handler)) }
  }
}

extension Widget {
  /// Keeps the shell's drags off the widget and all in it: for controls with drags of their own that the shell
  /// can't know, such as a canvas. Sliders, entries, text, scrollbars and drag sources keep theirs anyway.
  public func exemptFromShellDrags() { addClass("shell-exempt") }
}

/// Keeps an observation of the content inset alive.
@MainActor
public final class InsetObservation {
  fileprivate let tell: (Double) -> Void
  fileprivate init(_ tell: @escaping (Double) -> Void) { self.tell = tell }
}

@MainActor
final class InsetObservers {
  private struct Weak { weak var observation: InsetObservation? }
  private var all: [Weak] = []

  func add(_ tell: @escaping (Double) -> Void) -> InsetObservation {
    let observation = InsetObservation(tell)
    all.removeAll { $0.observation == nil }
    all.append(Weak(observation: observation))
    return observation
  }

  func tell(_ inset: Double) { for one in all { one.observation?.tell(inset) } }
}
