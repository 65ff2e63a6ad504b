import PlayerCore

/// What the user has chosen for good.
struct Preferences: Equatable, Sendable {
  enum Scheme: String, CaseIterable, Sendable { case system, light, dark }

  /// What closing the window does while music plays.
  enum Background: String, CaseIterable, Sendable {
    case ask
    case keepPlaying = "keep-playing"
    case stop
  }

  var scheme = Scheme.system
  var tintsFromCover = true
  var background = Background.ask
  /// Whether the desktop is told of each track that starts while the window isn't in use.
  var notifies = true
  var loudness = LoudnessSettings()
  /// Whether songs without ReplayGain are measured in the background.
  var measuresGains = false
  /// How long tracks fade into each other, in seconds, 0…12.
  var crossfade = 0
  var equalizer = Equalizer()
  /// The user's own presets of it, in the order in which they were saved first.
  var ownPresets: [EqualizerPreset] = []
  /// −1 (left only) … 1 (right only).
  var balance = 0.0
  var isMono = false
  /// The sound device that was chosen; `nil`: the desktop's own choice.
  var outputDevice: String?
  /// The tabs by their names, in the user's order; what isn't named comes behind.
  var tabOrder: [String] = []
}

extension Preferences {
  /// Saves the bands as they are; under a name that is there already instead of what it had.
  mutating func keepPreset(_ name: String) {
    let preset = EqualizerPreset(name: name, bands: equalizer.bands)
    if let place = ownPresets.firstIndex(where: { $0.name == name }) {
      ownPresets[place] = preset
    } else {
      ownPresets.append(preset)
    }
  }

  /// Removes the own preset that the bands are; they stay as they are.
  mutating func removePreset() { ownPresets.removeAll { $0.bands == equalizer.bands } }
}

/// Bands under a name of the user's.
struct EqualizerPreset: Equatable, Sendable {
  var name: String
  /// In dB.
  var bands: [Double]

  init(name: String, bands: [Double]) {
    self.name = name
    self.bands = bands
  }

  /// From a setting's text: the bands, a tab and the name.
  init?(text: String) {
    guard let tab = text.firstIndex(of: "\t"), text.index(after: tab) < text.endIndex else { return nil }
    name = String(text[text.index(after: tab)...])
    bands = Equalizer(text: String(text[..<tab])).bands
  }

  var text: String { Equalizer(bands: bands).text + "\t" + name }
}

/// The ten bands and whether they are used.
struct Equalizer: Equatable, Sendable {
  var isOn = false
  /// In dB, `range`; the lowest band first.
  var bands = Equalizer.flat

  static let range = -12.0...12.0
  static let flat = [Double](repeating: 0, count: 10)
  /// The middle of each band as GStreamer's equaliser has them, in Hz.
  static let frequencies = [29, 59, 119, 237, 474, 947, 1_889, 3_770, 7_523, 15_011]

  /// What the engine is to apply.
  var applied: [Double] { isOn ? bands : Equalizer.flat }

  init(isOn: Bool = false, bands: [Double] = Equalizer.flat) {
    self.isOn = isOn
    self.bands = bands
  }

  /// From a setting's text, such as `0 0 2.5 …`: what is missing is 0, what is too much is clamped.
  init(isOn: Bool = false, text: String) {
    let values = text.split(separator: " ").map { Double(String($0)) ?? 0 }
    bands = Equalizer.flat.indices.map { index in
      guard values.indices.contains(index), values[index].isFinite else { return 0 }
      return min(max(Equalizer.range.lowerBound, values[index]), Equalizer.range.upperBound)
    }
    self.isOn = isOn
  }

  var text: String { bands.map { String($0) }.joined(separator: " ") }

  enum Preset: String, CaseIterable, Sendable {
    case flat, bass, treble, loudness, vocal, rock, dance, classical, acoustic, small

    var bands: [Double] {
      switch self {
      case .flat: Equalizer.flat
      case .bass: [6, 5.5, 4.5, 3, 1, 0, 0, 0, 0, 0]
      case .treble: [0, 0, 0, 0, 0, 1, 2.5, 4, 5, 5.5]
      case .loudness: [5, 4, 2, 0, -1, -1, 0, 1.5, 3.5, 4.5]
      case .vocal: [-3, -2.5, -1.5, 0.5, 2.5, 3.5, 3, 1.5, 0, -1]
      case .rock: [4, 3.5, 2, 0, -1.5, -1, 1, 2.5, 3.5, 4]
      case .dance: [5.5, 5, 3, 0, 0, -2, -1.5, 0, 2, 2.5]
      case .classical: [3, 2.5, 1.5, 0.5, 0, 0, 0, 1, 2, 2.5]
      case .acoustic: [3, 2.5, 1.5, 0.5, 1, 1, 1.5, 2, 2, 1.5]
      case .small: [-4, -2, 2.5, 3, 2, 1, 0.5, 1.5, 2, 2]
      }
    }
  }

  /// The preset that these bands are; `nil` for the user's own.
  var preset: Preset? { Preset.allCases.first { $0.bands == bands } }
}
