import GtkBridge
import PlayerCore

/// Shuffle, previous, play or pause, next, repeat.
@MainActor
final class Transport {
  let root: Widget
  private let shuffle = ToggleButton(icon: "nagara-shuffle-symbolic", classes: ["flat", "circular", "mode"])
  private let previous = Button(icon: "media-skip-backward-symbolic", classes: ["flat", "circular", "skip"])
  private let play = Button(icon: "media-playback-start-symbolic", classes: ["circular", "disc"])
  var playButton: Widget { play }
  private let next = Button(icon: "media-skip-forward-symbolic", classes: ["flat", "circular", "skip"])
  private let repeatButton = Button(icon: "nagara-repeat-symbolic", classes: ["flat", "circular", "mode"])
  private var isShuffled = false
  private var mode = RepeatMode.off

  init(send: @escaping Send) {
    let row = Box(.horizontal, [shuffle, previous, play, next, repeatButton], classes: ["transport-row"])
    for button in [shuffle, previous, play, next, repeatButton] as [Button] {
      button.valign = .center
      button.halign = .center
      button.hexpand = true
    }
    // Players' buttons stay in the order of the time line.
    row.forceLeftToRight()
    root = row
    shuffle.describe(tr("Shuffle"))
    previous.describe(tr("Previous Track"))
    next.describe(tr("Next Track"))
    shuffle.onClick { [weak self] in
      guard let self else { return }
      send(.player(.setShuffled(!self.isShuffled)))
    }
    previous.onClick { send(.player(.previous)) }
    play.onClick { send(.player(.toggle)) }
    next.onClick { send(.player(.next)) }
    repeatButton.onClick { [weak self] in
      guard let self else { return }
      let after: [RepeatMode: RepeatMode] = [.off: .all, .all: .one, .one: .off]
      send(.player(.setRepeat(after[self.mode] ?? .off)))
    }
  }

  func update(_ old: AppState?, _ new: AppState) {
    if old == nil || old?.player.status != new.player.status {
      let isPlaying = new.player.status == .playing
      play.setIcon(isPlaying ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
      play.describe(isPlaying ? tr("Pause") : tr("Play"))
    }
    isShuffled = new.player.queue.isShuffled
    shuffle.active = isShuffled
    if old == nil || mode != new.player.queue.repeatMode { showRepeat(new.player.queue.repeatMode) }
  }

  private func showRepeat(_ new: RepeatMode) {
    mode = new
    repeatButton.setIcon(new == .one ? "nagara-repeat-one-symbolic" : "nagara-repeat-symbolic")
    repeatButton.setClass("on", new != .off)
    switch new {
    case .off: repeatButton.describe(tr("Repeat: Off"))
    case .all: repeatButton.describe(tr("Repeat: All"))
    case .one: repeatButton.describe(tr("Repeat: This Track"))
    }
  }
}

/// The volume: a button that mutes, and a slider.
@MainActor
final class VolumeRow {
  let root: Widget
  private let mute = Button(icon: "audio-volume-high-symbolic", classes: ["flat", "circular", "mode"])
  private let scale = Scale(range: 0...1, step: 0.05)
  private var isMuted = false

  init(send: @escaping Send) {
    scale.hexpand = true
    scale.addClass("volume")
    scale.accessibleLabel(tr("Volume"))
    root = Box(.horizontal, spacing: 10, [mute, scale], classes: ["volume-row"])
    scale.onUserChange { value in
      send(.player(.setMuted(false)))
      send(.player(.setVolume(value)))
    }
    mute.onClick { [weak self] in
      guard let self else { return }
      send(.player(.setMuted(!self.isMuted)))
    }
  }

  func update(_ old: AppState?, _ new: AppState) {
    let player = new.player
    guard old == nil || old?.player.volume != player.volume || old?.player.isMuted != player.isMuted else {
      return
    }
    isMuted = player.isMuted
    if abs(scale.value - player.volume) > 0.001 { scale.value = player.volume }
    scale.setClass("muted", isMuted)
    let level =
      isMuted || player.volume == 0
      ? "muted" : player.volume < 0.34 ? "low" : player.volume < 0.67 ? "medium" : "high"
    mute.setIcon("audio-volume-\(level)-symbolic")
    mute.describe(isMuted ? tr("Unmute") : tr("Mute"))
  }
}
