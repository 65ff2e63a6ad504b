import GLibBridge
import PlayerCore

// How the rules of smart playlists are named to people.

extension RuleField {
  var title: String {
    switch self {
    case .title: tr("Title")
    case .artist: tr("Artist")
    case .albumArtist: tr("Album Artist")
    case .album: tr("Album")
    case .genre: tr("Genre")
    case .composer: tr("Composer")
    case .year: tr("Year")
    case .rating: tr("Rating")
    case .loved: tr("Loved")
    case .playCount: tr("Times Played")
    case .skipCount: tr("Times Skipped")
    case .lastPlayed: tr("Last Played")
    case .added: tr("Added")
    case .duration: tr("Length")
    case .codec: tr("Format")
    case .bitrate: tr("Bit Rate")
    case .sampleRate: tr("Sample Rate")
    case .trackNumber: tr("Track Number")
    case .discNumber: tr("Disc Number")
    case .path: tr("File")
    }
  }

  /// What stands behind a value.
  var unit: String? {
    switch self {
    case .bitrate: tr("kbit/s")
    case .sampleRate: tr("Hz")
    case .rating: tr("stars")
    case .lastPlayed, .added: tr("days")
    default: nil
    }
  }

  /// What stands in an empty place for a value.
  var example: String {
    switch kind {
    case .length: "3:30"
    case .stars: "4"
    case .time: "30"
    case .text, .number, .flag: ""
    }
  }
}

extension RuleTest {
  func title(for field: RuleField) -> String {
    switch self {
    case .contains: tr("contains")
    case .lacks: tr("does not contain")
    case .equals: tr("is")
    case .differs: tr("is not")
    case .begins: tr("begins with")
    case .ends: tr("ends with")
    case .less: tr("is less than")
    case .atMost: tr("is at most")
    case .more: tr("is more than")
    case .atLeast: tr("is at least")
    case .between: tr("is between")
    case .within: tr("in the last")
    case .notWithin: tr("not in the last")
    case .known: field.kind == .time ? tr("at any time") : tr("is there")
    case .missing: field.kind == .time ? tr("never") : tr("is missing")
    case .yes: tr("yes")
    case .no: tr("no")
    }
  }
}

extension RuleGroup.Joining {
  var title: String {
    switch self {
    case .all: tr("All of these hold")
    case .any: tr("Any of these holds")
    case .none: tr("None of these holds")
    }
  }
}

extension RuleLimit.Unit {
  var title: String {
    switch self {
    case .songs: tr("songs")
    case .minutes: tr("minutes")
    case .hours: tr("hours")
    }
  }
}

extension SmartField {
  /// As what a list is ordered by.
  var orderTitle: String {
    self == .random ? tr("Random") : RuleField(rawValue: rawValue)?.title ?? rawValue
  }
}

extension RuleProblem {
  var sentence: String {
    switch self {
    case .emptyGroup: tr("A group needs a condition.")
    case .noValue(let field): tr("Type a value for “%s”.", field.title)
    case .noNumber(let field): tr("“%s” needs a number.", field.title)
    case .noStars: tr("A rating has 0 to 5 stars.")
    case .noLength: tr("Type a length as minutes and seconds, such as 3:30.")
    case .wrongOrder(let field): tr("The first number of “%s” must be the smaller one.", field.title)
    case .limit: tr("Type how much the list holds at most: a number above zero.")
    }
  }
}

extension SmartPlaylist {
  /// What a new library has, to be changed or deleted.
  static var readyMade: [(name: String, rules: SmartPlaylist)] {
    [
      (
        tr("Loved"),
        SmartPlaylist(rule: .all([.test(.rating, .number(.equal, RuleField.heart))]), order: [Order(.artist)])
      ),
      (
        tr("Never Played"),
        SmartPlaylist(
          rule: .all([.test(.playCount, .number(.equal, 0))]), order: [Order(.added, isDescending: true)])
      ),
      (
        tr("Added in the Last Month"),
        SmartPlaylist(
          rule: .all([.test(.added, .withinDays(30))]), order: [Order(.added, isDescending: true)])
      ),
      (
        tr("Long Not Heard"),
        SmartPlaylist(
          rule: .all([
            .test(.playCount, .number(.atLeast, 1)), .test(.lastPlayed, .notWithinDays(90)),
          ]), order: [Order(.random)], limit: .tracks(50))
      ),
    ]
  }
}
