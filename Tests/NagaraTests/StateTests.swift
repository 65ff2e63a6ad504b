import MusicLibrary
import PlayerCore
import ShellCore
import Testing

@testable import Nagara

/// A track of a file `/music/ALBUM/NUMBER.flac`.
func loaded(
  _ title: String, artist: String = "Kento Ishii", album: String? = "Nagara", folder: String? = nil,
  number: Int? = nil, disc: Int? = nil, year: Int? = nil, seconds: UInt64 = 60, pictures: Int = 0
) -> LoadedTrack {
  let folder = folder ?? album ?? "loose"
  let path = FilePath("/music/\(folder)/\(disc ?? 1)-\(number ?? 0) \(title).flac")!
  var record = TagRecord()
  record.pictureCount = pictures
  return LoadedTrack(
    track: Track(
      id: TrackID(0), source: .file(path), title: title, artists: [artist], album: album,
      number: NumberOfTotal(number), disc: NumberOfTotal(disc), date: year.map { PartialDate(year: $0) },
      durationNanoseconds: seconds * Nanoseconds.second),
    record: record)
}

func batch(_ tracks: [LoadedTrack], problems: [MediaProblem] = []) -> MediaBatch {
  var batch = MediaBatch()
  batch.tracks = tracks
  batch.problems = problems
  return batch
}

/// A window of 1,000 × 700 with the tabs that the app has.
func windowState() -> AppState {
  var state = AppState()
  _ = reduceApp(&state, .shell(.setTabs(AppTab.allCases.map { TabItem($0.rawValue) })))
  var environment = ShellEnvironment()
  environment.width = 1000
  environment.height = 700
  environment.mapped = true
  environment.animations = false
  _ = reduceApp(&state, .shell(.environment(environment)))
  return state
}

let demo = MediaSource.file(FilePath("/music")!)

@Suite struct LoadingFiles {
  @Test func theFirstTrackSoundsWhileTheRestIsStillRead() {
    var state = windowState()
    let asked = reduceApp(&state, .load([demo], .play))
    let first = reduceApp(&state, .loaded(LoadID(rawValue: 1), batch([loaded("One", number: 1)])))
    let second = reduceApp(
      &state, .loaded(LoadID(rawValue: 1), batch([loaded("Two", number: 2), loaded("Three", number: 3)])))

    #expect(asked == [.load(LoadID(rawValue: 1), [demo])])
    let one = QueueEntry(id: EntryID(1), track: TrackID(-1))
    #expect(first.contains(.player(.load(one, startAt: 0, playing: true))))
    #expect(!second.contains { if case .player(.load) = $0 { true } else { false } })
    #expect(second.contains(.player(.prepare(QueueEntry(id: EntryID(2), track: TrackID(-2))))))
    #expect(state.player.queue.timelineCount == 3)
    #expect(state.player.status == .playing)
    #expect(state.shell.player.isPresent)
    #expect(state.loads == [LoadID(rawValue: 1): Load(purpose: .play, found: 3)])
  }

  @Test func filesThatAreOnlyShownDoNotPlay() {
    var state = windowState()
    let effects = reduceApp(&state, .add(batch([loaded("One")])))

    #expect(effects.isEmpty)
    #expect(state.library.opened.tracks.count == 1)
    #expect(state.player.queue.isEmpty)
    #expect(!state.shell.player.isPresent)
  }

  @Test func theSameFileTwiceIsOneTrack() {
    var state = windowState()
    _ = reduceApp(&state, .load([demo], .play))
    _ = reduceApp(&state, .loaded(LoadID(rawValue: 1), batch([loaded("One")])))
    _ = reduceApp(&state, .load([demo], .enqueue))
    _ = reduceApp(&state, .loaded(LoadID(rawValue: 2), batch([loaded("One")])))

    #expect(state.library.opened.tracks.count == 1)
    #expect(state.player.queue.timelineCount == 2)
    #expect(state.player.queue.upNext(limit: 1).map(\.track) == [TrackID(-1)])
  }

  @Test func manyFailuresAreOneNotice() {
    var state = windowState()
    _ = reduceApp(&state, .load([demo], .play))
    let problems = ["a.mp3", "b.mp3", "c.mp3"].map { MediaProblem(FilePath("/music/\($0)")!, .cutShort) }
    let first = reduceApp(&state, .loaded(LoadID(rawValue: 1), batch([], problems: problems)))
    let told = reduceApp(&state, .tellFailures)
    let again = reduceApp(&state, .tellFailures)

    #expect(first == [.tellFailuresSoon])
    #expect(
      told == [.tell(Notice(text: "a.mp3: The file is cut short: its end is missing. (and 2 more)"))])
    #expect(again.isEmpty)
  }

  @Test func nothingFoundIsSaid() {
    var state = windowState()
    _ = reduceApp(&state, .load([demo], .play))
    let effects = reduceApp(&state, .loadFinished(LoadID(rawValue: 1)))

    #expect(effects == [.tell(Notice(text: "There is no music in what you opened"))])
    #expect(state.loads.isEmpty)
  }

  @Test func noSourcesAreNoRequest() {
    var state = windowState()
    #expect(reduceApp(&state, .load([], .play)).isEmpty)
    #expect(state.loads.isEmpty)
  }
}

