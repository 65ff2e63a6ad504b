import GtkBridge
import MusicLibrary
import PlayerCore

/// The library itself: its folders, how far the scan is, what the listener did as a whole, and what could not be read.
@MainActor
final class LibraryPage: Page {
  nonisolated static let id = "library"

  let root: Widget
  let header = PageHeader(tr("Music Library"), leading: .back, style: .small)
  private let context: PageContext
  private let folders = Box(.vertical, classes: ["preferences-card"])
  private let ignored = Box(.vertical, classes: ["preferences-card"])
  private let measuring = MeasuringCard()
  private let archive = Box(.vertical, classes: ["preferences-card"])
  private let state = Label(xalign: 0)
  private let details = Label(xalign: 0, classes: ["dim", "numeric"])
  private let progress = ProgressBar()
  private let scan = Button(label: "", classes: ["pill"])
  private let problems = Box(.vertical, classes: ["preferences-card"])
  private let retryAll = Button(label: tr("Try All Again"), classes: ["flat"])
  private let problemsGroup: Widget
  private let scroller: ScrolledWindow

  /// More than anybody reads would only take long to lay out.
  private static let shownProblems = 200

  init(_ context: PageContext) {
    self.context = context
    state.wraps()
    details.wraps()
    progress.accessibleLabel(tr("Scan"))
    scan.halign = .start
    let card = Box(.vertical, spacing: 8, [state, progress, details, scan], classes: ["library-scan"])
    problemsGroup = Self.group(tr("Problems"), problems, retryAll)
    let duplicates = Button(label: tr("Look for Duplicates"), classes: ["flat"])
    duplicates.setAction("win.duplicates")
    duplicates.hexpand = true
    let tidying = Box(
      .vertical, [Box(.horizontal, [duplicates], classes: ["preferences-row"])], classes: ["preferences-card"]
    )
    let column = Box(
      .vertical, spacing: 22,
      [
        Self.group(tr("Music Folders"), folders), Self.group(tr("Ignored Folders"), ignored),
        Self.group(tr("Scan"), Box(.vertical, spacing: 20, [card, measuring.root])),
        Self.group(tr("Plays, Ratings and Playlists"), archive), Self.group(tr("Duplicates"), tidying),
        problemsGroup,
      ])
    column.margins(start: 18, end: 18, top: 12, bottom: 24)
    scroller = ScrolledWindow(column)
    scroller.vexpand = true
    root = Box(.vertical, [header.root, scroller], classes: ["page", "library-page"])
    retryAll.onClick {
      context.send(.library(.retry(context.state().library.problems.compactMap(\.path))))
    }
    scan.onClick {
      context.send(.library(context.state().library.scan == nil ? .scan : .cancelScan))
    }
    measuring.button.onClick {
      context.send(.library(.pauseMeasuring(!context.state().library.isMeasuringPaused)))
    }
    context.send(.library(.findOtherPlayers))
  }

  func update(_ old: AppState?, _ new: AppState) {
    updateHeader(old, new)
    let library = new.library
    if old == nil || old?.library.folders != library.folders { showFolders(library.folders) }
    if old == nil || old?.library.ignored != library.ignored { showIgnored(library.ignored) }
    if old == nil || old?.library.otherPlayers != library.otherPlayers { showArchive(library.otherPlayers) }
    if old == nil || old?.library.problems != library.problems { showProblems(library.problems) }
    measuring.update(new)
    if old == nil || old?.library.scan != library.scan || old?.library.revision != library.revision {
      showScan(library)
    }
  }

  func scrollToTop() {}

  private static func group(_ title: String, _ content: Widget, _ button: Widget? = nil) -> Widget {
    let label = Label(title, xalign: 0, classes: ["section-title"])
    label.hexpand = true
    label.wraps()
    let heading = Box(.horizontal, spacing: 8, [label])
    if let button { heading.append(button) }
    return Box(.vertical, spacing: 8, [heading, content])
  }

  // MARK: Folders

  private func showFolders(_ all: [FilePath]) {
    folders.removeAll()
    for folder in all {
      add(
        folder, to: folders, tr("Remove “%s” from the library", folder.displayPath),
        .library(.removeFolder(folder)))
    }
    folders.append(Self.row([Self.button(tr("Add a Folder…"), "app.choose-folder")]))
  }

  private func showIgnored(_ all: [FilePath]) {
    ignored.removeAll()
    for folder in all {
      add(
        folder, to: ignored, tr("Look into “%s” again", folder.displayPath),
        .library(.setIgnored(folder, false)))
    }
    ignored.append(Self.row([Self.button(tr("Ignore a Folder…"), "app.choose-ignored-folder")]))
  }

  /// A folder, and a button that takes it out of the list.
  private func add(_ folder: FilePath, to list: Box, _ title: String, _ action: AppAction) {
    let name = Label(folder.displayPath, ellipsis: .middle, xalign: 0)
    name.hexpand = true
    name.tooltip = folder.displayPath
    let remove = Button(icon: "list-remove-symbolic", classes: ["flat", "circular"])
    remove.describe(title)
    remove.onClick { [context] in
      // Not while the button that is pressed is at work.
      MainLoop.whenIdle { context.send(action) }
    }
    list.append(Self.row([name, remove]))
  }

  private static func row(_ parts: [Widget]) -> Widget {
    Box(.horizontal, spacing: 8, parts, classes: ["preferences-row"])
  }

