import GtkBridge
import MusicLibrary
import PlayerCore

/// Edits the tags of one file or of many: a field that is left alone stays in each file as it is.
@MainActor
final class TagEditor {
  private let window = Window()
  private let files: [FilePath]
  private let editor: TagFileEditor
  private let send: Send
  private var form = TagForm(records: [])
  private var records: [TagRecord] = []
  /// In which texts are written that don't say it; what the user chose, else what was judged.
  private let encoding = Box(.vertical, spacing: 2)
  /// Its handlers hold it weakly.
  private var encodingChoice: DropDown?
  private var charset: String?
  private var entries: [(field: TagEdit.Field, entry: Entry)] = []
  private let status = Label(xalign: 0, classes: ["dim"])
  private let cover = Label(xalign: 0, classes: ["dim"])
  private let keepsTime = Switch()
  private let save = Button(label: tr("Save"), classes: ["wide", "suggested"])
  private let column = Box(.vertical, spacing: 6)
  private var coverEdit = TagEdit.Cover.keep
  private var picture: FilePath?
  private var work: Task<Void, Never>?

  /// Opens the editor; its window keeps it.
  static func show(over parent: Window, _ files: [FilePath], _ editor: TagFileEditor, send: @escaping Send) {
    guard !files.isEmpty else { return }
    let shown = TagEditor(files, editor, send)
    shown.build(over: parent)
  }

  private init(_ files: [FilePath], _ editor: TagFileEditor, _ send: @escaping Send) {
    self.files = files
    self.editor = editor
    self.send = send
  }

  private func build(over parent: Window) {
    window.title =
      files.count == 1
      ? tr("Tags of “%s”", files[0].displayName) : tr("Tags of %d File", "Tags of %d Files", files.count)
    window.becomeDialog(over: parent)
    window.defaultSize(width: 480, height: 620)
    encoding.visible = false
    column.append(encoding)
    for field in TagEdit.Field.edited { addRow(field) }
    addCover()
    let time = Label(tr("Keep the time of change"), xalign: 0)
    time.hexpand = true
    keepsTime.accessibleLabel(tr("Keep the time of change"))
    column.append(Box(.horizontal, spacing: 12, [time, keepsTime]))
    status.wraps()
    let cancel = Button(label: tr("Cancel"), classes: ["wide", "plain"])
    save.sensitive = false
    let buttons = Box(.horizontal, spacing: 10, [cancel, save])
    buttons.homogeneous = true
    column.margins(start: 20, end: 20, top: 16, bottom: 12)
    let scroller = ScrolledWindow(column)
    scroller.vexpand = true
    let foot = Box(.vertical, spacing: 10, [status, buttons])
    foot.margins(start: 20, end: 20, top: 10, bottom: 20)
    window.setChild(Box(.vertical, [scroller, foot]))
    // The handlers keep the editor alive; they end with the window.
    cancel.onClick { self.close() }
    save.onClick { self.write() }
    let keys = ShortcutController()
    keys.add("Escape") {
      self.close()
      return true
    }
    keys.add("<Control>s") {
      self.write()
      return true
    }
    window.addController(keys)
    window.present()
    status.text = tr("Reading…")
    work = Task { await self.read() }
  }

  private func close() {
    work?.cancel()
    window.destroy()
  }

  private func addRow(_ field: TagEdit.Field) {
    let label = Label(field.title, xalign: 0, classes: ["dim"])
    let entry = Entry()
    entry.accessibleLabel(field.title)
    if field.isList { entry.tooltip = tr("Several values apart by a semicolon") }
    column.append(Box(.vertical, spacing: 2, [label, entry]))
    entries.append((field, entry))
  }

  private func addCover() {
    let replace = Button(label: tr("Replace…"), classes: ["plain"])
    let remove = Button(label: tr("Remove"), classes: ["plain"])
    replace.accessibleLabel(tr("Replace the Cover…"))
    remove.accessibleLabel(tr("Remove the Cover"))
    cover.hexpand = true
    cover.text = tr("The cover stays")
    column.append(Box(.horizontal, spacing: 8, [cover, replace, remove]))
    replace.onClick { [weak self] in self?.choosePicture() }
    remove.onClick { [weak self] in
      self?.coverEdit = .remove
      self?.cover.text = tr("The cover is removed")
    }
  }

  private func choosePicture() {
    FileChooser(.openFiles, title: tr("Choose a Cover"), parent: window).choose { [weak self] uris in
      guard let self, let file = uris.first.flatMap(FilePath.init(fileURI:)) else { return }
      self.picture = file
      self.coverEdit = .replace
      self.cover.text = file.displayName
    }
  }

  // MARK: Reading and writing

  private func read() async {
    for file in files {
      switch await editor.read(file) {
      case .success(let record): records.append(record)
      case .failure(let reason):
        status.text = MediaProblem(file, reason).description
        return
      }
      if Task.isCancelled { return }
    }
    let judged = await editor.charset(of: records, in: files)
    if Task.isCancelled { return }
    if let judged {
      for index in records.indices { records[index].decode(as: judged.name) }
      showEncoding(judged)
    }
    showRecords()
    status.text = ""
    save.sensitive = true
    entries.first?.entry.grabFocus()
  }

  /// Shows what the files say, but where the user has written something else.
  private func showRecords() {
    let old = form
    form = TagForm(records: records)
    for (field, entry) in entries where entry.text == (old.text(field) ?? "") {
      entry.text = form.text(field) ?? ""
      entry.setPlaceholder(form.text(field) == nil ? tr("Several values") : "")
    }
  }

