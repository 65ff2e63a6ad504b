import PlayerCore

/// The part of an MP4 file's sound that is the track, from its `moov` box.
///
/// AAC begins with priming samples and ends with padding. An edit list (`edts`) or iTunes' `iTunSMPB` tag says how
/// many. GStreamer's qtdemux follows the edit list by dropping packets: the last one never comes, which cuts up to
/// 23 ms, and lengths that are rounded to the film's time scale cut samples even of ALAC. So the list is hidden from
/// it, all packets are decoded, and `TrackStage` cuts to the sample.
struct MP4Edits: Equatable {
  /// In nanoseconds of the undivided sound; `end` is `nil` when it goes to the end.
  var start: UInt64
  var end: UInt64?

  /// Reads a whole `moov` box (header included) and renames its sound track's edit list to `free`.
  ///
  /// - Returns: `nil`, with nothing changed, if there is no list or tag, or one that does more than cut the ends, or
  ///   not exactly one sound track.
  static func hide(in moov: UnsafeMutableRawBufferPointer) -> MP4Edits? {
    let bytes = Bytes(buffer: UnsafeRawBufferPointer(moov))
    guard let movie = bytes.box(at: 0, end: moov.count), movie.type == "moov" else { return nil }
    let boxes = bytes.boxes(in: movie.content)
    let sounds = boxes.filter { $0.type == "trak" }.compactMap { SoundTrack(bytes, $0) }
    guard sounds.count == 1, let sound = sounds.first, sound.timescale > 0 else { return nil }
    let film = boxes.first { $0.type == "mvhd" }?.content
    let (filmScale, filmDuration) = film.flatMap(bytes.timescaleAndDuration) ?? (0, 0)

    var edits: MP4Edits?
    if let list = sound.list {
      guard list.count == 1, list[0].mediaTime >= 0, filmScale > 0 else { return nil }
      let start = UInt64(list[0].mediaTime)
      var cut = MP4Edits(start: nanoseconds(start, sound.timescale), end: nil)
      // The list counts in the film's units: an end within one of the sound's own end is that.
      let length = list[0].duration
      let own = sound.duration > start ? nanoseconds(sound.duration - start, sound.timescale) : 0
      let listed = nanoseconds(length, filmScale)
      if length > 0, listed + nanoseconds(1, filmScale) < own { cut.end = cut.start + listed }
      edits = cut
    }
    if let gapless = bytes.iTunesGapless(in: boxes) {
      // Exact, where the list is rounded.
      let start = nanoseconds(gapless.delay, sound.timescale)
      edits = MP4Edits(start: start, end: start + nanoseconds(gapless.samples, sound.timescale))
    }
    guard edits != nil else { return nil }
    // Without a list qtdemux ends the sound with the film: let that be no shorter than the sound.
    if let film, filmScale > 0 {
      let length = sound.duration.multipliedFullWidth(by: filmScale)
      guard length.high < sound.timescale else { return nil }
      let needed = sound.timescale.dividingFullWidth(length).quotient + 1
      if filmDuration < needed { bytes.setDuration(needed, of: film, in: moov) }
    }
    if let place = sound.listPlace {
      for (offset, byte) in "free".utf8.enumerated() { moov[place + 4 + offset] = byte }
    }
    return edits
  }

  private static func nanoseconds(_ units: UInt64, _ scale: UInt64) -> UInt64 {
    let (high, low) = units.multipliedFullWidth(by: Nanoseconds.second)
    guard high < scale else { return UInt64.max / 4 }
    return scale.dividingFullWidth((high, low)).quotient
  }

  /// What is needed of a `trak`.
  private struct SoundTrack {
    var timescale: UInt64 = 0
    var duration: UInt64 = 0
    var list: [(duration: UInt64, mediaTime: Int64)]?
    /// Where the `edts` box begins.
    var listPlace: Int?

    /// `nil` if it isn't sound.
    init?(_ bytes: Bytes, _ track: Bytes.Box) {
      let boxes = bytes.boxes(in: track.content)
      guard let media = boxes.first(where: { $0.type == "mdia" }) else { return nil }
      let parts = bytes.boxes(in: media.content)
      guard let handler = parts.first(where: { $0.type == "hdlr" }),
        bytes.type(at: handler.content.lowerBound + 8) == "soun"
      else { return nil }
      if let header = parts.first(where: { $0.type == "mdhd" }),
        let (scale, length) = bytes.timescaleAndDuration(header.content)
      {
        timescale = scale
        duration = length
      }
      guard let edits = boxes.first(where: { $0.type == "edts" }) else { return }
      listPlace = edits.start
      list = bytes.boxes(in: edits.content).first { $0.type == "elst" }.flatMap { bytes.editList($0.content) }
    }
  }
}