  private static func button(_ title: String, _ action: String) -> Button {
    let button = Button(label: title, classes: ["flat"])
    button.setAction(action)
    button.hexpand = true
    return button
  }

  // MARK: What the listener did

  private func showArchive(_ found: [ListenerImport.Found]) {
    archive.removeAll()
    for other in found {
      let name = Label(other.player, xalign: 0, classes: ["row-title"])
      let place = Label(
        other.file.displayPath, ellipsis: .middle, xalign: 0, classes: ["row-subtitle", "dim"])
      place.tooltip = other.file.displayPath
      let lines = Box(.vertical, spacing: 2, [name, place])
      lines.hexpand = true
      let take = Button(label: tr("Import"), classes: ["pill"])
      take.valign = .center
      take.accessibleLabel(tr("Import from %s", other.player))
      take.onClick { [context] in context.send(.library(.importListener(other.file))) }
      archive.append(Self.row([lines, take]))
    }
    archive.append(Self.row([Self.button(tr("Import from a File…"), "app.choose-import")]))
    archive.append(Self.row([Self.button(tr("Export…"), "app.choose-export")]))
  }

  // MARK: The scan

  private func showScan(_ library: LibraryState) {
    let isRunning = library.scan != nil
    scan.setLabel(isRunning ? tr("Cancel") : tr("Scan Now"))
    scan.sensitive = isRunning || !library.folders.isEmpty
    // Before the folders have been walked through there is no telling how much there is.
    progress.visible = library.scan?.isWalked ?? false
    details.visible = isRunning
    guard let scan = library.scan else {
      state.text = tr("%d song", "%d songs", library.contents.songs.count)
      return
    }
    state.text = scan.isWalked ? tr("Reading your music…") : tr("Looking for music…")
    progress.fraction = scan.fraction
    var parts = [tr("%d file found", "%d files found", scan.found), tr("%d read", "%d read", scan.read)]
    if scan.read > 0 { parts.append(tr("%s a second", String(Int(scan.perSecond.rounded())))) }
    if let left = scan.secondsLeft {
      parts.append(tr("%s left", durationText(UInt64(left.rounded(.up)) * Nanoseconds.second)))
    }
    details.text = parts.joined(separator: " · ")
  }

  // MARK: Problems

  private func showProblems(_ all: [LoadProblem]) {
    problemsGroup.visible = !all.isEmpty
    problems.removeAll()
    for problem in all.prefix(Self.shownProblems) {
      let name = Label(problem.name, ellipsis: .middle, xalign: 0, classes: ["row-title"])
      name.tooltip = problem.place
      let reason = Label(problem.reason, xalign: 0, classes: ["row-subtitle", "dim"])
      reason.wraps()
      let lines = Box(.vertical, spacing: 2, [name, reason])
      lines.hexpand = true
      problems.append(
        Box(.horizontal, spacing: 2, [lines] + tools(for: problem), classes: ["preferences-row"]))
    }
    let more = all.count - Self.shownProblems
    if more > 0 {
      let label = Label(tr("%d more", "%d more", more), xalign: 0, classes: ["dim"])
      problems.append(Box(.horizontal, [label], classes: ["preferences-row"]))
    }
  }

  /// What can be done about a problem.
  private func tools(for problem: LoadProblem) -> [Widget] {
    guard let path = problem.path else { return [] }
    let show = Button(icon: "folder-open-symbolic", classes: ["flat", "circular", "small"])
    show.describe(tr("Show “%s” in Files", problem.name))
    show.onClick { [context] in context.send(.showFiles([path])) }
    let again = Button(icon: "view-refresh-symbolic", classes: ["flat", "circular", "small"])
    again.describe(tr("Try “%s” again", problem.name))
    again.onClick { [context] in context.send(.library(.retry([path]))) }
    for button in [show, again] { button.valign = .center }
    return [show, again]
  }
}

extension LoadProblem {
  /// The file that has it; `nil` for what is no file.
  var path: FilePath? { FilePath(fileURI: place) }
}

/// How far the measuring of loudness is; seen while the user wants it done.
@MainActor
private final class MeasuringCard {
  let root: Box
  let button = Button(label: "", classes: ["pill"])
  private let title = Label(xalign: 0)
  private let details = Label(xalign: 0, classes: ["dim", "numeric"])
  private let progress = ProgressBar()

  init() {
    title.wraps()
    details.wraps()
    progress.accessibleLabel(tr("Measuring loudness"))
    button.halign = .start
    root = Box(.vertical, spacing: 8, [title, progress, details, button], classes: ["library-scan"])
  }

  func update(_ state: AppState) {
    let library = state.library
    root.visible = state.preferences.measuresGains && library.gains != nil
    guard let gains = library.gains, root.visible else { return }
    title.text =
      state.measuresGains
      ? tr("Measuring loudness…")
      : library.isMeasuringPaused
        ? tr("Measuring loudness rests") : tr("Measuring loudness waits until nothing plays or is scanned")
    progress.fraction = gains.fraction
    details.text = tr("%s of %s songs", String(gains.done), String(gains.total))
    button.setLabel(library.isMeasuringPaused ? tr("Go On") : tr("Pause"))
    button.accessibleLabel(
      library.isMeasuringPaused ? tr("Go on measuring loudness") : tr("Pause measuring loudness"))
  }
}

extension ScanProgress {
  /// How much of what has to be read has been read, 0…1.
  var fraction: Double { toRead > 0 ? min(1, Double(read) / Double(toRead)) : 0 }
}
