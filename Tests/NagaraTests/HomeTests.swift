import MusicLibrary
import PlayerCore
import ShellCore
import Testing

@testable import Nagara

@Suite struct TheHomeTab {
  /// So many albums of one song each that were opened beside the library, in a window on another tab.
  private func opened(albums: Int, tab: AppTab = .home) -> AppState {
    var state = windowState()
    _ = reduceApp(&state, .shell(.selectTab(tab.rawValue, allowed: true, .code)))
    let tracks = (1...albums).map { loaded("Song \($0)", album: "Album \($0)", number: 1) }
    _ = reduceApp(&state, .add(batch(tracks)))
    return state
  }

  private func albums(_ shelf: HomeShelf, _ state: AppState) -> [String] {
    (state.home.covers[shelf] ?? []).map { cover in
      switch cover {
      case .album(let id): state.library.album(AlbumID(id))?.title ?? "gone"
      case .song(let id): state.library.tracks[id]?.title ?? "gone"
      }
    }
  }

  @Test func everyCoverIsTheRowItWasMadeOf() {
    let covers: [ShelfCover] = [
      .album(1), .album(1 << 40), .album(-1), .album(-100_000), .song(TrackID(1)), .song(TrackID(1 << 40)),
      .song(TrackID(-1)), .song(TrackID(-100_000)),
    ]

    #expect(covers.map { ShelfCover(row: $0.row) } == covers)
    #expect(Set(covers.map(\.row)).count == covers.count)
  }

  @Test func whatWasOpenedLastComesFirstWhereThereIsNoLibrary() {
    let state = opened(albums: 3)

    #expect(albums(.recentlyAdded, state) == ["Album 3", "Album 2", "Album 1"])
    #expect(albums(.random, state).sorted() == ["Album 1", "Album 2", "Album 3"])
  }

  @Test func songsOfNoAlbumStandForThemselves() {
    var state = windowState()
    let tracks = [loaded("One", album: "Nagara", number: 1), loaded("Loose", album: nil)]
    _ = reduceApp(&state, .add(batch(tracks)))

    #expect(albums(.recentlyAdded, state) == ["Loose", "Nagara"])
  }

  @Test func coversAreReadOnlyWhenSomebodyLooks() {
    var state = opened(albums: 2, tab: .library)
    let before = state.home.covers

    _ = reduceApp(&state, .shell(.selectTab(AppTab.home.rawValue, allowed: true, .code)))

    #expect(before.isEmpty)
    #expect(albums(.recentlyAdded, state) == ["Album 2", "Album 1"])
    #expect(!state.home.isStale)
  }

  @Test func theRandomShelfStaysUntilItIsShuffled() {
    var state = opened(albums: 300)
    let first = state.home.covers[.random]
    _ = reduceApp(&state, .add(batch([loaded("New", album: "New", number: 1)])))
    let kept = state.home.covers[.random]
    _ = reduceApp(&state, .home(.shuffle))
    let other = state.home.covers[.random]

    #expect(first?.count == HomeState.limit)
    #expect(Set(first ?? []).count == HomeState.limit)
    #expect(kept == first)
    #expect(other != first)
    #expect(other?.count == HomeState.limit)
  }

  @Test func whatIsNotListedLeavesTheRandomShelf() {
    let state = opened(albums: 2)
    var home = HomeState()
    home.take([.random: [.album(1 << 40), .song(TrackID(7))]])

    home.keepRandom(of: state.library, state.songs)

    #expect(Set(home.covers[.random] ?? []) == Set(state.home.covers[.random] ?? []))
    #expect(home.covers[.random]?.count == 2)
  }

  @Test func everyListHasAContextOfItsOwn() {
    let lists: [TrackList] = [
      .songs, .filtered, .album(AlbumID(1)), .artist(ArtistID(1)), .results, .playlist(1),
      .shelf(.recentlyAdded), .duplicates,
    ]

    #expect(Set(lists.map(\.context)).count == lists.count)
  }

