import Glibc
import Testing

@testable import Playback

/// What the listener sets and asks for, in what reaches the sink.
@Suite(.serialized) struct ListenerTests {
  private let folder: Folder
  private let rate = TestSound.rate

  init() throws { folder = try Folder() }

  /// A steady tone on both channels.
  private func tone(_ frequency: Double, _ amplitude: Double = 3_000, seconds: Double) throws -> String {
    let samples = (0..<Int(seconds * Double(rate))).flatMap { frame -> [Int16] in
      let sample = Int16(amplitude * sin(2 * Double.pi * frequency * Double(frame) / Double(rate)))
      return [sample, sample]
    }
    return try folder.write(TestSound.wav(samples), to: "\(Int(frequency)).wav")
  }

  /// The left channel of what was heard.
  private func heard(
    _ file: String, _ commands: [(Int, String)], on: [(String, String)] = []
  ) throws -> [Float] {
    let capture = folder.file("capture")
    let run = try ProbeRun([file], in: folder, capture: capture, commands: commands, on: on)
    #expect(run.started.first == 0, "\(run.output)")
    let all = TestSound.floats(Folder.read(capture))
    return stride(from: 0, to: all.count, by: 2).map { all[$0] }
  }

  private func level(_ samples: ArraySlice<Float>) -> Double {
    10 * log10(samples.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, samples.count)))
  }

  private let steady = 20 * log10(3_000 / 32_768) - 10 * log10(2.0)

  @Test func aBandOfTheEqualizerLiftsItsToneAndNoOther() throws {
    for (frequency, wanted) in [(947.0, 6.0), (7_523, 0)] {
      let samples = try heard(try tone(frequency, seconds: 1.2), [(0, "equalizer=0,0,0,0,0,6,0,0,0,0")])
      let change = level(samples[(samples.count / 2)...]) - steady
      #expect(abs(change - wanted) < 0.5, "\(frequency) Hz: \(change) dB")
    }
  }

  @Test func theVolumeIsCubic() throws {
    let samples = try heard(try tone(500, seconds: 1.2), [(0, "volume=0.5")])
    let change = level(samples[(samples.count / 2)...]) - steady
    #expect(abs(change - 20 * log10(0.125)) < 0.1, "\(change) dB")
  }

  @Test(arguments: [0.5, 2])
  func anotherSpeedKeepsThePitch(speed: Double) throws {
    let samples = try heard(try tone(1_000, seconds: 4), [(0, "rate=\(speed)"), (1_700, "quit")])
    let part = samples.suffix(rate / 2)
    let crossings = zip(part.dropFirst(), part).filter { ($0 < 0) != ($1 < 0) }.count
    #expect(abs(crossings - 1_000) < 30, "\(crossings) in half a second")
  }

  /// The largest change between neighbours, where the tone's own is small.
  private func steepest(_ samples: ArraySlice<Float>) -> Float {
    zip(samples.dropFirst(), samples).map { abs($0 - $1) }.max() ?? 0
  }

  @Test func aStopFadesOutWithoutAClick() throws {
    let samples = try heard(try tone(50, 16_000, seconds: 3), [(500, "stop"), (1_000, "quit")])
    let end = samples.suffix(rate / 100)
    #expect(end.allSatisfy { abs($0) < 0.06 })
    #expect(steepest(samples[...]) < 0.006, "\(steepest(samples[...]))")
    // 50 ms before it the fade has hardly begun.
    let before = samples.dropLast(rate / 20).suffix(rate / 20)
    #expect(before.map { abs($0) }.max() ?? 0 > 0.4)
  }

  @Test func theSleepTimerFadesOverEightSeconds() throws {
    let samples = try heard(try tone(100, 16_000, seconds: 20), [(700, "sleep-now"), (9_500, "quit")])
    let seconds = Double(samples.count) / Double(rate)
    // What was asked at 0.7 s; a fade-in of the sound that waits for the next play stands behind it.
    #expect(seconds > 8 && seconds < 9.3, "\(seconds)")
    let levels = stride(from: 0, to: samples.count - rate, by: rate).map { level(samples[$0..<$0 + rate]) }
    #expect(zip(levels.dropFirst(), levels).allSatisfy { $0 <= $1 + 0.1 }, "\(levels)")
    #expect(levels.last.map { $0 < steady - 5 } == true, "\(levels)")
  }

  @Test func ofManySeeksWhileOneIsUnderWayTheLastIsCarriedOut() throws {
    let file = try folder.write(TestSound.wav(TestSound.ramp(frames: 8 * rate)), to: "ramp.wav")
    let seeks = (1...40).map { (500, "seek=\($0 * 150)") }
    let run = try ProbeRun(
      [file], in: folder, capture: folder.file("capture"), commands: seeks, on: [("tick", "looks=20")],
      options: [])
    // Nobody watches the position: each report is that a seek has come to its end.
    let landings = run.all("tick").map { $0.nanoseconds / 1_000_000 }
    #expect(landings.count == 1, "\(landings)")
    #expect(landings.first.map { $0 >= 6_000 && $0 < 6_500 } == true, "\(landings)")
    #expect(run.all("finished").count == 1)
  }

  @Test func afterTenFilesThatDoNotPlayItStops() throws {
    let text = try folder.write(Array("no music".utf8), to: "text.mp3")
    let good = try tone(500, seconds: 0.3)
    let run = try ProbeRun(
      Array(repeating: text, count: 12) + [good], in: folder, output: "fakesink sync=true")
    #expect(run.all("failed").count == 10, "\(run.output)")
    #expect(run.started.isEmpty)
    let fewer = try ProbeRun(
      Array(repeating: text, count: 9) + [good], in: folder, output: "fakesink sync=true")
    #expect(fewer.started == [9], "\(fewer.output)")
  }

  @Test func stopAfterThisTrackPlaysItToItsEnd() throws {
    let file = try folder.write(TestSound.wav(TestSound.sweep(frames: rate)), to: "a.wav")
    let capture = folder.file("capture")
    let run = try ProbeRun([file, file], in: folder, capture: capture, on: [("started", "stop-after")])
    #expect(run.started == [0], "\(run.output)")
    #expect(TestSound.floats(Folder.read(capture)).count == 2 * rate)
  }

  /// A sound server that takes 40 ms after each wait.
  @Test func whatASinkTakesAtOnceGoesAsOnePiece() {
    var room = SinkRoom()
    #expect(room.frames == 0)
    for burst in 0..<12 {
      // A busy machine makes a wait too many now and then.
      if burst == 5 { room.passed(441, waited: 9_000) }
      room.passed(441, waited: 30_000)
      for _ in 0..<3 { room.passed(441, waited: 50) }
    }
    room.passed(441, waited: 30_000)
    #expect(room.frames == 3 * 441)
    room.passed(3 * 441, waited: 60)
    #expect(room.frames == 0)
    // It asks for less now: what has to wait was too long, and pieces are short again.
    for _ in 0..<3 {
      room.passed(441, waited: 30_000)
      room.passed(max(441, room.frames), waited: 20_000)
    }
    #expect(room.frames == 0)
  }

  /// A sink that lets every piece wait, as a file does that is written at the speed of the sound.
  @Test func whereEveryPieceWaitsPiecesStayShort() {
    var room = SinkRoom()
    for _ in 0..<50 {
      room.passed(441, waited: 10_000)
      #expect(room.frames == 0)
    }
  }
}
