import Desktop
import GLibBridge
import MusicLibrary
import PlayerCore

/// Takes over what other players and exports say of plays, ratings, playlists and stations, and writes such an export.
@MainActor
final class ArchiveKeeper {
  private let send: Send
  private let keeper: () -> LibraryKeeper?

  init(_ send: @escaping Send, keeper: @escaping () -> LibraryKeeper?) {
    self.send = send
    self.keeper = keeper
  }

  func perform(_ effect: ArchiveEffect) {
    switch effect {
    case .findOtherPlayers: Task { await findOtherPlayers() }
    case .take(let file): Task { await take(file) }
    case .export(let file): Task { await export(file) }
    }
  }

  private func tell(_ text: String) { send(.tell(Notice(text: text))) }

  private func findOtherPlayers() async {
    let folders = [
      Environment.homeDirectory, Environment.dataDirectory, Environment.configDirectory,
    ].compactMap(FilePath.init(bytes:))
    guard folders.count == 3 else { return }
    let found = await Task.detached {
      ListenerImport.files(home: folders[0], data: folders[1], configuration: folders[2])
    }.value
    send(.library(.otherPlayers(found)))
  }

  private func take(_ file: FilePath) async {
    guard let library = keeper()?.library else { return tell(tr("The playlists cannot be changed now")) }
    let read = await Task.detached { ListenerImport.read(file, markup: XMLReading.parser) }.value
    guard case .success(let archive) = read else {
      if case .failure(let problem) = read { tell("\(file.displayName): \(tr(problem.sentence))") }
      return
    }
    for omission in archive.omissions { Log.warning("\(file.displayName): \(omission)") }
    do throws(LibraryError) {
      tell(Self.summary(of: try await library.take(archive), omissions: archive.omissions.count))
    } catch {
      tell(error.text)
    }
    send(.playlists(.reread))
    send(.stations(.reread))
  }

  static func summary(of taken: ArchiveTaken, omissions: Int) -> String {
    var parts = [songsText(taken.tracks)]
    if taken.playlists > 0 { parts.append(tr("%d new playlist", "%d new playlists", taken.playlists)) }
    if taken.stations > 0 { parts.append(tr("%d new station", "%d new stations", taken.stations)) }
    var text = tr("Taken over: %s", parts.joined(separator: ", "))
    if omissions > 0 { text += " · " + tr("%d thing was not", "%d things were not", omissions) }
    return text
  }

  private func export(_ file: FilePath) async {
    guard let lists = keeper()?.lists else { return tell(tr("The library cannot be read now")) }
    do throws(LibraryError) {
      let archive = try await lists.archive()
      let problem = await Task.detached { PlaylistExport.write(Array(archive.text.utf8), to: file) }.value
      tell(problem?.description ?? tr("Saved as “%s”", file.displayName))
    } catch {
      tell(error.text)
    }
  }
}