  /// Lets the user say in which charset the texts are that don't say it.
  private func showEncoding(_ judged: TagCharset) {
    var choices = TagCharset.choices
    if !choices.contains(where: { $0.name == judged.name }) {
      choices.insert((judged.name, judged.name), at: 0)
    }
    let choice = DropDown(choices.map(\.title))
    choice.accessibleLabel(tr("Decode as…"))
    encodingChoice = choice
    choice.selected = choices.firstIndex { $0.name == judged.name } ?? 0
    choice.connect(DropDown.selectedChanged) { [weak self, weak choice] in
      guard let self, let choice, choices.indices.contains(choice.selected) else { return }
      let name = choices[choice.selected].name
      self.charset = name
      for index in self.records.indices { self.records[index].decode(as: name) }
      self.showRecords()
    }
    encoding.append(Label(tr("Decode as…"), xalign: 0, classes: ["dim"]))
    encoding.append(choice)
    let hint = Label(
      judged.isSure
        ? tr("The file does not say how its texts are encoded: this was found out from the texts.")
        : tr("The file does not say how its texts are encoded, and it could not be found out for certain."),
      xalign: 0, classes: ["dim"])
    hint.wraps()
    encoding.append(hint)
    encoding.visible = true
  }

  private func write() {
    guard save.sensitive else { return }
    var edit = form.edit(Dictionary(uniqueKeysWithValues: entries.map { ($0.field, $0.entry.text) }))
    edit.cover = coverEdit
    guard !edit.isEmpty || charset != nil else { return close() }
    save.sensitive = false
    let (picture, keeps) = (picture, keepsTime.active)
    work = Task { await self.write(edit, picture, keeps) }
  }

  private func write(_ edit: TagEdit, _ picture: FilePath?, _ keeps: Bool) async {
    var failures: [MediaProblem] = []
    for (index, file) in files.enumerated() {
      if Task.isCancelled { return }
      status.text = tr("Writing %s of %s…", String(index + 1), String(files.count))
      var edit = edit
      // What the user has said is right is written, and is text from now on.
      if charset != nil { edit.writeDecoded(records[index]) }
      if edit.isEmpty { continue }
      if case .failure(let reason) = await editor.edit(file, edit, picture: picture, keepsTime: keeps) {
        failures.append(MediaProblem(file, reason))
      }
    }
    guard let first = failures.first else {
      send(
        .tell(
          Notice(text: tr("Tags of %d file written", "Tags of %d files written", files.count))))
      return window.destroy()
    }
    status.text = first.description
    save.sensitive = true
  }
}

/// What several files say together, and what is to be written of it.
struct TagForm {
  /// Of each field the one text that all files have; `nil` when they differ.
  private var texts: [TagEdit.Field: String?] = [:]

  init(records: [TagRecord]) {
    for field in TagEdit.Field.allCases {
      let all = Set(records.map { Self.text(field.values(of: $0), field) })
      texts[field] = .some(all.count <= 1 ? all.first ?? "" : nil)
    }
  }

  func text(_ field: TagEdit.Field) -> String? { texts[field] ?? "" }

  /// What is different in these texts.
  func edit(_ new: [TagEdit.Field: String]) -> TagEdit {
    var edit = TagEdit()
    for (field, text) in new where text != (self.text(field) ?? "") {
      edit.values[field] = Self.values(text, field)
    }
    return edit
  }

  private static func text(_ values: [String], _ field: TagEdit.Field) -> String {
    field.isList ? values.joined(separator: "; ") : values.first ?? ""
  }

  private static func values(_ text: String, _ field: TagEdit.Field) -> [String] {
    func trimmed(_ text: Substring) -> String {
      String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
    let parts = field.isList ? text.split(separator: ";") : [text[...]]
    return parts.map(trimmed).filter { !$0.isEmpty }
  }
}

extension TagCharset {
  /// What a person can choose from.
  @MainActor fileprivate static let choices: [(name: String, title: String)] = [
    ("windows-1252", tr("Western")), ("windows-1250", tr("Central European")),
    ("windows-1251", tr("Cyrillic")),
    ("KOI8-R", tr("Cyrillic (%s)", "KOI8-R")), ("IBM866", tr("Cyrillic (%s)", "DOS")),
    ("windows-1253", tr("Greek")), ("windows-1254", tr("Turkish")), ("windows-1255", tr("Hebrew")),
    ("windows-1256", tr("Arabic")), ("windows-1257", tr("Baltic")), ("windows-1258", tr("Vietnamese")),
    ("windows-874", tr("Thai")), ("windows-31j", tr("Japanese")), ("EUC-JP", tr("Japanese (%s)", "EUC")),
    ("windows-949", tr("Korean")), ("GB18030", tr("Chinese, simplified")),
    ("Big5-HKSCS", tr("Chinese, traditional")),
  ]
}

extension TagEdit.Field {
  /// Those that the editor shows, in its order.
  static let edited: [Self] = [
    .title, .artist, .album, .albumArtist, .number, .disc, .date, .genre, .composer, .beatsPerMinute,
    .comment,
  ]

  var title: String {
    switch self {
    case .title: tr("Title")
    case .artist: tr("Artists")
    case .album: tr("Album")
    case .albumArtist: tr("Album Artists")
    case .number: tr("Track (3 or 3/12)")
    case .disc: tr("Disc (1 or 1/2)")
    case .date: tr("Date (2004 or 2004-05-09)")
    case .genre: tr("Genres")
    case .composer: tr("Composers")
    case .comment: tr("Comment")
    case .compilation: tr("Compilation")
    case .beatsPerMinute: tr("Beats per Minute")
    case .lyrics: tr("Lyrics")
    }
  }
}
