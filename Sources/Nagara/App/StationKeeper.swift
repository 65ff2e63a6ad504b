import GtkBridge
import MusicLibrary
import ShellCore

/// Reads and writes the stations that the listener keeps, for the state.
@MainActor
final class StationKeeper {
  private weak var store: Store<AppState, AppAction, AppEffect>?
  private let keeper: () -> LibraryKeeper?
  /// One after the other: a reading tells what the edits before it have left.
  private var last: Task<Void, Never>?

  init(_ store: Store<AppState, AppAction, AppEffect>, keeper: @escaping () -> LibraryKeeper?) {
    self.store = store
    self.keeper = keeper
  }

  func perform(_ effect: StationEffect) {
    let before = last
    last = Task { [weak self] in
      await before?.value
      await self?.run(effect)
    }
  }

  private func run(_ effect: StationEffect) async {
    if case .edit(let edit) = effect { await run(edit) }
    guard let stations = try? await keeper()?.lists?.stations() else { return }
    store?.send(.stations(.listed(stations)))
  }

  private func run(_ edit: StationEdit) async {
    guard let library = keeper()?.library else { return tell(tr("The stations cannot be changed now")) }
    do throws(LibraryError) {
      switch edit {
      case .keep(let address, let name): done(try await library.keepStation(at: address, name))
      case .remove(let address): done(try await library.removeStation(at: address))
      case .putBack(let snapshot): try await library.putBack(snapshot)
      }
    } catch {
      tell(error.text)
    }
  }

  private func done(_ snapshot: StationSnapshot) { store?.send(.stations(.edited(snapshot))) }
  private func tell(_ text: String) { store?.send(.tell(Notice(text: text))) }
}
