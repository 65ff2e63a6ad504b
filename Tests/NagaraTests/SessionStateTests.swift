import MusicLibrary
import Playback
import PlayerCore
import ShellCore
import Testing

@testable import Nagara

@Suite struct LastSession {
  /// Two songs in the library, nothing queued, the last session on its way.
  func restoring() -> AppState {
    var state = windowState()
    _ = reduceApp(&state, .restoring)
    _ = reduceApp(&state, .add(batch([loaded("One", number: 1), loaded("Two", number: 2)])))
    return state
  }

  func session(position: UInt64 = 7 * Nanoseconds.second) -> RestoredSession {
    var saved = SavedQueue()
    saved.list = [TrackID(-1), TrackID(-2)]
    saved.cursor = 1
    return RestoredSession(queue: Queue(saved), position: position)
  }

  @Test func itComesBackPausedWhereItWas() {
    var state = restoring()
    let effects = reduceApp(&state, .restored(session()))
    #expect(state.player.status == .paused)
    #expect(state.currentTrack?.title == "Two")
    #expect(state.player.position == 7 * Nanoseconds.second)
    #expect(state.shell.player.isPresent)
    #expect(!state.shell.player.isExpanded)
    #expect(!effects.contains { if case .player(.load) = $0 { true } else { false } })
  }

  @Test func theOpenPlayerIsOpenAgain() {
    var state = restoring()
    state.wasExpanded = true
    _ = reduceApp(&state, .restored(session()))
    #expect(state.shell.player.isExpanded)
  }

  @Test func whatPlaysMeanwhileGoesOn() {
    var state = restoring()
    _ = reduceApp(&state, .play(.songs, from: nil, shuffled: false))
    _ = reduceApp(&state, .restored(session()))
    #expect(state.currentTrack?.title == "One")
    #expect(state.player.status == .playing)
    #expect(!state.isRestoring)
  }

  @Test func playWaitsForTheSession() {
    var state = restoring()
    _ = reduceApp(&state, .resume)
    #expect(state.player.queue.isEmpty)
    let effects = reduceApp(&state, .restored(session()))
    #expect(state.player.status == .playing)
    #expect(
      effects.contains {
        if case .player(.load(_, startAt: 7_000_000_000, playing: true)) = $0 { true } else { false }
      })
  }

  @Test func noSessionLeavesThePlayerEmpty() {
    var state = restoring()
    #expect(reduceApp(&state, .restored(nil)).isEmpty)
    #expect(!state.isRestoring)
    #expect(state.player.queue.isEmpty)
  }

  @Test func aPartOfAFileKeepsItsName() {
    let source = MediaSource.file(FilePath("/music/a#t=1-2 %.flac")!)
    for segment in [nil, Segment(start: 5), Segment(start: 5, end: 90)] {
      let track = Track(id: TrackID(-1), source: source, segment: segment)
      let parsed = SessionURI.parse(SessionURI.uri(track))
      #expect(parsed?.source == source)
      #expect(parsed?.segment == segment)
    }
    let stream = SessionURI.parse("https://radio.example/live#t=1-2")
    #expect(stream?.source == .stream("https://radio.example/live#t=1-2"))
  }
}

@Suite struct RemoteCommands {
  func parse(_ arguments: String...) -> Result<Options, Options.Problem> {
    Options.parse(arguments.map { Array($0.utf8) })
  }

  @Test func commandsKeepTheirOrder() throws {
    let options = try parse("--volume", "40%", "--seek", "-0:30", "--status", "--json").get()
    #expect(options.commands == [.volume(.to(0.4)), .seek(.by(-30 * Int64(Nanoseconds.second))), .status])
    #expect(options.printsJSON)
  }

  @Test func timesAreReadInEveryForm() {
    let second = Nanoseconds.second
    #expect(RemoteCommand.Seek("90") == .to(90 * second))
    #expect(RemoteCommand.Seek("1:02:03.5") == .to(3_723 * second + second / 2))
    #expect(RemoteCommand.Seek("+10") == .by(10 * Int64(second)))
    for text in ["", "x", "1:", ":1", "1:2:3:4", "--5", "1.5:00", "nan", "inf", "99999999999"] {
      #expect(RemoteCommand.Seek(text) == nil, "\(text)")
    }
  }

