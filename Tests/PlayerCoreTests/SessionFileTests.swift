import PlayerCore
import Testing

struct SessionFileTests {
  private func uri(_ track: TrackID) -> String? { "file:///m/\(track.rawValue)" }
  private func track(_ uri: String) -> TrackID? { Int64(uri.dropFirst("file:///m/".count)).map(TrackID.init) }

  @Test(arguments: UInt64(1)...20)
  func aQueueComesBackAsItWas(seed: UInt64) throws {
    var queue = Queue(seed: seed)
    queue.playContext(
      tracks(0..<Int(seed) * 3), context: ContextID(seed), start: Int(seed), shuffled: seed % 2 == 0)
    queue.enqueue(tracks(100..<103))
    queue.repeatMode = RepeatMode.allCases[Int(seed) % 3]
    for _ in 0..<Int(seed) % 3 { queue.advance(.skipped) }
    let saved = try SessionFile.queue(SessionFile.text(queue.saved, uri: uri), track: track)
    let back = Queue(saved)
    #expect(saved == queue.saved)
    #expect(back.shown == queue.shown)
    #expect(back.currentTrack == queue.currentTrack)
    #expect(back.isCurrentManual == queue.isCurrentManual)
    #expect(back.upcoming == queue.upcoming)
    #expect(back.repeatMode == queue.repeatMode)
  }

  @Test func tracksThatAreGoneAreLeftOut() throws {
    var queue = Queue(seed: 1)
    queue.playContext(tracks(0..<6), start: 4, shuffled: true)
    queue.enqueue(tracks(10..<12))
    let text = SessionFile.text(queue.saved) { $0 == TrackID(2) ? nil : uri($0) }
    let saved = try SessionFile.queue(text) { $0.hasSuffix("/10") || $0.hasSuffix("/0") ? nil : track($0) }
    let back = Queue(saved)
    #expect(back.currentTrack == 4)
    #expect(back.shown.sorted() == [1, 3, 4, 5, 11])
  }

  @Test func anEmptyQueueIsASessionToo() throws {
    let saved = try SessionFile.queue(SessionFile.text(Queue().saved, uri: uri), track: track)
    #expect(Queue(saved).isEmpty)
  }

  @Test(arguments: [
    "", "x", "nagara-session", "nagara-session x", "nagara-session 0\n", "nagara-session 1\ncursor x",
    "nagara-session 1\ntrack file:///m/1\norder 0 0", "nagara-session 1\ntrack file:///m/1\norder a",
  ])
  func damageIsSaid(text: String) {
    #expect(throws: SessionFile.Problem.damaged) { try SessionFile.queue(text, track: track) }
  }

  @Test func aNewerVersionIsSaid() {
    #expect(throws: SessionFile.Problem.newer(2)) {
      try SessionFile.queue("nagara-session 2\n", track: track)
    }
  }
}