/// Big-endian reading with every access checked: files are not to be trusted.
private struct Bytes {
  let buffer: UnsafeRawBufferPointer

  struct Box {
    let type: String
    let start: Int
    let content: Range<Int>
  }

  func number(at place: Int, bytes: Int) -> UInt64? {
    guard place >= 0, place <= buffer.count - bytes else { return nil }
    return buffer[place..<place + bytes].reduce(0) { $0 << 8 | UInt64($1) }
  }

  func type(at place: Int) -> String? {
    guard place >= 0, place <= buffer.count - 4 else { return nil }
    return String(String.UnicodeScalarView(buffer[place..<place + 4].map { Unicode.Scalar($0) }))
  }

  func box(at place: Int, end: Int) -> Box? {
    guard place <= end - 8, var size = number(at: place, bytes: 4), let type = type(at: place + 4) else {
      return nil
    }
    var header = 8
    if size == 1 {
      guard let long = number(at: place + 8, bytes: 8) else { return nil }
      size = long
      header = 16
    }
    guard size >= UInt64(header), size <= UInt64(end - place) else { return nil }
    return Box(type: type, start: place, content: place + header..<place + Int(size))
  }

  func boxes(in range: Range<Int>) -> [Box] {
    var result: [Box] = []
    var place = range.lowerBound
    while let box = box(at: place, end: range.upperBound) {
      result.append(box)
      place = box.content.upperBound
    }
    return result
  }

  /// Of an `mvhd` or `mdhd` box.
  func timescaleAndDuration(_ range: Range<Int>) -> (scale: UInt64, duration: UInt64)? {
    let isLong = number(at: range.lowerBound, bytes: 1) == 1
    let place = range.lowerBound + (isLong ? 20 : 12)
    guard let scale = number(at: place, bytes: 4), let length = number(at: place + 4, bytes: isLong ? 8 : 4)
    else {
      return nil
    }
    return (scale, length)
  }

  /// Writes the duration of an `mvhd` box that `timescaleAndDuration` has read.
  func setDuration(_ duration: UInt64, of range: Range<Int>, in buffer: UnsafeMutableRawBufferPointer) {
    let isLong = number(at: range.lowerBound, bytes: 1) == 1
    let width = isLong ? 8 : 4
    let place = range.lowerBound + (isLong ? 24 : 16)
    for index in 0..<width {
      buffer[place + index] = UInt8(truncatingIfNeeded: duration >> (8 * UInt64(width - 1 - index)))
    }
  }

  func editList(_ range: Range<Int>) -> [(duration: UInt64, mediaTime: Int64)]? {
    let isLong = number(at: range.lowerBound, bytes: 1) == 1
    guard let count = number(at: range.lowerBound + 4, bytes: 4), count <= 1_000 else { return nil }
    let width = isLong ? 8 : 4
    return (0..<Int(count)).compactMap { index in
      let place = range.lowerBound + 8 + index * (2 * width + 4)
      guard let duration = number(at: place, bytes: width), let time = number(at: place + width, bytes: width)
      else {
        return nil
      }
      return (duration, isLong ? Int64(bitPattern: time) : Int64(Int32(truncatingIfNeeded: time)))
    }
  }

  /// `iTunSMPB`: hexadecimal words, of which the second is the delay, the third the padding, the fourth the samples.
  func iTunesGapless(in movie: [Box]) -> (delay: UInt64, samples: UInt64)? {
    guard let user = movie.first(where: { $0.type == "udta" }),
      let meta = boxes(in: user.content).first(where: { $0.type == "meta" })
    else { return nil }
    // `meta` has a version before its boxes.
    let inside = min(meta.content.lowerBound + 4, meta.content.upperBound)..<meta.content.upperBound
    guard let items = boxes(in: inside).first(where: { $0.type == "ilst" }) else { return nil }
    for item in boxes(in: items.content) where item.type == "----" {
      let parts = boxes(in: item.content)
      guard let name = parts.first(where: { $0.type == "name" }),
        let data = parts.first(where: { $0.type == "data" })
      else { continue }
      guard text(name.content.dropFirst(4)) == "iTunSMPB" else { continue }
      let words = text(data.content.dropFirst(8)).split(separator: " ").map { UInt64($0, radix: 16) }
      guard words.count >= 4, let delay = words[1], let samples = words[3], samples > 0, samples < 1 << 48,
        delay < 1 << 24
      else { return nil }
      return (delay, samples)
    }
    return nil
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: buffer[range], as: UTF8.self) }
}
