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

  private func pieces(of samples: [Int16], in folder: Folder) throws -> [String] {
    try zip(Self.cuts, Self.cuts.dropFirst()).enumerated().map { index, cut in
      try folder.write(TestSound.wav(samples[cut.0 * 2..<cut.1 * 2]), to: "piece\(index).wav")
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

  @Test(arguments: lossy)
  func lossyPiecesJoinWithinAMillisecond(_ format: Format) throws {
    let folder = try Folder()
    let samples = TestSound.sweep(frames: Self.cuts.last!)
    let files = try pieces(of: samples, in: folder).map { piece in
      let target = piece + "." + format.name
      let words = format.elements.split(separator: " ").map(String.init)
      if words[0] == "ffmpeg" {
        try TestSound.encode(piece, ffmpegCodec: words[1], to: target)
      } else {
        try TestSound.encode(piece, with: format.elements, to: target)
      }
      return target
    }
    let capture = folder.file("capture")
    let run = try ProbeRun(files, in: folder, capture: capture)
    #expect(run.started == Array(files.indices), "\(run.output)")
    let frames = TestSound.floats(Folder.read(capture)).count / 2
    let rate = format.name == "opus" ? 48_000 : TestSound.rate
    let wanted = Self.cuts.last! * rate / TestSound.rate
    #expect(abs(frames - wanted) <= files.count * rate / 1000, "\(frames) frames for \(wanted)")
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

  @Test func aMonoTrackOfAnotherRateJoinsInTheRunningFormat() throws {
    let folder = try Folder()
    let samples = TestSound.sweep(frames: 22_050)
    let first = try folder.write(TestSound.wav(samples), to: "a.wav")
    let other = folder.file("b.wav")
    try TestSound.encode(
      first, with: "audioresample ! audio/x-raw,rate=48000,channels=1 ! wavenc", to: other)
    let capture = folder.file("capture")
    let run = try ProbeRun([first, other, first], in: folder, capture: capture)
    let heard = TestSound.floats(Folder.read(capture))
    #expect(run.started == [0, 1, 2])
    #expect(Array(heard.prefix(samples.count)) == samples.map { Float($0) / 32_768 })
    // The resampled track may come out a frame longer or shorter.
    #expect(abs(heard.count - 3 * samples.count) <= 4, "\(heard.count) for \(3 * samples.count)")
  }
}
