import Glibc
import Testing

/// What becomes of files that change or go while they play.
@Suite(.serialized) struct FileTests {
  private let folder: Folder
  private let long: String
  private let short: String

  init() throws {
    folder = try Folder()
    long = try folder.write(TestSound.wav(TestSound.ramp(frames: 3 * TestSound.rate)), to: "long.wav")
    short = try folder.write(TestSound.wav(TestSound.sweep(frames: 20_000)), to: "short.wav")
  }

  @Test func aFileThatIsDeletedWhileItPlaysPlaysToItsEnd() throws {
    let capture = folder.file("capture")
    let run = try ProbeRun(
      [long, short], in: folder, capture: capture, on: [("started", "run=rm \(long)")])
    #expect(run.started == [0, 1], "\(run.output)")
    #expect(run.all("failed").isEmpty)
    #expect(TestSound.floats(Folder.read(capture)).count == 2 * (3 * TestSound.rate + 20_000))
  }

  @Test func aSeekInADeletedFileStillLands() throws {
    let run = try ProbeRun(
      [long], in: folder, output: "fakesink sync=true",
      on: [("started", "wait=rm \(long)"), ("waited", "seek=2000"), ("tick", "looks=5"), ("looked", "quit")])
    try #require(!run.looks.isEmpty, "\(run.output)")
    #expect(run.looks.allSatisfy { $0.position >= 2_000 && $0.position < 3_001 }, "\(run.output)")
    #expect(run.all("failed").isEmpty)
  }

  @Test func whatWasDeletedBeforeItsTurnIsPassedOverWithItsReason() throws {
    let run = try ProbeRun(
      [short, long, short], in: folder, output: "fakesink sync=true",
      commands: [(0, "wait=rm \(long)")])
    #expect(run.started == [0, 2], "\(run.output)")
    #expect(run.all("failed").map(\.code) == ["notFound"])
    #expect(run.all("failed").map(\.track) == [1])
  }

  /// The device was given back meanwhile: nothing holds the file open any more.
  @Test func aFileThatIsDeletedInALongPauseIsPassedOver() throws {
    let run = try ProbeRun(
      [long, short], in: folder, output: "fakesink sync=true",
      commands: [(500, "pause"), (7_000, "wait=rm \(long)"), (7_100, "play")])
    #expect(run.started == [0, 1], "\(run.output)")
    #expect(run.all("failed").map(\.code) == ["notFound"])
  }

  @Test func aFileThatIsCutWhileItPlaysEndsAndTheNextFollows() throws {
    let run = try ProbeRun(
      [long, short], in: folder, output: "fakesink sync=true",
      on: [("started", "run=truncate -s 200000 \(long)")])
    #expect(run.started.last == 1, "\(run.output)")
  }
}
