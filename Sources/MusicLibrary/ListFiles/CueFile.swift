import PlayerCore

/// A CUE sheet with the files that it cuts.
struct CueFile {
  /// A file of the sheet.
  struct Image {
    /// As the sheet names it.
    var name: [UInt8]
    /// `nil` if it can't be found.
    var path: FilePath?
    /// Where it stands in the sheet, from 1; `nil` if its name can't be found there again.
    var line: Int?
    var parts: [TrackPart]
  }

  var images: [Image]

  /// Reads a sheet; `nil` if there is no track in it.
  ///
  /// - Parameter lookup: finds the files, whose names are often those of another format or machine.
  init?(_ path: FilePath, _ bytes: [UInt8], locale: String, lookup: inout FileLookup) {
    let decode = TextFile.decoder(for: bytes, locale: locale)
    guard let folder = path.parent,
      let sheet = CueSheet(parsing: TextBytes.utf8(bytes), decode: decode)
    else { return nil }
    let total = sheet.files.reduce(0) { $0 + $1.tracks.count }
    images = sheet.files.filter { !$0.tracks.isEmpty }.map { file in
      Image(
        name: file.name, path: nil, line: CueFile.line(of: file.name, in: bytes),
        parts: CueFile.parts(of: file, in: sheet, total: total))
    }
    for index in images.indices {
      images[index].path = CueFile.find(
        images[index].name, in: folder, sheet: path, isOnly: images.count == 1, decode, &lookup)
    }
  }

  /// What the sheets of a folder make of its files. A sheet that is wrong says nothing: nobody named it.
  static func cutFiles(
    in listing: FolderWalk.Listing, locale: String, lookup: inout FileLookup
  ) -> [FilePath: [TrackPart]] {
    var cut: [FilePath: [TrackPart]] = [:]
    for name in listing.sheets {
      guard let path = listing.folder.appending(name), case .success(let bytes) = TextFile.read(path),
        let sheet = CueFile(path, bytes, locale: locale, lookup: &lookup)
      else { continue }
      for image in sheet.images {
        // Of two sheets for one file the first counts.
        if let file = image.path, file.parent == listing.folder, cut[file] == nil { cut[file] = image.parts }
      }
    }
    return cut
  }

  /// The pieces that a sheet in a file's own tags cuts it into; empty if it cuts nothing.
  static func parts(embedded text: String) -> [TrackPart] {
    guard let sheet = CueSheet(parsing: Array(text.utf8)) else { return [] }
    // An embedded sheet is about its own file, whatever it calls that; one about several is about others.
    let files = sheet.files.filter { !$0.tracks.isEmpty }
    guard files.count == 1 else { return [] }
    let parts = parts(of: files[0], in: sheet, total: files[0].tracks.count)
    return parts.contains { $0.segment != nil } ? parts : []
  }

  private static func parts(of file: CueSheet.File, in sheet: CueSheet, total: Int) -> [TrackPart] {
    let segments = CueSheet.segments(of: file)
    // A file that is one track from its beginning is not cut.
    let isWhole = file.tracks.count == 1 && segments[0].start == 0
    return zip(file.tracks, segments).compactMap { track, segment in
      // Times that go backwards are a mistake in the sheet; such a track has no length.
      if let end = segment.end, end <= segment.start { return nil }
      var part = TrackPart(segment: isWhole ? nil : segment)
      part.title = track.title
      part.album = sheet.title
      let performer = track.performer ?? sheet.performer
      part.artists = performer.map { [$0] } ?? []
      part.albumArtists = sheet.performer.map { [$0] } ?? []
      part.number = NumberOfTotal(track.number, of: total)
      func remark(_ name: String) -> String? { track.remarks[name] ?? sheet.remarks[name] }
      part.disc = NumberOfTotal(
        remark("DISCNUMBER").flatMap { TagValues.numberOfTotal($0).number },
        of: remark("TOTALDISCS").flatMap { TagValues.numberOfTotal($0).number })
      part.date = remark("DATE").flatMap(TagValues.date)
      part.genres = remark("GENRE").map { [$0] } ?? []
      part.composers = (remark("COMPOSER") ?? remark("SONGWRITER")).map { [$0] } ?? []
      part.gains.track = gain(track.remarks, "TRACK")
      part.gains.album = gain(sheet.remarks, "ALBUM")
      return part
    }
  }

  /// Where a file is named.
  private static func line(of name: [UInt8], in bytes: [UInt8]) -> Int? {
    let lines = TextBytes.utf8(bytes).split(separator: 10, omittingEmptySubsequences: false)
    let index = lines.firstIndex { line in
      line.drop { $0 == 0x20 || $0 == 9 }.starts(with: "FILE".utf8) && line.containsRun(name)
    }
    return index.map { $0 + 1 }
  }

  private static func gain(_ remarks: [String: String], _ kind: String) -> Gain? {
    remarks["REPLAYGAIN_\(kind)_GAIN"].flatMap(TagValues.decibels).map {
      Gain(decibels: $0, peak: remarks["REPLAYGAIN_\(kind)_PEAK"].flatMap(TagValues.positive))
    }
  }

  /// The file of that name; else one of the same name in another format (the sheet says `.wav`, and the file was
  /// compressed since); else, for a sheet of one file, the one named as the sheet.
  private static func find(
    _ name: [UInt8], in folder: FilePath, sheet: FilePath, isOnly: Bool, _ decode: ([UInt8]) -> String,
    _ lookup: inout FileLookup
  ) -> FilePath? {
    if case .paths(let paths) = PlaylistCandidates.target(of: name, in: folder, decode: decode) {
      for path in paths where FileLookup.kind(path) == .file { return path }
      for path in paths {
        if let found = lookup.find(path), FileLookup.kind(found) == .file { return found }
      }
      for path in paths {
        if let there = path.parent.flatMap({ lookup.find($0) }),
          let found = audio(of: TagFileName.stem(path.lastComponent), in: there, &lookup)
        {
          return found
        }
      }
    }
    guard isOnly else { return nil }
    return audio(of: TagFileName.stem(sheet.lastComponent), in: folder, &lookup)
  }

  private static func audio(of stem: [UInt8], in folder: FilePath, _ lookup: inout FileLookup) -> FilePath? {
    let key = FileLookup.key(stem)
    let names = lookup.names(in: folder).values.filter {
      FileKind($0) == .audio && FileLookup.key(TagFileName.stem($0)) == key
    }
    return names.min { $0.lexicographicallyPrecedes($1) }.flatMap { folder.appending($0) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func containsRun(_ run: [UInt8]) -> Bool {
    guard run.count <= count else { return false }
    return (startIndex...(endIndex - run.count)).contains { self[$0...].starts(with: run) }
  }
}
