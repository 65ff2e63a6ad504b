import Glibc
import Testing

/// Two sounds on the two channels, so that each can be told in the mix.
@Suite(.serialized) struct CrossfadeTests {
  private let folder: Folder
  private let rate = TestSound.rate

  init() throws { folder = try Folder() }

  /// A steady level on one channel, silence on the other.
  private func level(_ channel: Int, frames: Int, _ name: String) throws -> String {
    var samples = [Int16](repeating: 0, count: frames * 2)
    for frame in 0..<frames { samples[2 * frame + channel] = 16_384 }
    return try folder.write(TestSound.wav(samples), to: name)
  }

  private func channel(_ channel: Int, _ capture: String) -> [Float] {
    let all = TestSound.floats(Folder.read(capture))
    return stride(from: channel, to: all.count, by: 2).map { all[$0] }
  }

  @Test func theNextTrackFadesInOverTheEndOfTheLast() throws {
    let files = [try level(0, frames: 3 * rate, "a.wav"), try level(1, frames: 2 * rate, "b.wav")]
    let capture = folder.file("capture")
    let run = try ProbeRun(files, in: folder, capture: capture, options: ["--crossfade", "1"])
    #expect(run.started == [0, 1], "\(run.output)")
    let (left, right) = (channel(0, capture), channel(1, capture))
    // To the sample: 3 s and 2 s with 1 s in common.
    #expect(left.count == 4 * rate)
    #expect(left[..<(2 * rate)].allSatisfy { $0 == 0.5 })
    #expect(left[(3 * rate)...].allSatisfy { $0 == 0 })
    #expect(right[..<(2 * rate)].allSatisfy { $0 == 0 })
    #expect(right[(3 * rate)...].allSatisfy { $0 == 0.5 })
    let power = (2 * rate..<3 * rate).map { left[$0] * left[$0] + right[$0] * right[$0] }
    #expect(power.allSatisfy { abs($0 - 0.25) < 0.001 })
    #expect(zip(left.dropFirst(), left).allSatisfy { abs($0 - $1) < 0.005 })
    // It is the current one as soon as it is heard: after 2 s.
    let (first, second) = (run.first("started", track: 0), run.first("started", track: 1))
    let between = try #require(second).time - #require(first).time
    #expect(abs(between - 2000) < 100, "\(between) ms")
  }

  @Test func severalInARowKeepTheirTimes() throws {
    let files = try (0..<4).map { try level($0 % 2, frames: rate + 4_410 * $0, "\($0).wav") }
    let capture = folder.file("capture")
    let run = try ProbeRun(
      files, in: folder, capture: capture,
      commands: [(1800, "position"), (1810, "live")], options: ["--crossfade", "0.25"])
    #expect(run.started == [0, 1, 2, 3], "\(run.output)")
    let total = 4 * rate + 4_410 * 6 - 3 * rate / 4
    #expect(channel(0, capture).count == total)
    let position = try #require(run.all("position").first)
    // The third begins at 1 + 1.1 − 0.5 s.
    let heard = Double(position.captured / 8) * 1000 / Double(rate) - 1600
    #expect(abs(Double(position.nanoseconds) / 1e6 - heard) <= 20, "\(position.nanoseconds) at \(heard) ms")
  }

  @Test func aTrackShorterThanTheCrossfadeIsMixedWhole() throws {
    let files = [
      try level(0, frames: rate, "a.wav"), try level(1, frames: rate / 4, "b.wav"),
      try level(0, frames: rate, "c.wav"),
    ]
    let capture = folder.file("capture")
    let run = try ProbeRun(files, in: folder, capture: capture, options: ["--crossfade", "0.5"])
    #expect(run.started == [0, 1, 2], "\(run.output)")
    // What of the short one is left to fade out is what the last one fades in over.
    let left = channel(0, capture)
    #expect(left.count <= 2 * rate + rate / 4)
    #expect(left.count >= 2 * rate - rate / 4)
    #expect(left.suffix(rate / 4).allSatisfy { $0 == 0.5 })
  }

  @Test func anAlbumInItsOrderIsNotCrossfaded() throws {
    let sound = TestSound.sweep(frames: 60_000)
    let files = [
      try folder.write(TestSound.wav(sound[..<50_000]), to: "a.wav"),
      try folder.write(TestSound.wav(sound[50_000...]), to: "b.wav"),
    ]
    let capture = folder.file("capture")
    _ = try ProbeRun(
      files, in: folder, capture: capture, options: ["--crossfade", "0.5", "--album"])
    #expect(TestSound.floats(Folder.read(capture)) == sound.map { Float($0) / 32_768 })
  }

  @Test func aSeekBeforeTheCrossfadeStillHasOne() throws {
    let files = [try level(0, frames: 4 * rate, "a.wav"), try level(1, frames: rate, "b.wav")]
    let capture = folder.file("capture")
    let run = try ProbeRun(
      files, in: folder, capture: capture, commands: [(1000, "seek=2500")], options: ["--crossfade", "0.5"])
    #expect(run.started == [0, 1], "\(run.output)")
    // The capture begins anew with the seek.
    #expect(abs(channel(0, capture).count - 2 * rate) <= 1, "\(channel(0, capture).count)")
  }

  @Test func aSeekWhileSoundIsHeldForTheFadeStartsThereAnew() throws {
    let files = [
      try folder.write(TestSound.wav(TestSound.ramp(frames: 5 * rate)), to: "a.wav"),
      try level(1, frames: rate, "b.wav"),
    ]
    let capture = folder.file("capture")
    let run = try ProbeRun(
      files, in: folder, capture: capture, commands: [(1700, "seek=1000")], on: [("tick", "looks=30")],
      options: ["--crossfade", "1"])
    // Heard from there on, to the sample, once the cut's softening is through.
    let heard = TestSound.floats(Folder.read(capture))
    let first = (0..<heard.count / 2).lazy.compactMap { at in
      TestSound.frame(heard[2 * at], heard[2 * at + 1]).map { $0 - at }
    }.first
    #expect(first.map { abs($0 - rate) <= 1 } == true, "\(String(describing: first))")
    let error = ProbeRun.error(run.all("position")) {
      1000 + Double($0 / 8) * 1000 / Double(rate)
    }
    #expect(abs(error) <= 20, "\(error) ms")
    #expect(run.started == [0, 1], "\(run.output)")
    #expect(run.all("failed").isEmpty)
  }
}
