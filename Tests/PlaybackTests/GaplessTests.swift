import Testing

@Suite(.serialized) struct GaplessTests {
  struct Format: CustomStringConvertible, Sendable {
    let name: String
    let elements: String
    let needs: [String]
    var description: String { name }
  }

  static let lossless = [
    Format(name: "wav", elements: "wavenc", needs: []),
    Format(name: "flac", elements: "flacenc", needs: ["flacenc", "flacdec"]),
    Format(
      name: "m4a", elements: "avenc_alac ! mp4mux", needs: ["avenc_alac", "avdec_alac", "mp4mux", "qtdemux"]),
    Format(name: "wv", elements: "wavpackenc", needs: ["wavpackenc", "wavpackdec"]),
  ].filter { $0.needs.allSatisfy { TestSound.has($0) } }

  /// Where a sweep is cut: nowhere near a block's border, and in steps of 49 frames (2/1800 s), because mp4mux writes
  /// lengths in 1/1800 s and rounds down, which would cut samples from the file itself.
  private static let cuts = [0, 22_099, 40_033, 66_493, 88_200, 110_250]

  private func pieces(of samples: [Int16], rate: Int = TestSound.rate, in folder: Folder) throws -> [String] {
    try zip(Self.cuts, Self.cuts.dropFirst()).enumerated().map { index, cut in
      try folder.write(TestSound.wav(samples[cut.0 * 2..<cut.1 * 2], rate: rate), to: "piece\(index).wav")
    }
  }

  @Test(arguments: lossless)
  func aSweepInPiecesSoundsAsItWas(_ format: Format) throws {
    let folder = try Folder()
    let samples = TestSound.sweep(frames: Self.cuts.last!)
    let files = try pieces(of: samples, in: folder).map { piece in
      let target = piece + "." + format.name
      try TestSound.encode(piece, with: format.elements, to: target)
      return target
    }
    let capture = folder.file("capture")
    let run = try ProbeRun(files, in: folder, capture: capture)
    let heard = TestSound.floats(Folder.read(capture))
    #expect(run.started == Array(files.indices), "\(run.output)")
    let joins = run.all("started").dropFirst().map(\.isJoined)
    #expect(!joins.contains(false))
    #expect(heard == samples.map { Float($0) / 32_768 }, "\(heard.count) samples for \(samples.count)")
  }

  /// Those whose headers say where the sound begins and ends come from ffmpeg, where there is one: GStreamer's own
  /// encoders don't write that.
  static let lossy =
    [
      Format(
        name: "ogg", elements: "vorbisenc quality=0.6 ! oggmux", needs: ["vorbisenc", "oggmux", "vorbisdec"]),
      Format(
        name: "opus", elements: "audioresample ! audio/x-raw,rate=48000 ! opusenc bitrate=192000 ! oggmux",
        needs: ["opusenc", "oggmux", "opusdec"]),
    ].filter { $0.needs.allSatisfy { TestSound.has($0) } }
    + [
      Format(name: "mp3", elements: "ffmpeg libmp3lame", needs: []),
      Format(name: "m4a", elements: "ffmpeg aac", needs: []),
    ].filter { _ in TestSound.hasFFmpeg }

  private func encode(_ source: String, _ format: Format, to target: String) throws {
    let words = format.elements.split(separator: " ").map(String.init)
    if words[0] == "ffmpeg" {
      try TestSound.encode(source, ffmpegCodec: words[1], to: target)
    } else {
      try TestSound.encode(source, with: format.elements, to: target)
    }
  }

  /// Not a sample too many or too few, though a codec's packets end elsewhere.
  @Test(arguments: lossy)
  func lossyPiecesAreAsLongAsTheyWere(_ format: Format) throws {
    let folder = try Folder()
    let rate = format.name == "opus" ? 48_000 : TestSound.rate
    let files = try pieces(of: TestSound.sweep(frames: Self.cuts.last!), rate: rate, in: folder).map {
      piece in
      let target = piece + "." + format.name
      try encode(piece, format, to: target)
      return target
    }
    let capture = folder.file("capture")
    let run = try ProbeRun(files, in: folder, capture: capture)
    #expect(run.started == Array(files.indices), "\(run.output)")
    let joins = run.all("started").dropFirst().map(\.isJoined)
    #expect(!joins.contains(false))
    let frames = TestSound.floats(Folder.read(capture)).count / 2
    #expect(frames == Self.cuts.last!, "\(frames) frames")
  }

  /// Where a sheet cuts one file: in CD frames of 588 samples.
  private static let marks = [0, 61, 133, 201, 262, 337]

  /// The parts of a file as a sheet has them: each begins where the one before it ends, the last ends with the file.
  private func parts(of file: String) -> [String] {
    func nanoseconds(_ frames: Int) -> Int { frames * 1_000_000_000 / 75 }
    return Self.marks.dropLast().indices.map { index in
      let end = index + 2 < Self.marks.count ? "\(nanoseconds(Self.marks[index + 1]))" : ""
      return "\(file)#t=\(nanoseconds(Self.marks[index]))-\(end)"
    }
  }

