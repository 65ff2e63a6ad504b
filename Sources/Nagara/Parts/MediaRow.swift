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
  private let lines: Box
  /// Holds the time, and what may be laid over it.
  let trailingPlace: Widget
  /// What the row shows, for patches of rows in view.
  var id: UInt64 = 0

  /// - Parameters:
  ///   - overTime: laid over the time, and shown in its place by CSS when the row is pointed at.
  ///   - icon: stands where there is no cover.
  init(
    _ covers: Covers, coverSide: Int = 44, overTime: Widget? = nil, icon: String = "nagara-songs-symbolic"
  ) {
    artwork = Artwork(covers, .fixed(coverSide), icon: icon)
    artwork.valign = .center
    title = Label(ellipsis: .end, xalign: 0, classes: ["row-title"])
    subtitle = Label(ellipsis: .end, xalign: 0, classes: ["row-subtitle", "dim"])
    let time = Label(xalign: 1, classes: ["row-time", "dim", "numeric"])
    trailing = time
    lines = Box(.vertical, spacing: 2, [title, subtitle])
    lines.valign = .center
    lines.hexpand = true
    trailingPlace = overTime.map { Overlay(time, over: [$0]) } ?? time
    root = Box(.horizontal, spacing: 12, [artwork, lines, trailingPlace], classes: ["media-row"])
  }

  func show(_ track: Track, subtitle text: String? = nil, isCurrent: Bool) {
    artwork.show(track.coverKey)
    title.text = track.displayTitle
    subtitle.text = text ?? track.artistAndAlbum
    subtitle.visible = !subtitle.text.isEmpty
    trailing.text = track.durationNanoseconds.map(clockText) ?? ""
    setCurrent(isCurrent)
  }

  /// Adds a third line below the two.
  func addLine(_ line: Widget) { lines.append(line) }

  func setCurrent(_ isCurrent: Bool) { root.setClass("current", isCurrent) }
}

extension AlbumID {
  var row: UInt64 { UInt64(bitPattern: rawValue) }
  init(row: UInt64) { self.init(Int64(bitPattern: row)) }
}

extension ArtistID {
  var row: UInt64 { UInt64(bitPattern: rawValue) }
  init(row: UInt64) { self.init(Int64(bitPattern: row)) }
}

extension TrackID {
  /// The ID as a list's row.
  var row: UInt64 { UInt64(bitPattern: rawValue) }
  init(row: UInt64) { self.init(Int64(bitPattern: row)) }
}
