import PlayerCore
import TextKeys

/// The charset of what tags left undecoded: judged for all tracks that lie together, because one title is too
/// little to tell by.
enum FolderCharset {
  static func apply(to tracks: inout [LoadedTrack], locale: String) {
    let texts = tracks.flatMap(\.record.undecoded).map(\.bytes)
    guard !texts.isEmpty else { return }
    let charset = LegacyText.charset(of: texts, locale: locale)
    for index in tracks.indices where !tracks[index].record.undecoded.isEmpty {
      tracks[index].record.redecode { LegacyText.decode($0, as: charset.name) }
      tracks[index].record.charset = charset.name
      tracks[index].record.isCharsetSure = charset.isSure
      tracks[index].takeTags()
    }
  }
}

/// The user's language, as the environment has it.
enum UserLocale {
  static var name: String {
    let wish = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(ProcessEnvironment.variable).first
    return wish.map { String(decoding: $0, as: UTF8.self) } ?? "C"
  }
}