  @Test func whatPlaysIsGoneOnWith() {
    var state = opened(albums: 3)
    let before = state.continuation
    let album = AlbumID(earliest: TrackID(-1))
    _ = reduceApp(&state, .play(.album(album), from: nil, shuffled: false))
    let playing = state.continuation
    _ = reduceApp(&state, .play(.songs, from: TrackID(-2), shuffled: false))

    #expect(before == nil)
    #expect(playing?.title == "Album 1")
    #expect(playing?.facts == "1 min left")
    #expect(state.continuation?.title == "Song 2")
    #expect(state.continuation?.facts == "Kento Ishii · Track 2 of 3 · 2 min left")
  }

  @Test func theAlbumHeardLastIsOfferedWhileNothingIsQueued() {
    var state = opened(albums: 2)
    let album = AlbumID(earliest: TrackID(-2))
    _ = reduceApp(&state, .home(.read([.recentlyPlayed: [.album(album.rawValue)]])))

    #expect(state.continuation?.kind == .album(album))
    #expect(state.continuation?.title == "Album 2")
  }
}

@Suite struct TheLibraryTab {
  @Test func choosingAViewShowsTheTabAndItsRoot() {
    var state = windowState()
    _ = reduceApp(&state, .showAlbum(AlbumID(-1)))
    let effects = reduceApp(&state, .browse(.artists))

    #expect(state.libraryView == .artists)
    #expect(state.shell.selectedTab == AppTab.library.rawValue)
    #expect(state.topPage == nil)
    #expect(effects.contains(.keepView(.artists)))
  }

  @Test func aViewOfShelvesIsReadWhenItIsChosenAndWhenTheLibraryChanges() {
    var state = windowState()
    let chosen = reduceApp(&state, .browse(.years))
    let changed = reduceApp(&state, .library(.changed(LibraryChange(), nil)))
    _ = reduceApp(&state, .browse(.songs))
    let other = reduceApp(&state, .library(.changed(LibraryChange(), nil)))

    let read = AppEffect.library(.readShelves([.years], []))
    #expect(chosen.contains(read))
    #expect(changed.contains(read))
    #expect(!other.contains(read))
  }

  @Test func whatAFilterLeavesKeepsTheListsOrder() {
    var search = LibrarySearch()
    for (id, name) in [(Int64(1), "Blue Train"), (2, "Kind of Blue"), (3, "Giant Steps")] {
      search.addTrack(id, SearchIndex.Item(name: name))
      search.addAlbum(id, SearchIndex.Item(name: name))
      search.addArtist(id, SearchIndex.Item(name: name))
    }
    var lists = LibraryContents()
    lists.songs = [TrackID(3), TrackID(2), TrackID(1)]
    lists.albums = [AlbumID(2), AlbumID(1)]
    lists.artists = [ArtistID(1)]

    let found = FilterMatches("blue", in: search, lists)

    #expect(found?.songs == [TrackID(2), TrackID(1)])
    #expect(found?.albums == [AlbumID(2), AlbumID(1)])
    #expect(found?.artists == [ArtistID(1)])
  }

  @Test func aFilterIsLookedForAgainWhenTheListsChange() {
    var state = windowState()
    let typed = reduceApp(&state, .filter("blue"))
    let sorted = reduceApp(&state, .sortSongs(SongOrder(column: .title)))
    _ = reduceApp(&state, .filtered(FilterMatches(songs: [TrackID(7)])))
    let filtered = TrackList.filtered.tracks(in: state)
    _ = reduceApp(&state, .filter(nil))
    let after = reduceApp(&state, .sortSongs(SongOrder(column: .artist)))

    #expect(typed.contains(.filter("blue")))
    #expect(sorted.contains(.filter("blue")))
    #expect(filtered == [TrackID(7)])
    #expect(state.filter.shown == nil)
    #expect(!after.contains { if case .filter = $0 { true } else { false } })
  }

  @Test func namesFitWithoutAccentsInAnyOrder() {
    var filter = LibraryFilter()
    _ = filter.setText("musica bras")

    #expect(filter.fits("Brasil: Música"))
    #expect(!filter.fits("Brasil"))
  }

  @Test(arguments: LibraryView.allCases) func everyListOfShelvesIsAView(view: LibraryView) {
    #expect(view.shelves.map { LibraryView($0) } ?? view == view)
  }
}
