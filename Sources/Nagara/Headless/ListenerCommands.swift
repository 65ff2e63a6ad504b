import Desktop
import Glibc
import MusicLibrary
import PlayerCore

/// `--import FILE --keep` and `--export FILE`: plays, ratings, history, playlists and stations, into the library and out.
enum ListenerCommands {
  /// Takes over what a file says, which is an export, another player's, or a playlist.
  ///
  /// - Returns: what the process ends with; `nil` if another one has the library.
  static func keep(_ file: FilePath, database: FilePath?, json: Bool) async -> Int32? {
    guard let place = place(database) else { return noPlace() }
    do throws(LibraryError) {
      let library = try Library(place, pool: TagReaderPool())
      let result = await keep(file, in: library)
      await library.close()
      switch result {
      case .success(let value):
        Headless.print(value, json: json)
        return Headless.ExitCode.success
      case .failure(let refusal): return Headless.complain(refusal.sentence)
      }
    } catch {
      return error.code == .inUse ? nil : Headless.complain(error.description)
    }
  }

  struct Refusal: Error { let sentence: String }

  /// What became of it, as JSON.
  static func keep(_ file: FilePath, in library: Library) async -> Result<JSON, Refusal> {
    do throws(LibraryError) {
      switch PlaylistFile.read(file, markup: XMLReading.parser, libraryPaths: { library.place.files() }) {
      case .success(let list): return .success(try await keep(list, file, in: library))
      case .failure(let problem) where problem.reason != .notAPlaylist:
        return .failure(Refusal(sentence: problem.description))
      case .failure: break
      }
      switch ListenerImport.read(file, markup: XMLReading.parser) {
      case .failure(let problem):
        return .failure(Refusal(sentence: "\(file.displayName): \(problem.sentence)"))
      case .success(let archive):
        let taken = try await library.take(archive)
        return .success(
          .object([
            "tracks": FactsJSON.integer(taken.tracks), "playlists": FactsJSON.integer(taken.playlists),
            "stations": FactsJSON.integer(taken.stations),
            "notTaken": archive.omissions.isEmpty ? nil : .strings(archive.omissions),
          ]))
      }
    } catch {
      return .failure(Refusal(sentence: error.description))
    }
  }

  private static func keep(
    _ list: PlaylistFile, _ file: FilePath, in library: Library
  ) async throws(LibraryError) -> JSON {
    let lists = try LibraryLists(library.place)
    let entries = try await lists.entries(of: list)
    _ = try await library.makePlaylist(list.name(of: file), entries: entries)
    let found = entries.count { if case .track = $0 { true } else { false } }
    return .object([
      "playlists": .integer(1), "entries": FactsJSON.integer(entries.count),
      "resolved": FactsJSON.integer(found),
    ])
  }

  /// Puts an export in a file's place.
  static func export(to file: FilePath, database: FilePath?) async -> Int32 {
    await exporting(database) { text in
      if let problem = PlaylistExport.write(text, to: file) { return Headless.complain(problem.description) }
      return Headless.ExitCode.success
    }
  }

  /// Prints an export.
  static func print(database: FilePath?) async -> Int32 {
    await exporting(database) { text in
      printLine(String(decoding: text.dropLast(), as: UTF8.self), to: STDOUT_FILENO)
      return Headless.ExitCode.success
    }
  }

  private static func exporting(_ database: FilePath?, _ put: ([UInt8]) -> Int32) async -> Int32 {
    guard let place = place(database) else { return noPlace() }
    do throws(LibraryError) {
      return put(Array(try await LibraryLists(place).archive().text.utf8))
    } catch {
      return Headless.complain(error.description)
    }
  }

  private static func place(_ database: FilePath?) -> LibraryPlace? {
    database.map(LibraryPlace.init(library:)) ?? LibraryPlace.standard()
  }

  private static func noPlace() -> Int32 {
    Headless.complain("there is no place for a library: HOME is not set")
  }
}
