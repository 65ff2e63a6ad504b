import PlayerCore

/// The IDs of tracks that are pieces of a file, as CUE sheets cut it: the file's ID, and above it the piece's number
/// from 1. The whole file is piece 0, so that its track has the file's ID.
enum TrackPiece {
  static func id(file: Int64, number: Int) -> Int64 { file | Int64(number) << 32 }
  static func file(of track: Int64) -> Int64 { track & 0xffff_ffff }
  static func number(of track: Int64) -> Int { track > 0 ? Int(track >> 32) : 0 }

  /// More are no pieces of music.
  static let most = 9999
}

extension LibraryStore {
  func trackIDs(ofFile file: Int64) throws(DatabaseError) -> [Int64] {
    let select = try database.statement("SELECT id FROM tracks WHERE file = ? ORDER BY id")
    select.bind(1, file)
    var ids: [Int64] = []
    while try select.step() { ids.append(select.int64(0) ?? 0) }
    return ids
  }
}
