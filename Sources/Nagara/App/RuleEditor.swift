import GtkBridge
import PlayerCore

/// Asks for the name and the rules of a smart playlist, and tells meanwhile how much they choose.
@MainActor
final class RuleEditor {
  /// How much the rules choose now; `nil` when that can't be told.
  typealias Count = (SmartPlaylist) async -> PlaylistFacts?

  private let window = Window()
  private var form: RuleForm
  private let isNarrow: Bool
  private let count: Count
  private let done: (String, SmartPlaylist) -> Void
  private let name = Entry(placeholder: tr("Name"))
  private let rules = Box(.vertical)
  private let matches = Label(xalign: 0, classes: ["numeric"])
  private let problem = Label(xalign: 0, classes: ["problem"])
  private let save: Button
  /// What has the keyboard first in each condition and group, by its path.
  private var heads: [[Int]: Widget] = [:]
  /// The conditions' controls: their handlers hold them weakly.
  private var held: [Widget] = []
  private var countSoon: SourceToken?
  private var counting: Task<Void, Never>?
  /// What is to be counted next.
  private var wanted: SmartPlaylist?
  private let orderField: DropDown
  private let orders: [SmartField]
  private let direction = DropDown([tr("Ascending"), tr("Descending")])
  private let limits = Switch()
  private let limit = Entry()
  private let limitUnit = DropDown(RuleLimit.Unit.allCases.map(\.title))
  private var closing: Connection?
  /// The one that is open.
  private static var open: RuleEditor?

  /// While somebody types, only what stands for so long is counted, in milliseconds.
  private static let countRest: UInt32 = 150
  /// Groups in groups in groups are read by nobody.
  private static let deepest = 2

  /// Opens the editor; it ends with its window.
  static func show(
    over parent: Window, _ form: RuleForm, isNew: Bool, isNarrow: Bool, count: @escaping Count,
    done: @escaping (String, SmartPlaylist) -> Void
  ) {
    if let open { return open.window.present() }
    let editor = RuleEditor(form, isNew, isNarrow, count, done)
    open = editor
    editor.build(over: parent, isNew)
  }

  private init(
    _ form: RuleForm, _ isNew: Bool, _ isNarrow: Bool, _ count: @escaping Count,
    _ done: @escaping (String, SmartPlaylist) -> Void
  ) {
    self.form = form
    self.isNarrow = isNarrow
    self.count = count
    self.done = done
    save = Button(label: isNew ? tr("Make") : tr("Save"), classes: ["wide", "suggested"])
    // One that isn't offered stays.
    let order = form.order?.field
    orders = RuleForm.orders + (order.map { RuleForm.orders.contains($0) ? [] : [$0] } ?? [])
    orderField = DropDown([tr("As in the library")] + orders.map(\.orderTitle))
  }

  private func build(over parent: Window, _ isNew: Bool) {
    window.title = isNew ? tr("New Smart Playlist") : tr("Rules of “%s”", form.name)
    window.becomeDialog(over: parent)
    window.defaultSize(
      width: min(680, max(340, parent.width - 20)), height: min(640, max(360, parent.height - 20)))
    name.accessibleLabel(tr("Name"))
    name.text = form.name
    name.connect(Entry.changed) { [weak self] in
      guard let self else { return }
      form.name = name.text
      check()
    }
    name.connect(Entry.activated) { [weak self] in self?.finish() }
    let hint = Label(
      tr("The list follows your library: what the rules choose is in it."), xalign: 0, classes: ["dim"])
    hint.wraps()
    let column = Box(.vertical, spacing: 14, [name, hint, rules, orderRow, limitRow])
    column.margins(start: 20, end: 20, top: 16, bottom: 12)
    let scroller = ScrolledWindow(column)
    scroller.vexpand = true
    for label in [matches, problem] { label.wraps() }
    let cancel = Button(label: tr("Cancel"), classes: ["wide", "plain"])
    let buttons = Box(.horizontal, spacing: 10, [cancel, save])
    buttons.homogeneous = true
    let foot = Box(.vertical, spacing: 8, [matches, problem, buttons])
    foot.margins(start: 20, end: 20, top: 10, bottom: 20)
    window.setChild(Box(.vertical, [scroller, foot]))
    cancel.onClick { [weak self] in self?.window.close() }
    save.onClick { [weak self] in self?.finish() }
    let keys = ShortcutController()
    keys.add("Escape") { [weak self] in
      self?.window.close()
      return true
    }
    keys.add("<Control>s") { [weak self] in
      self?.finish()
      return true
    }
    window.addController(keys)
    closing = window.observe(Window.closeRequest) { [weak self] in
      self?.end()
      return false
    }
    render()
    window.present()
    name.grabFocus()
  }