  @Test(arguments: lossless)
  func tracksOfOneFileSoundAsTheFile(_ format: Format) throws {
    let folder = try Folder()
    let samples = TestSound.sweep(frames: Self.marks.last! * 588)
    let whole = try folder.write(TestSound.wav(samples), to: "whole.wav")
    let image = folder.file("image.\(format.name)")
    try TestSound.encode(whole, with: format.elements, to: image)
    let capture = folder.file("capture")
    // Fast: each is sought to its start when its turn has come already.
    for options in [[], ["--fast"]] {
      let run = try ProbeRun(parts(of: image), in: folder, capture: capture, options: options)
      let heard = TestSound.floats(Folder.read(capture))
      #expect(run.started == Array(0..<5), "\(run.output)")
      #expect(!options.isEmpty || !run.all("started").dropFirst().map(\.isJoined).contains(false))
      #expect(
        heard == samples.map { Float($0) / 32_768 }, "\(options): \(heard.count) samples for \(samples.count)"
      )
    }
  }

  /// Played by parts a lossy file is what it is when it is played as a whole: no decoder begins cold at a join.
  @Test(arguments: lossy)
  func tracksOfOneLossyFileSoundAsTheFile(_ format: Format) throws {
    let folder = try Folder()
    let whole = try folder.write(
      TestSound.wav(TestSound.sweep(frames: Self.marks.last! * 588)), to: "whole.wav")
    let image = folder.file("image.\(format.name)")
    try encode(whole, format, to: image)
    func heard(_ files: [String]) throws -> [Float] {
      let capture = folder.file("capture")
      let run = try ProbeRun(files, in: folder, capture: capture, options: ["--fast"])
      #expect(run.started == Array(files.indices), "\(run.output)")
      return TestSound.floats(Folder.read(capture))
    }
    let (one, five) = (try heard([image]), try heard(parts(of: image)))
    #expect(one.count == five.count, "\(five.count) samples for \(one.count)")
    // Around the joins. (Elsewhere a decoder may fill in noise of its own, another each time.)
    for mark in Self.marks[1..<5] {
      let place = one.count / Self.marks.last! * mark
      let difference = zip(one, five).dropFirst(place - 3_000).prefix(6_000).map { abs($0 - $1) }.max() ?? 1
      #expect(difference < 0.01, "\(difference) at \(mark)")
    }
  }

  @Test func aSeekInATrackOfAFileStaysInTheTrack() throws {
    let folder = try Folder()
    let file = try folder.write(TestSound.wav(TestSound.ramp(frames: 5 * TestSound.rate)), to: "a.wav")
    let second = 1_000_000_000
    let capture = folder.file("capture")
    let run = try ProbeRun(
      ["\(file)#t=\(second)-\(3 * second)", "\(file)#t=\(3 * second)-"], in: folder, capture: capture,
      commands: [(300, "seek=1500")], on: [("tick", "looks=20")])
    // From 1.5 s into the first, which is 2.5 s into the file, over the join to the file's end.
    let heard = TestSound.floats(Folder.read(capture))
    #expect(heard.count / 2 == 5 * TestSound.rate / 2)
    let fade = TestSound.rate / 100
    let frames = (fade..<heard.count / 2).map { TestSound.frame(heard[2 * $0], heard[2 * $0 + 1]) }
    let first = 5 * TestSound.rate / 2
    #expect(frames == Array(first + fade..<first + heard.count / 2))
    let error = ProbeRun.error(run.all("position")) { 1500 + Double($0 / 8) * 1000 / Double(TestSound.rate) }
    #expect(abs(error) <= 20, "\(error) ms")
    #expect(run.started == [0, 1], "\(run.output)")
    #expect(run.all("duration").map(\.nanoseconds).prefix(2) == [2 * second, 2 * second])
  }

  @Test func aRepeatedTrackJoinsItself() throws {
    let folder = try Folder()
    let samples = TestSound.sweep(frames: 20_000)
    let file = try folder.write(TestSound.wav(samples), to: "a.wav")
    let capture = folder.file("capture")
    _ = try ProbeRun(
      [file], in: folder, capture: capture, commands: [(0, "repeat=one"), (1200, "repeat=off")])
    let heard = TestSound.floats(Folder.read(capture))
    let once = samples.map { Float($0) / 32_768 }
    let times = heard.count / once.count
    #expect(times >= 2)
    #expect(heard == Array(repeatElement(once, count: times).joined()))
  }

  @Test func aMonoTrackJoinsInTheRunningChannels() throws {
    let folder = try Folder()
    let samples = TestSound.sweep(frames: 22_050)
    let first = try folder.write(TestSound.wav(samples), to: "a.wav")
    let other = folder.file("b.wav")
    try TestSound.encode(first, with: "audio/x-raw,channels=1 ! wavenc", to: other)
    let capture = folder.file("capture")
    let run = try ProbeRun([first, other, first], in: folder, capture: capture)
    let heard = TestSound.floats(Folder.read(capture))
    #expect(run.started == [0, 1, 2])
    #expect(run.all("started").map(\.isJoined) == [false, true, true])
    #expect(Array(heard.prefix(samples.count)) == samples.map { Float($0) / 32_768 })
    #expect(Array(heard.suffix(samples.count)) == samples.map { Float($0) / 32_768 })
    #expect(heard.count == 3 * samples.count)
  }

  /// The output opens anew with the second's rate, once the first was heard to its end.
  @Test func aTrackOfAnotherRateIsHeardAtItsOwn() throws {
    let folder = try Folder()
    let samples = TestSound.sweep(frames: 22_050)
    let first = try folder.write(TestSound.wav(samples), to: "a.wav")
    let other = try folder.write(TestSound.wav(samples, rate: 48_000), to: "b.wav")
    let capture = folder.file("capture")
    let run = try ProbeRun([first, other], in: folder, capture: capture)
    #expect(run.started == [0, 1], "\(run.output)")
    #expect(run.all("started").map(\.isJoined) == [false, false])
    #expect(run.all("finished").map(\.track) == [0, 1])
    #expect(TestSound.floats(Folder.read(capture)) == (samples + samples).map { Float($0) / 32_768 })
  }
}