@Suite struct PlayingLists {
  /// Two albums of two tracks, nothing playing.
  func filled() -> AppState {
    var state = windowState()
    _ = reduceApp(
      &state,
      .add(
        batch([
          loaded("Two", number: 2), loaded("One", number: 1),
          loaded("Obi", artist: "Juno Reyes", album: "Paper Moons", number: 1),
          loaded("Tide", artist: "Juno Reyes", album: "Paper Moons", number: 2),
        ])))
    return state
  }

  @Test func anAlbumPlaysInItsOwnOrder() {
    var state = filled()
    _ = reduceApp(&state, .play(.album(AlbumID(-1)), from: nil, shuffled: false))
    #expect(state.player.queue.timeline(0..<9).map(\.track) == [TrackID(-2), TrackID(-1)])
    #expect(state.player.queue.context == TrackList.album(AlbumID(-1)).context)
  }

  @Test func aListPlaysFromTheTrackThatWasChosen() {
    var state = filled()
    _ = reduceApp(&state, .play(.songs, from: TrackID(-3), shuffled: false))
    #expect(state.player.queue.current?.track == TrackID(-3))
    #expect(state.player.queue.upNext(limit: 9).map(\.track) == [TrackID(-4)])
  }

  @Test func shuffledAlbumsKeepTheirTracksTogether() {
    var state = filled()
    _ = reduceApp(&state, .shuffleAlbums(seed: 7))
    let order = state.player.queue.timeline(0..<9).map(\.track.rawValue)
    #expect(order == [-2, -1, -3, -4] || order == [-3, -4, -2, -1])
  }

  @Test func songsThatComeLaterJoinTheListOfAllSongs() {
    var state = filled()
    _ = reduceApp(&state, .play(.songs, from: nil, shuffled: false))
    _ = reduceApp(&state, .load([demo], .enqueue))
    _ = reduceApp(&state, .loaded(LoadID(rawValue: 1), batch([loaded("New", number: 3)])))
    // Once by hand, and once behind the others.
    #expect(state.player.queue.timelineCount == 6)
  }

  @Test func resumeWithNothingQueuedShufflesEverything() {
    var state = filled()
    _ = reduceApp(&state, .resume)
    #expect(state.player.status == .playing)
    #expect(state.player.queue.isShuffled)
    #expect(state.player.queue.timelineCount == 4)
  }

  @Test func aSongPutNextPlaysNextAndOneAddedAfterIt() {
    var state = filled()
    _ = reduceApp(&state, .play(.album(AlbumID(-1)), from: nil, shuffled: false))
    _ = reduceApp(&state, .enqueue([TrackID(-3)], next: false))
    let effects = reduceApp(&state, .enqueue([TrackID(-4)], next: true))
    #expect(state.player.queue.upNext(limit: 9).map(\.track) == [TrackID(-4), TrackID(-3), TrackID(-1)])
    #expect(effects.contains(.tell(Notice(text: "1 song added to Up Next", kind: .undo))))
  }

  @Test func removingOffersUndo() {
    var state = filled()
    _ = reduceApp(&state, .play(.songs, from: nil, shuffled: false))
    let second = state.player.queue.timelineEntry(at: 1).id
    let effects = reduceApp(&state, .removeFromQueue([second]))
    #expect(effects.contains(.tell(Notice(text: "1 song removed from Up Next", kind: .undo))))
    #expect(state.player.queue.timelineCount == 3)
    _ = reduceApp(&state, .player(.undo))
    #expect(state.player.queue.timelineCount == 4)
  }

  @Test func anEmptyListPlaysNothing() {
    var state = filled()
    let before = state.player.queue.timelineCount
    #expect(reduceApp(&state, .play(.results, from: nil, shuffled: false)).isEmpty)
    #expect(state.player.queue.timelineCount == before)
  }
}

