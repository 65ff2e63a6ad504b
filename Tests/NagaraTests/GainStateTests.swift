import GLibBridge
import Glibc
import MusicLibrary
import PlayerCore
import Testing

@testable import Nagara

@Suite struct MeasuringGains {
  /// A state with a library that has nothing yet.
  private func opened() throws -> AppState {
    var name = Array("/tmp/nagara-test-XXXXXX".utf8CString)
    try #require(mkdtemp(&name) != nil)
    let folder = try #require(FilePath(bytes: name.dropLast().map { UInt8(bitPattern: $0) }))
    defer {
      for file in Environment.names(in: folder.bytes) { unlink(folder.appending(file)!.displayPath) }
      rmdir(folder.displayPath)
    }
    let place = try #require(LibraryPlace(library: folder.appending(Array("library.db".utf8))!))
    _ = try Library(place, pool: TagReaderPool())
    var state = windowState()
    state.library.open(try LibraryLookup(place), LibraryContents(), folders: [FilePath("/music")!])
    return state
  }

  private func measuring(_ effects: [AppEffect]) -> [Bool] {
    effects.compactMap { if case .library(.measureGains(let wanted)) = $0 { wanted } else { nil } }
  }

  private func wishing(_ state: inout AppState) -> [AppEffect] {
    var preferences = state.preferences
    preferences.measuresGains = true
    return reduceApp(&state, .setPreferences(preferences))
  }

  @Test func onlyWhoWantsItHasSongsMeasured() throws {
    var state = try opened()
    #expect(!state.measuresGains)
    #expect(measuring(wishing(&state)) == [true])
    #expect(measuring(reduceApp(&state, .setPreferences(Preferences()))) == [false])
  }

  @Test func itRestsWhileMusicPlaysOrFoldersAreScanned() throws {
    var state = try opened()
    _ = wishing(&state)
    #expect(measuring(reduceApp(&state, .library(.scanned(ScanProgress())))) == [false])
    #expect(measuring(reduceApp(&state, .library(.scanned(nil)))) == [true])

    _ = reduceApp(&state, .load([demo], .play))
    let plays = reduceApp(&state, .loaded(LoadID(rawValue: 1), batch([loaded("One", number: 1)])))
    #expect(measuring(plays) == [false])
    #expect(measuring(reduceApp(&state, .player(.pause))) == [true])
  }

  @Test func theUserCanLetItRest() throws {
    var state = try opened()
    _ = wishing(&state)
    #expect(measuring(reduceApp(&state, .library(.pauseMeasuring(true)))) == [false])
    #expect(measuring(reduceApp(&state, .library(.pauseMeasuring(false)))) == [true])
    _ = reduceApp(&state, .library(.measured(GainProgress(done: 1, total: 4))))
    #expect(state.library.gains?.fraction == 0.25)
  }

  @Test func songsThatComeAreMeasuredToo() throws {
    var state = try opened()
    _ = wishing(&state)
    var change = LibraryChange()
    change.added = [TrackID(1)]
    #expect(measuring(reduceApp(&state, .library(.changed(change, nil)))) == [true])
  }

  @Test func onlyFoldersWithinTheMusicFoldersAreIgnored() throws {
    var state = try opened()
    func ignoring(_ path: String) -> AppEffect? {
      reduceApp(&state, .library(.setIgnored(FilePath(path)!, true))).first
    }
    #expect(ignoring("/music/Spoken") == .library(.setIgnored(FilePath("/music/Spoken")!, true)))
    for path in ["/music", "/elsewhere"] {
      if case .tell? = ignoring(path) {} else { Issue.record("\(path) is ignored") }
    }
  }
}
