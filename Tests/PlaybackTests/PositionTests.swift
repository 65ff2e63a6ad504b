import Testing

/// The position beside the clock on the wall, on a sound server: once it runs it runs as the clock does, so what it
/// says at first must lie on the line that it follows later.
@Suite(.serialized, .enabled(if: SoundServer.isHere))
struct PositionTests {
  private let folder: Folder
  private let ramp: String
  private let server: SoundServer

  init() throws {
    folder = try Folder()
    ramp = try folder.write(TestSound.wav(TestSound.ramp(frames: 6 * TestSound.rate)), to: "ramp.wav")
    server = try SoundServer(in: folder, sinks: ["Only"])
  }

  /// How far the position is ahead of where the clock says it is, in milliseconds, at each look.
  private func lead(_ run: ProbeRun) throws -> [Double] {
    let looks = run.looks
    // Where the line of the last looks crosses zero, by the median.
    let starts = looks.suffix(40).map { $0.after - $0.position }.sorted()
    try #require(starts.count == 40, "\(run.output)")
    let start = starts[starts.count / 2]
    return looks.map { $0.position - max(0, $0.before - start) }
  }

  @Test func itIsNotAheadAtTheStart() throws {
    let run = try ProbeRun(
      [ramp], in: folder, on: [("started", "looks=240"), ("looked", "quit")], environment: server.environment)
    let lead = try lead(run)
    // One look is off by however late the busy server answered it; of nine in a row the median is not.
    let steady = (0..<lead.count - 8).map { lead[$0..<$0 + 9].sorted()[4] }
    #expect(steady.allSatisfy { $0 < 20 }, "\(lead.map { Int($0) })")
  }
}
