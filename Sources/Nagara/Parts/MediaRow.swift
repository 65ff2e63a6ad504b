import GtkBridge
import PlayerCore

/// A row of a list: cover, two lines, and a time at the end. Songs, albums, artists and queue entries use it.
@MainActor
final class MediaRow {
  let root: Box
  let artwork: Artwork
  let title: Label
  let subtitle: Label
  let trailing: Label
  /// What the row shows, for patches of rows in view.
  var id: UInt64 = 0

  init(_ covers: Covers, coverSide: Int = 44) {
    artwork = Artwork(covers, .fixed(coverSide))
    artwork.valign = .center
    title = Label(ellipsis: .end, xalign: 0, classes: ["row-title"])
    subtitle = Label(ellipsis: .end, xalign: 0, classes: ["row-subtitle", "dim"])
    trailing = Label(xalign: 1, classes: ["row-time", "dim", "numeric"])
    let lines = Box(.vertical, spacing: 2, [title, subtitle])
    lines.valign = .center
    lines.hexpand = true
    root = Box(.horizontal, spacing: 12, [artwork, lines, trailing], classes: ["media-row"])
  }

  func show(_ track: Track, subtitle text: String? = nil, isCurrent: Bool) {
    artwork.show(track.coverKey)
    title.text = track.displayTitle
    subtitle.text = text ?? track.artistAndAlbum
    subtitle.visible = !subtitle.text.isEmpty
    trailing.text = track.durationNanoseconds.map(clockText) ?? ""
    setCurrent(isCurrent)
  }

  func setCurrent(_ isCurrent: Bool) { root.setClass("current", isCurrent) }
}

extension TrackID {
  /// The ID as a list's row.
  var row: UInt64 { UInt64(bitPattern: rawValue) }
  init(row: UInt64) { self.init(Int64(bitPattern: row)) }
}
