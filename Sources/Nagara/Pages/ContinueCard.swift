import GtkBridge
import PlayerCore
import ShellCore

/// What plays, rests or was heard last, large, in its cover's colours: to go on with it.
@MainActor
final class ContinueCard {
  let root: Overlay
  private let context: PageContext
  private let tint = Tint()
  private let artwork: Artwork
  private let kind = Label(ellipsis: .end, xalign: 0, classes: ["continue-kind"])
  private let title = Label(ellipsis: .end, xalign: 0, classes: ["continue-title"])
  private let facts = Label(ellipsis: .end, xalign: 0)
  private let open: Button
  private let play = Button(icon: "media-playback-start-symbolic", classes: ["disc"])
  private var shown: Continuation?

  init(_ context: PageContext) {
    self.context = context
    artwork = Artwork(context.covers, .fixed(84), resolution: .shelf)
    artwork.keepsPrevious = true
    artwork.addClass("raised")
    artwork.valign = .center
    facts.wraps(lines: 2)
    let lines = Box(.vertical, spacing: 2, [kind, title, facts])
    lines.valign = .center
    lines.hexpand = true
    open = Button(
      child: Box(.horizontal, spacing: 14, [artwork, lines]), classes: ["flat", "continue-open"])
    open.hexpand = true
    play.valign = .center
    play.margins(end: 8)
    let row = Box(.horizontal, spacing: 8, [open, play], classes: ["continue-row"])
    root = Overlay(tint, over: [row], measuresAll: true)
    root.addClass("continue-card")
    root.clipsOverflow = true
    root.visible = false
    open.onClick { [weak self] in self?.follow() }
    play.onClick { [weak self] in self?.start() }
  }

  func update(_ old: AppState?, _ new: AppState) {
    let isPlaying = new.player.status == .playing
    if old == nil || isOther(old, new) || (old?.player.status == .playing) != isPlaying {
      show(new.continuation, isPlaying)
    }
    if old == nil || old?.tint != new.tint {
      tint.show(new.tint, animated: new.shell.environment.animations)
    }
  }

  private func isOther(_ old: AppState?, _ new: AppState) -> Bool {
    old?.currentTrack != new.currentTrack || old?.queueRevision != new.queueRevision
      || old?.library.revision != new.library.revision || old?.home.revision != new.home.revision
      || old?.playlists.revision != new.playlists.revision
  }

  private func show(_ new: Continuation?, _ isPlaying: Bool) {
    shown = new
    root.visible = new != nil
    guard let new else { return }
    artwork.show(new.coverKey)
    kind.text = isPlaying ? tr("Now Playing") : tr("Continue")
    title.text = new.title
    facts.text = new.facts
    facts.visible = !new.facts.isEmpty
    open.accessibleLabel([kind.text, new.title, new.facts].joined(separator: ", "))
    play.setIcon(isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
    play.describe(isPlaying ? tr("Pause") : tr("Play"))
  }

  private func follow() {
    switch shown?.kind {
    case .queue: context.send(.shell(.expandPlayer(.code)))
    case .album(let id): context.send(.showAlbum(id))
    case nil: break
    }
  }

  private func start() {
    switch shown?.kind {
    case .queue: context.send(.player(.toggle))
    case .album(let id): context.send(.play(.album(id), from: nil, shuffled: false))
    case nil: break
    }
  }
}
