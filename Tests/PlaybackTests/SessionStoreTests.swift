import Glibc
import Playback
import PlayerCore
import Testing

@MainActor
@Suite struct SessionStoreTests {
  private let folder: Folder
  private let path: [UInt8]

  init() throws {
    folder = try Folder()
    path = Array(folder.path.utf8)
  }

  private let uri: SessionStore.Names = { "file:///m/\($0.rawValue)" }
  private func track(_ uri: String) -> TrackID? { Int64(uri.dropFirst("file:///m/".count)).map(TrackID.init) }
  private func store() -> SessionStore { SessionStore(folder: path, uris: { [uri] in uri }) }
  private func names() -> [String] {
    ["session", "position", "session.broken", "session.broken-2", "position.broken"].filter {
      access(folder.file($0), F_OK) == 0
    }
  }

  /// A player that has played something since the store looked at it first.
  private func played(_ store: SessionStore) -> PlayerState {
    var state = PlayerState(queue: Queue(seed: 3))
    store.observe(state, position: { 0 })
    _ = reduce(
      &state, .playContext((1...9).map { TrackID($0) }, context: ContextID(4), start: 2, shuffled: true))
    _ = reduce(&state, .enqueue([TrackID(20)]))
    _ = reduce(&state, .setRepeat(.all))
    store.observe(state, position: { 0 })
    return state
  }

  @Test func aSessionComesBackAsItWas() {
    let first = store()
    let state = played(first)
    first.finish(position: 123_456_789_012)
    let session = store().load(track: track)
    #expect(session.notice == nil)
    #expect(session.queue == state.queue.saved)
    #expect(session.position == 123_456_789_012)
    // And into a player: paused, at the position, with the modes.
    var restored = PlayerState()
    _ = reduce(&restored, .restore(Queue(session.queue), position: session.position))
    #expect(restored.status == .paused)
    #expect(restored.position == session.position)
    #expect(restored.queue.repeatMode == .all)
    #expect(restored.queue.current?.track == state.queue.current?.track)
  }

  @Test func thereIsNoSessionAtFirst() {
    let session = store().load(track: track)
    #expect(session.queue == SavedQueue())
    #expect(session.notice == nil)
    #expect(names().isEmpty)
  }

  @Test(arguments: ["nagara-session 1\ncursor x\n", "", "\u{0}\u{1}", "nagara-session 99\n"])
  func whatCannotBeReadIsSetAside(text: String) throws {
    let first = store()
    _ = played(first)
    first.finish(position: 5)
    _ = try folder.write(Array(text.utf8), to: "session")
    let session = store().load(track: track)
    #expect(session.queue == SavedQueue())
    #expect(session.position == 0)
    #expect(session.notice?.hasSuffix(".") == true)
    #expect(names() == ["session.broken", "position.broken"])
    #expect(String(decoding: Folder.read(folder.file("session.broken")), as: UTF8.self) == text)
    // The fresh start saves under the old name, and the next trouble doesn't overwrite the first.
    let second = store()
    _ = played(second)
    second.finish(position: 5)
    #expect(store().load(track: track).notice == nil)
    _ = try folder.write(Array("x".utf8), to: "session")
    _ = store().load(track: track)
    #expect(names().contains("session.broken-2"))
  }

  @Test func aDamagedPositionIsTheBeginning() throws {
    let first = store()
    _ = played(first)
    first.finish(position: 5)
    _ = try folder.write(Array("position -3\nvolume 0.5\n\u{0}".utf8), to: "position")
    let session = store().load(track: track)
    #expect(session.position == 0)
    #expect(!session.queue.list.isEmpty)
  }

  @Test func thePositionOfAnotherTrackDoesNotCount() throws {
    let first = store()
    _ = played(first)
    first.finish(position: 5)
    _ = try folder.write(Array("position 77\nof file:///m/1234\n".utf8), to: "position")
    #expect(store().load(track: track).position == 0)
  }

  @Test func whatWasOnlyLookedAtIsNotWritten() {
    let first = store()
    first.observe(PlayerState(), position: { 0 })
    #expect(names().isEmpty)
  }

  @Test func aFolderThatIsMissingIsMade() {
    let store = SessionStore(folder: path + Array("/deep".utf8), uris: { [uri] in uri })
    _ = played(store)
    store.finish(position: 1)
    #expect(access(folder.file("deep/session"), F_OK) == 0)
    unlink(folder.file("deep/session"))
    unlink(folder.file("deep/position"))
  }
}
