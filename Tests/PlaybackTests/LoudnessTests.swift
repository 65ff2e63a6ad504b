import Glibc
import Testing

@testable import Playback

/// Gains, the limiter and the channel mix, measured in what reaches the sink.
@Suite(.serialized) struct LoudnessTests {
  private let folder: Folder
  private let file: String
  private let frames = 22_050

  init() throws {
    folder = try Folder()
    file = try folder.write(TestSound.wav(TestSound.sweep(frames: 22_050)), to: "sweep.wav")
  }

  private func heard(_ options: [String], commands: [(Int, String)] = []) throws -> [Float] {
    let capture = folder.file("capture")
    _ = try ProbeRun([file], in: folder, capture: capture, commands: commands, options: options + ["--fast"])
    return TestSound.floats(Folder.read(capture))
  }

  /// How much louder than the file, in dB.
  private func change(_ samples: [Float]) -> Double {
    func power(_ samples: some Sequence<Float>) -> Double {
      samples.reduce(0) { $0 + Double($1) * Double($1) }
    }
    let original = TestSound.sweep(frames: frames).map { Float($0) / 32_768 }
    return 10 * log10(power(samples) / power(original))
  }

  struct Case: Sendable, CustomStringConvertible {
    let options: [String]
    let decibels: Double
    var description: String { options.joined(separator: " ") }
    init(_ options: String, _ decibels: Double) {
      self.options = options.split(separator: " ").map(String.init)
      self.decibels = decibels
    }
  }

  /// −2816 / 256 = −11 dB against −23 LUFS, 5 dB more against ReplayGain's −18.
  @Test(arguments: [
    Case("--gain -7.5", -7.5), Case("--gain 3", 3), Case("--r128 -2816", -6),
    Case("--r128 -1280", 0), Case("--gain -7.5 --pre-amp 6", -1.5), Case("--fallback -4.25", -4.25),
    Case("--gain -3 --fallback -9", -3), Case("--fallback -4 --pre-amp 6", -4),
  ])
  func theTaggedGainIsWhatIsHeard(_ wanted: Case) throws {
    let samples = try heard(wanted.options)
    #expect(samples.count == frames * 2)
    #expect(abs(change(samples) - wanted.decibels) < 0.1, "\(change(samples)) dB")
  }

  @Test func tooMuchGainIsLimitedNotCut() throws {
    let samples = try heard(["--gain", "12"])
    #expect(samples.count == frames * 2)
    #expect(samples.allSatisfy { abs($0) <= 1.000001 })
    // Cut off, it would be much louder and hold runs of full scale.
    let full = samples.filter { abs($0) > 0.9999 }.count
    #expect(full < samples.count / 25, "\(full) of \(samples.count) at full scale")
    #expect(change(samples) > 2)
  }

  @Test func theLimiterLeavesFullScaleAlone() {
    var limiter = Limiter()
    let samples: [Float] = (0..<2_000).map { $0 % 2 == 0 ? 1 : -1 }
    #expect(!samples.withUnsafeBufferPointer { limiter.isNeeded($0) })
    var copy = samples
    copy.withUnsafeMutableBufferPointer { limiter.process($0, channels: 2, rate: 44_100) }
    #expect(copy == samples)
  }

  @Test func theLimiterLetsGoAgain() {
    var limiter = Limiter()
    var loud = [Float](repeating: 2, count: 882)
    loud.withUnsafeMutableBufferPointer { limiter.process($0, channels: 2, rate: 44_100) }
    #expect(loud.allSatisfy { abs($0 - 1) < 1e-6 })
    var quiet = [Float](repeating: 0.5, count: 44_100 * 2 * 3)
    quiet.withUnsafeMutableBufferPointer { limiter.process($0, channels: 2, rate: 44_100) }
    #expect(quiet[0] < 0.26)
    #expect(quiet.last == 0.5)
    #expect(!quiet.withUnsafeBufferPointer { limiter.isNeeded($0) })
    // No step that could click.
    let steps = zip(quiet.dropFirst(2), quiet).map { abs($0 - $1) }
    #expect(steps.allSatisfy { $0 < 0.001 })
  }

  @Test func monoIsTheMeanOfBoth() throws {
    let samples = try heard([], commands: [(0, "mono=1")])
    let original = TestSound.sweep(frames: frames).map { Float($0) / 32_768 }
    let later = stride(from: 10_000, to: samples.count, by: 2)
    #expect(later.allSatisfy { samples[$0] == samples[$0 + 1] })
    #expect(later.allSatisfy { abs(samples[$0] - (original[$0] + original[$0 + 1]) / 2) < 1e-6 })
  }

  @Test func balanceQuietensTheOtherSide() {
    var samples: [Float] = Array(repeating: 0.5, count: 8)
    let mix = ChannelMix(balance: 0.75)
    samples.withUnsafeMutableBufferPointer { mix.apply(to: $0, from: mix) }
    #expect(samples == [0.125, 0.5, 0.125, 0.5, 0.125, 0.5, 0.125, 0.5])
    samples.withUnsafeMutableBufferPointer { ChannelMix(balance: -1).apply(to: $0, from: ChannelMix()) }
    #expect(samples.last == 0)
    #expect(ChannelMix().isNeutral)
  }

  @Test func settingsThatChangeAreHeardWithoutAReload() throws {
    let capture = folder.file("capture")
    let ramp = try folder.write(TestSound.wav(TestSound.ramp(frames: 88_200)), to: "ramp.wav")
    let run = try ProbeRun(
      [ramp], in: folder, capture: capture, commands: [(500, "fallback=-20"), (1500, "quit")])
    #expect(run.started == [0])
    let samples = TestSound.floats(Folder.read(capture))
    #expect(samples[2_000] > 0.2)
    #expect(samples.last.map { $0 < 0.05 } == true)
  }
}