@Suite struct WhatFollows {
  @Test func coversOfFoldersWhosePicturesAreOthersAreForgotten() {
    var state = windowState()
    var change = LibraryChange()
    let folder = FilePath("/music/Album")!
    #expect(reduceApp(&state, .library(.changed(change, nil))).isEmpty)
    change.pictures = [folder]

    #expect(reduceApp(&state, .library(.changed(change, nil))) == [.forgetCovers(in: [folder])])
    #expect(CoverKey.isKey(CoverKey.album(FilePath("/music/Album/CD1/a.mp3")!), in: [folder]))
    #expect(!CoverKey.isKey(CoverKey.track(FilePath("/music/Album 2/a.mp3")!), in: [folder]))
  }

  @Test func positionsAreWatchedOnlyWhilePlayingInAVisibleWindow() {
    var state = windowState()
    _ = reduceApp(&state, .load([demo], .play))
    let started = reduceApp(&state, .loaded(LoadID(rawValue: 1), batch([loaded("One")])))
    let minimised = reduceApp(&state, .window(WindowState(isMinimized: true)))
    let back = reduceApp(&state, .window(WindowState(isMinimized: false)))
    let paused = reduceApp(&state, .player(.pause))

    #expect(started.contains(.watchPosition(true)))
    #expect(minimised == [.watchPosition(false)])
    #expect(back == [.watchPosition(true)])
    #expect(paused.contains(.watchPosition(false)))
  }

  @Test func theCoversColoursAreAskedForOnceAnAlbum() {
    var state = windowState()
    _ = reduceApp(&state, .load([demo], .play))
    let first = reduceApp(
      &state, .loaded(LoadID(rawValue: 1), batch([loaded("One", number: 1), loaded("Two", number: 2)])))
    let key = state.currentTrack?.coverKey
    let next = reduceApp(&state, .located(.next))

    #expect(key != nil)
    #expect(first.contains(.readColors(key: key ?? "")))
    #expect(!next.contains { if case .readColors = $0 { true } else { false } })
  }

  @Test func coloursOfACoverThatIsNoLongerCurrentAreDropped() {
    let grey = CoverColor(red: 60, green: 60, blue: 60)
    let colors = CoverColors(top: grey, bottom: grey, accent: grey)
    var state = windowState()
    _ = reduceApp(&state, .load([demo], .play))
    _ = reduceApp(&state, .loaded(LoadID(rawValue: 1), batch([loaded("One")])))
    _ = reduceApp(&state, .coverColors(key: "another", colors))
    #expect(state.tint == nil)
    _ = reduceApp(&state, .coverColors(key: state.currentTrack?.coverKey ?? "", colors))
    #expect(state.tint == colors)
  }

  @Test func aTrackThatDoesNotPlayIsNamedWithItsReason() {
    var state = windowState()
    _ = reduceApp(&state, .load([demo], .play))
    _ = reduceApp(
      &state, .loaded(LoadID(rawValue: 1), batch([loaded("One", number: 1), loaded("Two", number: 2)])))
    let source = state.currentTrack!.source
    let failed = reduceApp(
      &state,
      .player(
        .engine(.failed(EntryID(1), source, PlaybackError(.notAudio, reason: "This is no audio file.")))))
    let told = reduceApp(&state, .tellFailures)

    #expect(failed.contains(.tellFailuresSoon))
    #expect(told == [.tell(Notice(text: "1-1 One.flac: This is no audio file."))])
    #expect(state.player.notices.isEmpty)
    #expect(state.currentTrack?.title == "Two")
  }

  @Test func anAlbumIsPushedOnceAndClosesASheetThatCoversIt() {
    var state = windowState()
    var environment = state.shell.environment
    environment.width = 400
    _ = reduceApp(&state, .shell(.environment(environment)))
    _ = reduceApp(&state, .load([demo], .play))
    _ = reduceApp(&state, .loaded(LoadID(rawValue: 1), batch([loaded("One")])))
    _ = reduceApp(&state, .shell(.expandPlayer(.code)))
    _ = reduceApp(&state, .showAlbum(AlbumID(-1)))
    _ = reduceApp(&state, .showAlbum(AlbumID(-1)))

    #expect(state.topPage == "album/-1")
    #expect(state.shell.depth == 2)
    #expect(!state.shell.player.isExpanded)
    #expect(!state.form.isRegular)
  }

  @Test func aResultForAnOlderTextIsDropped() {
    var state = windowState()
    _ = reduceApp(&state, .add(batch([loaded("One")])))
    let asked = reduceApp(&state, .search("one"))
    _ = reduceApp(&state, .search("two"))
    _ = reduceApp(&state, .found(SearchResults(query: "one", songs: [TrackID(-1)], songCount: 1)))
    #expect(asked == [.search("one")])
    #expect(state.search == SearchState(text: "two", results: SearchResults()))
  }
}