  private func end() {
    countSoon = nil
    counting?.cancel()
    if Self.open === self { Self.open = nil }
  }

  private func finish() {
    guard save.sensitive, let rules = try? form.rules() else { return }
    window.close()
    done(form.name, rules)
  }

  // MARK: What is wrong, and how much it is

  private func check() {
    var text = form.name.contains { !$0.isWhitespace } ? nil : tr("Give the playlist a name.")
    do throws(RuleProblem) {
      let rules = try form.rules()
      wanted = rules
      countSoon = MainLoop.after(milliseconds: Self.countRest) { [weak self] in self?.countNext() }
    } catch {
      if text == nil { text = error.sentence }
      wanted = nil
      countSoon = nil
      matches.text = ""
    }
    problem.text = text ?? ""
    problem.visible = text != nil
    save.sensitive = text == nil
  }

  private func countNext() {
    guard counting == nil, let rules = wanted else { return }
    wanted = nil
    counting = Task { [weak self, count] in
      let facts = await count(rules)
      guard let self, !Task.isCancelled else { return }
      counting = nil
      // Others were wanted meanwhile, or none.
      if wanted != nil { countNext() } else if (try? form.rules()) == rules { show(facts) }
    }
  }

  private func show(_ facts: PlaylistFacts?) {
    guard let facts else { return }
    matches.text = facts.count == 0 ? tr("No song matches") : tr("Matches: %s", facts.text)
    matches.announce(matches.text)
  }

  // MARK: Conditions

  /// Builds all conditions anew, not while one of their controls is at work.
  private func renderSoon(focus path: [Int]) {
    MainLoop.whenIdle { [weak self] in
      self?.render()
      self?.heads[path]?.grabFocus()
    }
  }

  private func render() {
    heads = [:]
    held = []
    rules.removeAll()
    rules.append(widget(for: form.root, at: []))
    check()
  }

  private func widget(for group: RuleGroup, at path: [Int]) -> Widget {
    let joining = choice(
      tr("What of these conditions has to hold"), RuleGroup.Joining.allCases, group.joining, \.title
    ) { [weak self] joining in
      self?.changeGroup(at: path) { $0.joining = joining }
    }
    if !path.isEmpty { heads[path] = joining }
    joining.hexpand = true
    joining.halign = .start
    let top = Box(.horizontal, spacing: 8, [joining])
    if !path.isEmpty { top.append(removeButton(tr("Remove the Group"), path)) }
    let column = Box(.vertical, spacing: 8, [top], classes: ["rule-group"])
    for (index, item) in group.items.enumerated() { column.append(widget(for: item, at: path + [index])) }
    let add = Button(label: tr("Add a Condition"), classes: ["flat"])
    add.onClick { [weak self] in self?.add(.condition(RuleCondition()), to: path) }
    let buttons = Box(.horizontal, spacing: 8, [add])
    if path.count < Self.deepest {
      let addGroup = Button(label: tr("Add a Group"), classes: ["flat"])
      addGroup.onClick { [weak self] in
        self?.add(.group(RuleGroup(joining: .any, items: [.condition(RuleCondition())])), to: path)
      }
      buttons.append(addGroup)
    }
    column.append(buttons)
    return column
  }

