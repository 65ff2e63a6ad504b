import GtkBridge
import ShellCore

/// Tells the state what it can't know by itself: the window's size, text scale, direction and animation
/// setting, the sizes of labels, views, artwork and notices.
@MainActor
final class ShellSurroundings {
  private unowned let shell: ShellView
  private var observers: [Connection] = []
  private var reporting: SourceToken?
  private var labelling: SourceToken?

  init(_ shell: ShellView) { self.shell = shell }

  func attach() {
    guard let settings = GtkSettings.standard else { return }
    observers = [
      GtkSettings.animationsChanged, GtkSettings.resolutionChanged, GtkSettings.fontChanged,
      GtkSettings.themeChanged,
    ].map { settings.observe($0) { [weak self] in self?.changed() } }
  }

  /// Everything anew.
  func changed() {
    report()
    reportLabels()
    reportViews()
    shell.setClass("high-contrast", GtkSettings.standard?.isHighContrast == true)
  }

  /// Once the frame that is being laid out is done.
  func reportSoon() {
    guard reporting == nil else { return }
    reporting = MainLoop.after(milliseconds: 0) { [weak self] in
      guard let self else { return }
      self.reporting = nil
      self.report()
      self.reportArtwork()
      self.shell.focusKeeper.keepInView()
    }
  }

  func report() {
    var environment = shell.state.environment
    if shell.allocated.width > 0 {
      environment.width = Double(shell.allocated.width)
      environment.height = Double(shell.allocated.height)
    }
    environment.rightToLeft = shell.isRightToLeft
    environment.mapped = shell.isMapped
    if let settings = GtkSettings.standard {
      environment.textScale = settings.textScale
      environment.animations = settings.animationsEnabled
    }
    if environment != shell.state.environment { shell.deliver(.environment(environment)) }
  }

  /// The titles' widths: after each change of title, font, language or scale.
  func reportLabels() {
    guard labelling == nil else { return }
    labelling = MainLoop.after(milliseconds: 0) { [weak self] in
      guard let self else { return }
      self.labelling = nil
      let widths = self.shell.tabBar.buttons.map { Double($0.labelWidth) }
      if widths != self.shell.state.tabs.map(\.labelWidth) { self.shell.deliver(.labelWidths(widths)) }
    }
  }

  /// What the player's views need at least. A mini view that needs more than the metrics give gets it.
  func reportViews() {
    guard shell.player.child != nil, !shell.state.isMoving else { return }
    let metrics = shell.state.metrics
    let usual = metrics.miniHeight * shell.state.environment.textScale
    let wished = shell.miniHeight ?? usual
    let height = max(wished, Double(shell.mini.minimumHeight))
    let miniHeight = shell.miniHeight == nil && height <= usual ? nil : height
    let minimum = Double(shell.player.childMinimumWidth)
    let player = shell.state.player
    if miniHeight != player.miniHeight || minimum != player.fullMinimumWidth {
      shell.deliver(.setPlayerViews(fullMinimumWidth: minimum, miniHeight: miniHeight))
    }
  }

  /// Where the artwork is in the mini and in the full view; x counts from the leading edge.
  func reportArtwork() {
    guard shell.state.player.motion.isAtRest, let miniArtwork = shell.miniArtwork,
      let fullArtwork = shell.fullArtwork
    else { return }
    let from = place(miniArtwork, in: shell.mini)
    let to = place(fullArtwork, in: shell.player)
    guard let from, let to, from.width > 0, to.width > 0 else { return }
    if from != shell.state.player.miniArtwork || to != shell.state.player.fullArtwork {
      shell.deliver(.setArtwork(mini: from, full: to))
    }
  }

  private func place(_ artwork: Widget, in part: Widget) -> ShellRect? {
    guard let bounds = artwork.bounds(in: part) else { return nil }
    var place = ShellRect(bounds)
    if shell.isRightToLeft { place.x = Double(part.width) - place.maxX }
    return place
  }

  func reportToast() {
    let size = shell.toasts.size(within: max(shell.allocated.width - 24, 100))
    shell.deliver(.toastSize(width: Double(size.width), height: Double(size.height)))
  }
}
