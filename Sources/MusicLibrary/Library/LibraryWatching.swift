import PlayerCore

// The library follows the disk while the app runs.

/// What watching has to tell a person.
public enum LibraryNotice: Sendable, Equatable {
  /// The system allows too few watches: changes are found by a check every ten minutes.
  case watchLimitReached
  /// A scan failed.
  case failed(LibraryError)
}

extension Library {
  /// Watches the roots and scans what changes, until the task is cancelled. Call it again when the roots are others.
  ///
  /// - Parameter notify: told what a person should know.
  public func watch(notify: @escaping @Sendable (LibraryNotice) -> Void = { _ in }) async {
    await watch(rest: 300, limit: nil, notify: notify)
  }

  func watch(
    rest: Int32, limit: Int?, checkInterval: Int32 = 600_000,
    notify: @escaping @Sendable (LibraryNotice) -> Void
  ) async {
    guard let roots = try? roots(),
      let watcher = FolderWatcher(roots, rest: rest, checkInterval: checkInterval, limit: limit)
    else { return notify(.watchLimitReached) }
    for await event in watcher.events {
      guard !Task.isCancelled else { break }
      do throws(LibraryError) {
        switch event {
        case .limitReached: notify(.watchLimitReached)
        case .pictures(let folders): tellPictures(in: folders)
        case .unsure, .mounts:
          // Which pictures are others is not known: a scan does not look at them.
          tellPictures(in: Set(roots))
          _ = try await scan()
        case .changed(let shallow, let deep):
          if !deep.isEmpty { tellPictures(in: deep) }
          _ = try await scan(shallow: shallow, deep: deep)
        }
      } catch {
        notify(.failed(error))
      }
    }
    // The watcher lives as long as somebody waits for its events.
    withExtendedLifetime(watcher) {}
  }

  private func tellPictures(in folders: Set<FilePath>) {
    var change = LibraryChange()
    change.pictures = Set(folders.map(\.withoutTrailingSlash))
    hub.tell(change)
  }
}