  /// A field of what can be chosen, which stays until the next `render`.
  private func choice<Value: Equatable>(
    _ label: String, _ values: [Value], _ chosen: Value, _ title: (Value) -> String,
    _ choose: @escaping (Value) -> Void
  ) -> DropDown {
    let field = DropDown(values.map(title))
    field.accessibleLabel(label)
    field.selected = values.firstIndex(of: chosen) ?? 0
    field.connect(DropDown.selectedChanged) { [weak field] in
      guard let field, values.indices.contains(field.selected) else { return }
      choose(values[field.selected])
    }
    held.append(field)
    return field
  }

  private func widget(for item: RuleGroup.Item, at path: [Int]) -> Widget {
    switch item {
    case .condition(let condition): widget(for: condition, at: path)
    case .group(let group): widget(for: group, at: path)
    case .kept: keptWidget(at: path)
    }
  }

  private func keptWidget(at path: [Int]) -> Widget {
    let label = Label(
      tr("A condition that can’t be changed here"), ellipsis: .end, xalign: 0, classes: ["dim"])
    label.hexpand = true
    let remove = removeButton(tr("Remove the Condition"), path)
    return Box(.horizontal, spacing: 8, [label, remove], classes: ["rule-row"])
  }

  private func widget(for condition: RuleCondition, at path: [Int]) -> Widget {
    let field = choice(tr("What is asked about"), RuleField.allCases, condition.field, \.title) {
      [weak self] field in
      self?.changeCondition(at: path) { $0.field = field }
      self?.renderSoon(focus: path)
    }
    heads[path] = field
    func title(_ test: RuleTest) -> String { test.title(for: condition.field) }
    let test = choice(
      tr("How it is asked"), condition.field.tests, condition.test, title
    ) { [weak self] test in
      self?.changeCondition(at: path) { $0.test = test }
      self?.renderSoon(focus: path + [0])
    }
    heads[path + [0]] = test
    let remove = removeButton(tr("Remove “%s”", condition.field.title), path)
    let values = values(of: condition, at: path)
    if values.isEmpty { test.hexpand = true }
    test.halign = .start
    guard isNarrow else {
      return Box(.horizontal, spacing: 8, [field, test] + values + [remove], classes: ["rule-row"])
    }
    let question = Box(.horizontal, spacing: 8, [test] + values + [remove])
    return Box(.vertical, spacing: 4, [field, question], classes: ["rule-row"])
  }

  private func values(of condition: RuleCondition, at path: [Int]) -> [Widget] {
    func entry(_ label: String, _ text: String, _ change: @escaping (inout RuleCondition, String) -> Void)
      -> Entry
    {
      let entry = Entry(placeholder: condition.field.example)
      held.append(entry)
      entry.accessibleLabel(label)
      entry.text = text
      let isLong = condition.field.kind == .text
      entry.width(characters: isLong ? 10 : 6)
      if isLong { entry.hexpand = true }
      entry.connect(Entry.changed) { [weak self, weak entry] in
        guard let self, let entry else { return }
        changeCondition(at: path) { change(&$0, entry.text) }
      }
      entry.connect(Entry.activated) { [weak self] in self?.finish() }
      return entry
    }
    var widgets: [Widget] = []
    let title = condition.field.title
    switch condition.test.valueCount {
    case 0: return []
    case 1: widgets = [entry(tr("Value for “%s”", title), condition.text) { $0.text = $1 }]
    default:
      widgets = [
        entry(tr("Least value for “%s”", title), condition.text) { $0.text = $1 },
        Label(tr("and")),
        entry(tr("Greatest value for “%s”", title), condition.end) { $0.end = $1 },
      ]
    }
    if condition.field.kind == .text { return widgets }
    let unit = Label(condition.field.unit ?? "", xalign: 0, classes: ["dim"])
    unit.hexpand = true
    return widgets + [unit]
  }

