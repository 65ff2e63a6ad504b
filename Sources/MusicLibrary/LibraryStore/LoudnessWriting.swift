import PlayerCore

// How loud tracks without gains in their tags are, as somebody measured.

extension LibraryStore {
  /// The tracks of which no gain is known, by albums: all of an album, if one of them is such, because an album's gain
  /// is of all its tracks. Those that are not there are left out.
  func unmeasured() throws(DatabaseError) -> [[Int64]] {
    let select = try database.statement(
      """
      SELECT t.id, t.albumID FROM tracks AS t JOIN files ON files.id = t.file
      WHERE files.missing IS NULL AND t.id IN (
        SELECT id FROM tracks AS o WHERE trackGain IS NULL AND NOT EXISTS (
            SELECT 1 FROM loudness WHERE track = o.id AND audioKey IS o.audioKey)
        UNION ALL
        SELECT id FROM tracks WHERE albumID IN (
          SELECT albumID FROM tracks AS o WHERE trackGain IS NULL AND albumGain IS NULL AND NOT EXISTS (
            SELECT 1 FROM loudness WHERE track = o.id AND audioKey IS o.audioKey)))
      ORDER BY t.albumID, t.disc, t.number, t.id
      """)
    var groups: [[Int64]] = []
    var last: Int64?
    while try select.step() {
      let album = select.int64(1)
      if album == nil || album != last { groups.append([]) }
      last = album
      groups[groups.count - 1].append(select.int64(0) ?? 0)
    }
    return groups
  }

  func putLoudness(_ track: Int64, _ own: Gain?, album: Gain?) throws(DatabaseError) {
    let put = try database.statement(
      """
      INSERT OR REPLACE INTO loudness (track, audioKey, gain, peak, albumGain, albumPeak)
      SELECT id, audioKey, ?2, ?3, ?4, ?5 FROM tracks WHERE id = ?1
      """)
    put.bind(1, track)
    put.bind(2, own?.decibels)
    put.bind(3, own?.peak)
    put.bind(4, album?.decibels)
    put.bind(5, album?.peak)
    try put.run()
  }
}
