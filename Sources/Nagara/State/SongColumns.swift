/// A column of the songs' table.
enum SongField: String, CaseIterable, Sendable {
  case title, artist, album, year, length, number, genre, composer, codec, file, plays, rating

  /// What the table sorts by when the column's title is clicked; `nil`: it can't.
  var order: SongOrder.Column? {
    switch self {
    case .title: .title
    case .artist: .artist
    case .album: .album
    case .year: .year
    case .length: .length
    case .plays: .plays
    case .rating: .rating
    default: nil
    }
  }

  /// Numbers stand at the end of their column.
  var isNumber: Bool { [.year, .length, .number, .plays].contains(self) }
}

/// Which columns the songs' table has, in which order and how wide.
struct SongColumns: Equatable, Sendable {
  struct Item: Equatable, Sendable {
    var field: SongField
    var isShown: Bool
    /// In logical pixels; `nil`: its share of what is left.
    var width: Int?
  }

  /// Every field once.
  private(set) var items: [Item]

  private static let initial: [Item] = [
    Item(field: .title, isShown: true), Item(field: .artist, isShown: true),
    Item(field: .album, isShown: true), Item(field: .year, isShown: false, width: 84),
    Item(field: .length, isShown: true, width: 96), Item(field: .plays, isShown: true, width: 84),
    Item(field: .rating, isShown: true, width: 120), Item(field: .number, isShown: false, width: 72),
    Item(field: .genre, isShown: false), Item(field: .composer, isShown: false),
    Item(field: .codec, isShown: false, width: 96), Item(field: .file, isShown: false),
  ]

  init() { items = Self.initial }

  func item(_ field: SongField) -> Item {
    items.first { $0.field == field } ?? Item(field: field, isShown: false)
  }

  /// The title stays: without it nobody knows what a row is.
  mutating func show(_ field: SongField, _ isShown: Bool) {
    guard field != .title, let index = items.firstIndex(where: { $0.field == field }) else { return }
    items[index].isShown = isShown
  }

  mutating func setWidth(_ field: SongField, _ width: Int?) {
    guard let index = items.firstIndex(where: { $0.field == field }) else { return }
    items[index].width = width
  }

  /// Puts the columns into the order of these fields; what is missing in it comes last.
  mutating func reorder(_ fields: [SongField]) {
    let old = items
    items = fields.map { field in old.first { $0.field == field } ?? Item(field: field, isShown: false) }
    items += old.filter { !fields.contains($0.field) }
  }

  // MARK: As a setting

  /// `title artist album year:84 length:96 -number:72 …`; a dash hides a column.
  var text: String {
    items.map { item in
      (item.isShown ? "" : "-") + item.field.rawValue + (item.width.map { ":\($0)" } ?? "")
    }.joined(separator: " ")
  }

  /// What is unknown is passed over, what is missing is as it is at first.
  init(text: String) {
    var known: [Item] = []
    for word in text.split(separator: " ") {
      let isShown = !word.hasPrefix("-")
      let parts = word.drop { $0 == "-" }.split(separator: ":")
      guard let field = parts.first.flatMap({ SongField(rawValue: String($0)) }),
        !known.contains(where: { $0.field == field })
      else { continue }
      let width = parts.count > 1 ? Int(parts[1]).map { min(max(40, $0), 4_000) } : nil
      known.append(Item(field: field, isShown: isShown || field == .title, width: width))
    }
    items = known + Self.initial.filter { item in !known.contains { $0.field == item.field } }
  }
}