  private func removeButton(_ label: String, _ path: [Int]) -> Button {
    let button = Button(icon: "list-remove-symbolic", classes: ["flat", "circular", "small"])
    button.describe(label)
    button.valign = .center
    button.onClick { [weak self] in
      guard let self else { return }
      form.root[path[...]] = nil
      let before = path.dropLast() + [max(0, (path.last ?? 0) - 1)]
      renderSoon(focus: Array(before))
    }
    return button
  }

  private func add(_ item: RuleGroup.Item, to path: [Int]) {
    changeGroup(at: path) { $0.items.append(item) }
    let count = form.root.group(at: path[...])?.items.count ?? 1
    renderSoon(focus: path + [count - 1])
  }

  private func changeGroup(at path: [Int], _ body: (inout RuleGroup) -> Void) {
    guard var group = form.root.group(at: path[...]) else { return }
    body(&group)
    form.root.setGroup(group, at: path[...])
    check()
  }

  private func changeCondition(at path: [Int], _ body: (inout RuleCondition) -> Void) {
    guard case .condition(var condition) = form.root[path[...]] else { return }
    body(&condition)
    form.root[path[...]] = .condition(condition)
    check()
  }

  // MARK: Order and limit

  private var orderRow: Widget {
    orderField.accessibleLabel(tr("Order"))
    orderField.selected = form.order.flatMap { orders.firstIndex(of: $0.field) }.map { $0 + 1 } ?? 0
    direction.accessibleLabel(tr("Direction of the order"))
    direction.selected = form.order?.isDescending == true ? 1 : 0
    for control in [orderField, direction] {
      control.connect(DropDown.selectedChanged) { [weak self] in self?.orderChanged() }
    }
    showOrder()
    return row(tr("Order"), [orderField, direction])
  }

  private func orderChanged() {
    let place = orderField.selected - 1
    let old = form.order
    form.order =
      orders.indices.contains(place)
      ? SmartPlaylist.Order(orders[place], isDescending: direction.selected == 1) : nil
    if old?.field != form.order?.field { form.furtherOrder = [] }
    showOrder()
    check()
  }

  private func showOrder() { direction.visible = form.order.map { $0.field != .random } ?? false }

  private var limitRow: Widget {
    let shown = form.limit ?? RuleLimit()
    limits.accessibleLabel(tr("Limit"))
    limits.active = form.limit != nil
    limits.valign = .center
    limit.accessibleLabel(tr("At most"))
    limit.width(characters: 5)
    limit.text = shown.text
    limitUnit.accessibleLabel(tr("Unit of the limit"))
    limitUnit.selected = RuleLimit.Unit.allCases.firstIndex(of: shown.unit) ?? 0
    for widget in [limit, limitUnit] as [Widget] { widget.sensitive = limits.active }
    limits.connect(Switch.activeChanged) { [weak self] in self?.limitChanged() }
    limit.connect(Entry.changed) { [weak self] in self?.limitChanged() }
    limit.connect(Entry.activated) { [weak self] in self?.finish() }
    limitUnit.connect(DropDown.selectedChanged) { [weak self] in self?.limitChanged() }
    return row(tr("Limit"), [limits, limit, limitUnit])
  }

  private func limitChanged() {
    let units = RuleLimit.Unit.allCases
    var new = RuleLimit()
    new.text = limit.text
    if units.indices.contains(limitUnit.selected) { new.unit = units[limitUnit.selected] }
    form.limit = limits.active ? new : nil
    for widget in [limit, limitUnit] as [Widget] { widget.sensitive = limits.active }
    check()
  }

  private func row(_ title: String, _ controls: [Widget]) -> Widget {
    let label = Label(title, xalign: 0)
    label.width(characters: 8)
    return Box(.horizontal, spacing: 8, [label] + controls)
  }
}
