import GtkBridge
import PlayerCore

/// What is done with the files of songs: shown where they are, moved to the trash.
@MainActor
struct FileEffects {
  let send: Send

  /// Shows files selected in the file manager; without one that can, opens the first one's folder.
  func show(_ files: [FilePath]) {
    Task {
      let uris = files.map(\.fileURI)
      if let bus = await BusConnection.session(),
        (try? await bus.call(
          "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1",
          "ShowItems", .tuple(.strings(uris), .string("")))) != nil
      {
        return
      }
      guard let folder = files.first?.parent, FileOperations.open(uri: folder.fileURI) else {
        return send(.tell(Notice(text: tr("There is no file manager that could show the file"))))
      }
    }
  }

  func askToTrash(_ files: [FilePath], over window: Window) {
    let text =
      files.count == 1
      ? tr("“%s” is moved to the trash. From there it can be put back.", files[0].displayName)
      : tr(
        "%d file is moved to the trash. From there it can be put back.",
        "%d files are moved to the trash. From there they can be put back.", files.count)
    ConfirmDialog.show(
      over: window, title: tr("Move to Trash?"), text: text, confirm: tr("Move to Trash")
    ) { [send] in send(.trash(files)) }
  }

  func trash(_ files: [FilePath]) {
    Task {
      var failed: [(FilePath, String)] = []
      for file in files {
        if let error = await FileOperations.trash(uri: file.fileURI) { failed.append((file, error.message)) }
      }
      let moved = files.count - failed.count
      if moved > 0 {
        send(
          .tell(Notice(text: tr("%d file moved to the trash", "%d files moved to the trash", moved))))
      }
      if let (file, reason) = failed.first { send(.tell(Notice(text: "\(file.displayName): \(reason)"))) }
    }
  }
}
