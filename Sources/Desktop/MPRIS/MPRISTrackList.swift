import GLibBridge
import PlayerCore

extension MPRISService {
  static let trackList = "org.mpris.MediaPlayer2.TrackList"

  /// How much of the queue is shown, as the specification recommends for long ones.
  static let windowSize = 20
  /// Differences beyond which the list counts as another one.
  private static let fewChanges = 5

  var trackListHandlers: BusHandlers {
    BusHandlers(
      method: { [weak self] name, arguments, invocation in
        guard let self else { return }
        do throws(DBusError) {
          invocation.reply(try trackListMethod(name, arguments))
        } catch { invocation.fail(error) }
      },
      property: { [weak self] name in
        guard let self else { return nil }
        switch name {
        case "Tracks": return .objectPaths(window(of: state).map { Self.trackID($0.id) })
        case "CanEditTracks": return .bool(true)
        default: return nil
        }
      })
  }

  /// The part of the queue that is shown: the current entry with as much before as behind it, where there is.
  func window(of state: PlayerState) -> [QueueEntry] {
    let count = state.queue.timelineCount
    let centred = (state.queue.currentTimelineIndex ?? 0) - (Self.windowSize / 2 - 1)
    let start = max(0, min(centred, count - Self.windowSize))
    return state.queue.timeline(start..<min(start + Self.windowSize, count))
  }

  // MARK: Methods: an id that isn't in the list does nothing

  private func trackListMethod(_ name: String, _ arguments: Variant) throws(DBusError) -> Variant {
    switch name {
    case "GetTracksMetadata":
      let found = (arguments[0]?.objectPaths ?? []).compactMap { listed($0) }
      return .tuple(.array(of: "a{sv}", found.map { metadata(of: $0, in: state) }))
    case "AddTrack": try add(arguments)
    case "RemoveTrack": if let entry = listed(arguments[0]?.objectPath) { host.send(.remove([entry.id])) }
    case "GoTo": if let entry = listed(arguments[0]?.objectPath) { host.send(.playEntry(entry.id)) }
    default: break
    }
    return .tuple()
  }

  private func add(_ arguments: Variant) throws(DBusError) {
    let source = try source(arguments[0]?.string ?? "")
    guard let place = arguments[1]?.objectPath, let andPlay = arguments[2]?.bool else { return }
    let after = listed(place)
    guard after != nil || place == Self.noTrack else { return }
    Task {
      // Each before those that follow it, so all go to one place.
      for (index, track) in await host.add(source).enumerated().reversed() {
        host.send(.insert(track, after: after?.id, andPlay: andPlay && index == 0))
      }
    }
  }

  private func listed(_ path: ObjectPath?) -> QueueEntry? {
    guard let id = path.flatMap(Self.entry), shownWindow.contains(id) else { return nil }
    return state.queue.entry(id)
  }

  // MARK: Changes

  func tellTrackList(since old: PlayerState) {
    let entries = window(of: state)
    let before = shownWindow
    let now = entries.map(\.id)
    shownWindow = now
    if before != now { tellWindow(entries, now, instead: before) }

    // The current entry's metadata has what the engine found; the one that was current has lost it.
    let current = state.queue.current
    guard
      current != old.queue.current || state.duration != old.duration || state.streamTitle != old.streamTitle
        || state.station != old.station
    else { return }
    for id in Set([current, old.queue.current].compactMap { $0?.id }) where before.contains(id) {
      guard let entry = entries.first(where: { $0.id == id }) else { continue }
      if metadata(of: entry, in: state) != metadata(of: entry, in: old) { tellMetadata(of: entry) }
    }
  }

  func tellMetadata(of entry: QueueEntry) {
    emit(
      Self.trackList, "TrackMetadataChanged",
      .tuple(.objectPath(Self.trackID(entry.id)), metadata(of: entry, in: state)))
  }

  private func tellWindow(_ entries: [QueueEntry], _ now: [EntryID], instead before: [EntryID]) {
    let added = Set(now).subtracting(before)
    let removed = before.filter { !now.contains($0) }
    let keepsOrder = before.filter { now.contains($0) } == now.filter { !added.contains($0) }
    if keepsOrder, added.count + removed.count <= Self.fewChanges {
      for id in removed { emit(Self.trackList, "TrackRemoved", .tuple(.objectPath(Self.trackID(id)))) }
      var previous = Self.noTrack
      for entry in entries {
        if added.contains(entry.id) {
          emit(
            Self.trackList, "TrackAdded", .tuple(metadata(of: entry, in: state), .objectPath(previous)))
        }
        previous = Self.trackID(entry.id)
      }
    } else {
      let current = state.queue.current.map { Self.trackID($0.id) } ?? Self.noTrack
      emit(
        Self.trackList, "TrackListReplaced",
        .tuple(.objectPaths(now.map(Self.trackID)), .objectPath(current)))
    }
    bus?.emitPropertiesChanged(Self.path, Self.trackList, [:], invalidated: ["Tracks"])
  }
}
