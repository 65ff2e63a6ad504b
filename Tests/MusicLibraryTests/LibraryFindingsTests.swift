import Glibc
import PlayerCore
import Testing

@testable import MusicLibrary

/// What the library finds out beyond the tags: gains that somebody measured, and what is there twice.
@Suite struct LibraryFindingsTests {
  private let folder = TemporaryFolder()
  private var place: LibraryPlace { LibraryPlace(library: folder.at("data/library.db"))! }

  private func song(_ name: String, _ title: String, album: String = "Album", sound: [UInt8] = []) {
    let frames = [("TIT2", Tags.utf8(title)), ("TALB", Tags.utf8(album)), ("TPE1", Tags.utf8("Artist"))]
    folder.write(Tags.id3v2(version: 4, frames) + Fixture.bytes("plain.mp3") + sound, "music/" + name)
  }

  private func scanned() async throws -> Library {
    let library = try Library(place, pool: sharedPool, locale: "en_GB")
    try await library.addRoot(folder.at("music"))
    _ = try await library.scan()
    return library
  }

  @Test func tracksWithoutGainsAreMeasuredOnceAndPlayWithThem() async throws {
    song("a.mp3", "A", sound: [1])
    song("b.mp3", "B", sound: [2])
    folder.write(Fixture.bytes("tagged.flac"), "music/tagged.flac")
    let library = try await scanned()

    let groups = try await library.tracksToMeasure()
    #expect(groups.map { $0.map(\.title) } == [["A", "B"]])
    let ids = groups[0].map(\.id)
    let found = [
      MeasuredTrack(id: ids[0], gain: Gain(decibels: -3, peak: 0.5)), MeasuredTrack(id: ids[1], gain: nil),
    ]
    try await library.keepLoudness(found, album: Gain(decibels: -4, peak: 0.9))

    #expect(try await library.tracksToMeasure().isEmpty)
    let rows = try await LibraryLists(place).tracks(ids)
    #expect(rows[0].track.gains.track == Gain(decibels: -3, peak: 0.5))
    #expect(rows[0].track.gains.album == Gain(decibels: -4, peak: 0.9))
    #expect(rows[1].track.gains.track == nil)
    // Other tags, the same sound: what was found holds. Another sound is measured again.
    song("a.mp3", "A other title", sound: [1])
    song("b.mp3", "B", sound: [3])
    _ = try await library.scan()
    #expect(try await library.tracksToMeasure().map { $0.map(\.title) } == [["A other title", "B"]])
    #expect(try await LibraryLists(place).tracks(ids)[0].track.gains.track?.decibels == -3)
  }

  @Test func whatIsThereTwiceIsFoundBySoundAndByTags() async throws {
    song("a.mp3", "Same")
    song("copy.mp3", "Other tags")
    song("b.mp3", "Twice", sound: [1])
    song("Sub/b.mp3", "Twice", sound: [2])
    song("c.mp3", "Once", sound: [3])
    _ = try await scanned()
    let lists = try LibraryLists(place)

    let groups = try await lists.duplicates()

    #expect(groups.map(\.reason) == [.sound, .tags])
    #expect(try await Set(lists.tracks(groups[0].tracks).map(\.track.title)) == ["Same", "Other tags"])
    #expect(try await lists.tracks(groups[1].tracks).map(\.track.title) == ["Twice", "Twice"])
    #expect(groups[0].key != groups[1].key)
  }

  @Test func duplicatesThatAreIgnoredComeBackWhenThatIsTakenBack() async throws {
    song("a.mp3", "Same")
    song("copy.mp3", "Same")
    let library = try await scanned()
    let lists = try LibraryLists(place)
    let group = try #require(try await lists.duplicates().first)

    try await library.ignoreDuplicates(group.key, true)
    #expect(try await lists.duplicates().isEmpty)
    _ = try await library.scan()
    #expect(try await lists.duplicates().isEmpty)

    try await library.ignoreDuplicates(group.key, false)
    #expect(try await lists.duplicates() == [group])
  }

  @Test func aFileThatCouldNotBeReadIsTriedAgain() async throws {
    folder.write(Array("fLaC".utf8) + [UInt8](repeating: 0, count: 200), "music/a.flac")
    let library = try await scanned()
    let lists = try LibraryLists(place)
    let problem = try #require(try await lists.problems().first?.source.path)
    // An unchanged file is not read by any scan, but by this.
    #expect(try await library.scan().updated == 0)
    #expect(try await library.retry([problem]).problems == 1)
    folder.write(Fixture.bytes("tagged.flac"), "music/a.flac")
    #expect(try await library.retry([problem]).problems == 0)
    #expect(try await lists.trackIDs().count == 1)
  }
}