  @Test func volumesAreReadInEveryForm() {
    #expect(RemoteCommand.Volume("100") == .to(1))
    #expect(RemoteCommand.Volume("-5%") == .by(-0.05))
    for text in ["", "%", "loud", "101", "+", "1e1"] { #expect(RemoteCommand.Volume(text) == nil, "\(text)") }
  }

  @Test func whatMakesNoSenseIsRefused() {
    #expect(parse("--seek") == .failure(.init(message: "“--seek” needs a time: 90, 1:30, +10 or -10")))
    #expect(parse("--enqueue") == .failure(.init(message: "“--enqueue” needs files")))
  }

  @Test func withNothingToPlayTheyFail() {
    let state = windowState()
    for command in [RemoteCommand.play, .toggle, .pause, .next, .previous, .seek(.to(0))] {
      guard case .failure(let failure) = command.action(in: state) else {
        Issue.record("\(command) does something")
        continue
      }
      #expect(failure == .nothingToPlay)
    }
    guard case .success(.some) = RemoteCommand.volume(.by(0.1)).action(in: state) else {
      Issue.record("the volume can always be set")
      return
    }
  }

  @Test func theStatusOfAnEmptyPlayer() {
    let report = StatusReport(state: windowState(), position: 0)
    #expect(report.lines == "status: stopped\nvolume: 100%\nrepeat: off\nshuffle: off")
    #expect(report.json["running"]?.bool == true)
    #expect(report.json["track"] == nil)
  }
}

@Suite struct PreferenceValues {
  @Test func bandsOutOfRangeAreClamped() {
    let equalizer = Equalizer(isOn: true, text: "99 -99 x nan 1.5")
    #expect(equalizer.bands == [12, -12, 0, 0, 1.5, 0, 0, 0, 0, 0])
    #expect(Equalizer(isOn: true, text: equalizer.text) == equalizer)
  }

  @Test func anEqualizerThatIsOffChangesNothing() {
    let equalizer = Equalizer(isOn: false, bands: Equalizer.Preset.rock.bands)
    #expect(equalizer.applied == Equalizer.flat)
    #expect(equalizer.preset == .rock)
  }

  @Test func everyPresetHasTenBandsInRange() {
    for preset in Equalizer.Preset.allCases {
      #expect(preset.bands.count == 10)
      #expect(preset.bands.allSatisfy(Equalizer.range.contains))
    }
  }

  @Test func ownPresetsAreSavedReplacedRemovedAndReadAgain() throws {
    var preferences = Preferences()
    preferences.equalizer.bands[3] = 2.5
    preferences.keepPreset("Mine = 1")
    preferences.equalizer.bands[3] = -4
    preferences.keepPreset("Other")
    preferences.equalizer.bands[4] = 1
    preferences.keepPreset("Mine = 1")
    #expect(preferences.ownPresets.map(\.name) == ["Mine = 1", "Other"])
    #expect(preferences.ownPresets[0].bands[4] == 1)
    for preset in preferences.ownPresets { #expect(EqualizerPreset(text: preset.text) == preset) }
    for text in ["", "0 0 0", "0 0\t"] { #expect(EqualizerPreset(text: text) == nil, "\(text)") }
    preferences.removePreset()
    #expect(preferences.ownPresets.map(\.name) == ["Other"])
    #expect(preferences.equalizer.bands[4] == 1)
  }

  @Test func aChangeIsAppliedOnce() {
    var state = windowState()
    var preferences = state.preferences
    preferences.isMono = true
    #expect(reduceApp(&state, .setPreferences(preferences)) == [.apply(preferences)])
    #expect(reduceApp(&state, .setPreferences(preferences)).isEmpty)
  }

  @Test func withoutCoverColoursThePlayerIsPlainAtOnce() {
    let grey = CoverColor(red: 60, green: 60, blue: 60)
    var state = windowState()
    _ = reduceApp(&state, .load([demo], .play))
    _ = reduceApp(&state, .loaded(LoadID(rawValue: 1), batch([loaded("One")])))
    let key = state.currentTrack?.coverKey ?? ""
    _ = reduceApp(&state, .coverColors(key: key, CoverColors(top: grey, bottom: grey, accent: grey)))
    var preferences = state.preferences
    preferences.tintsFromCover = false
    _ = reduceApp(&state, .setPreferences(preferences))
    #expect(state.tint == nil)
    preferences.tintsFromCover = true
    #expect(reduceApp(&state, .setPreferences(preferences)).contains(.readColors(key: key)))
  }

  @Test func tracksOfAnAlbumAreJoinedAndOthersFade() {
    var state = windowState()
    state.preferences.crossfade = 4
    _ = reduceApp(
      &state,
      .add(
        batch([loaded("One", number: 1), loaded("Two", number: 2), loaded("Far", album: "Else", number: 9)])))
    _ = reduceApp(&state, .play(.songs, from: nil, shuffled: false))
    let queue = state.player.queue
    #expect(state.item(queue.timelineEntry(at: 1))?.overlap == 0)
    _ = reduceApp(&state, .located(.next))
    #expect(state.item(queue.timelineEntry(at: 2))?.overlap == 4 * Nanoseconds.second)
  }

  @Test func sleepTimersHaveNames() {
    for name in ["off", "15", "90", "end-of-track", "end-of-queue"] {
      #expect(SleepChoice.timer(name).map(SleepChoice.name) == name)
    }
    for name in ["", "0", "-5", "soon", "99999"] { #expect(SleepChoice.timer(name) == nil) }
  }
}
