import Glibc
import PlayerCore
import Testing

@testable import Playback

@Suite struct LoudnessMeterTests {
  /// A tone of 997 Hz in both channels, whose loudness is its level (EBU Tech 3341).
  private func tone(decibels: Double, seconds: Int) -> [Int16] {
    let amplitude = 32_767 * pow(10, decibels / 20)
    return (0..<(seconds * TestSound.rate)).flatMap { frame in
      let value = Int16((amplitude * sin(2 * .pi * 997 * Double(frame) / Double(TestSound.rate))).rounded())
      return [value, value]
    }
  }

  private func track(_ name: String, _ samples: [Int16], in folder: Folder, _ segment: Segment? = nil) throws
    -> Track
  {
    let path = folder.file(name)
    let bytes = TestSound.wav(samples)
    let file = try #require(fopen(path, "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
    return Track(id: TrackID(1), source: .file(FilePath(path)!), segment: segment)
  }

  @Test func gainsAreThoseOfTheStandardsTones() throws {
    let folder = try Folder()
    let loud = try track("loud.wav", tone(decibels: -13, seconds: 5), in: folder)
    let quiet = try track("quiet.wav", tone(decibels: -23, seconds: 5), in: folder)

    let result = try #require(LoudnessMeter.measure([loud, quiet]))

    let gains = try result.tracks.map { try #require(try $0.get()) }
    #expect(abs(gains[0].decibels - -5) < 0.15, "\(gains)")
    #expect(abs(gains[1].decibels - 5) < 0.15, "\(gains)")
    #expect(abs((gains[0].peak ?? 0) - pow(10, -13.0 / 20)) < 0.001)
    // Both as one: the mean of their powers.
    let mean = 10 * log10((pow(10, -1.3) + pow(10, -2.3)) / 2)
    #expect(abs(try #require(result.album).decibels - (-18 - mean)) < 0.2)
  }

  @Test func aPieceOfAFileIsMeasuredAlone() throws {
    let folder = try Folder()
    let samples = tone(decibels: -13, seconds: 4) + tone(decibels: -33, seconds: 4)
    let second: UInt64 = 1_000_000_000
    let first = try track("image.wav", samples, in: folder, Segment(start: 0, end: 4 * second))
    let last = try track("image.wav", samples, in: folder, Segment(start: 4 * second))

    let result = try #require(LoudnessMeter.measure([first, last]))

    let gains = try result.tracks.map { try #require(try $0.get()) }
    #expect(abs(gains[0].decibels - -5) < 0.15, "\(gains)")
    #expect(abs(gains[1].decibels - 15) < 0.15, "\(gains)")
  }

  @Test func silenceHasNoGainAndABrokenFileAReason() throws {
    let folder = try Folder()
    let silence = try track("silence.wav", [Int16](repeating: 0, count: 44_100 * 2), in: folder)
    let missing = Track(id: TrackID(2), source: .file(FilePath(folder.file("missing.wav"))!))

    let result = try #require(LoudnessMeter.measure([silence, missing]))

    #expect(try result.tracks[0].get() == nil)
    #expect((try? result.tracks[1].get()) == nil)
    #expect(result.album == nil)
    #expect(LoudnessMeter.measure([silence], isCancelled: { true }) == nil)
  }
}
