import MusicLibrary
import PlayerCore
import Testing

/// One file of each format, read through the helper process.
@Suite struct TagFormatTests {
  @Test func vorbisCommentsOfFlacGiveEveryField() async throws {
    let tags = try await record(Fixture.path("tagged.flac"), wants: [.lyrics, .sources])

    #expect(tags.title == "夜の駅")
    // Neither a semicolon nor a slash separates here, and what is there twice is one.
    #expect(tags.artists == ["One; Two", "AC/DC"])
    #expect(tags.album == "Fixtures")
    #expect(tags.albumArtists == ["Various Artists"])
    #expect(tags.number == NumberOfTotal(3, of: 12))
    #expect(tags.disc == NumberOfTotal(2, of: 2))
    #expect(tags.date == PartialDate(year: 2004, month: 5))
    #expect(tags.genres == ["Ambient", "Noise"])
    #expect(tags.isCompilation)
    #expect(tags.gains.track == Gain(decibels: -6.54, peak: 0.98))
    #expect(tags.lyrics == "la la")
    #expect(tags.rating == 80)
    #expect(tags.sortNames.artist == "Two, One")
    #expect(tags.musicBrainz.album == "f4e2c5b6-0000-4000-8000-0123456789ab")
    #expect(tags.sources[.title] == .xiph)
    #expect(tags.audio.codec == .flac)
    #expect(tags.audio.bitsPerSample == 16)
  }

  @Test(arguments: [
    ("plain.mp3", AudioCodec.mp3), ("lame.mp3", .mp3), ("tagged.flac", .flac), ("plain.ogg", .vorbis),
    ("plain.opus", .opus), ("plain.m4a", .aac), ("alac.m4a", .alac), ("plain.wav", .wav),
    ("plain.aiff", .aiff),
    ("plain.wv", .wavPack),
  ])
  func everyFormatTellsItsLengthOfOneSecond(_ name: String, _ codec: AudioCodec) async throws {
    let audio = try await record(Fixture.path(name)).audio

    #expect(audio.codec == codec)
    #expect(abs((audio.durationMilliseconds ?? 0) - 1000) <= 160)  // MP3 and AAC round up to whole frames
    // MP4's sample entry says 2 whatever the sound is.
    #expect(audio.channels == (codec == .aac ? 2 : 1))
    #expect(!audio.isCutShort)
  }

  @Test func rawAACIsSoundOfUnknownLength() async throws {
    let audio = try await record(Fixture.path("plain.aac")).audio

    #expect(audio.codec == .aac)
    #expect(audio.durationMilliseconds == nil)
  }

  @Test func mp4SplitsAtSemicolonsAndReadsPairs() async throws {
    let tags = try await record(Fixture.path("plain.m4a"), wants: .sources)

    #expect(tags.title == "AAC")
    #expect(tags.artists == ["One", "Two"])
    #expect(tags.number == NumberOfTotal(2, of: 9))
    #expect(tags.date == PartialDate(year: 2011))
    #expect(tags.genres == ["Rock"])
    #expect(tags.isCompilation)
    #expect(tags.sources[.artist] == .mp4)
  }

  @Test func otherFormatsGiveTheirTitles() async throws {
    #expect(try await record(Fixture.path("plain.ogg")).title == "Vorbis ø")
    #expect(try await record(Fixture.path("plain.wav")).title == "Info")
    #expect(try await record(Fixture.path("lame.mp3")).title == "Länge")
    #expect(try await record(Fixture.path("alac.m4a")).title == "ALAC")
    let wavPack = try await record(Fixture.path("plain.wv"))
    #expect(wavPack.title == "WavPack")
    #expect(wavPack.artists == ["A", "B"])
  }

  @Test func opusGainIsToldInReplayGainsTerms() async throws {
    let opus = try await record(Fixture.path("plain.opus"))

    // −512 in Q7.8 is −2 dB under −23 LUFS; ReplayGain aims 5 dB higher.
    #expect(opus.gains.track == Gain(decibels: 3))
  }

  @Test func contentDecidesNotTheExtension() async throws {
    let folder = TemporaryFolder()
    let asText = folder.write(Fixture.bytes("tagged.flac"), "song.txt")
    let asOgg = folder.write(Fixture.bytes("plain.mp3"), "song.ogg")
    let asNothing = folder.write(Fixture.bytes("plain.opus"), "song")

    #expect(try await record(asText).audio.codec == .flac)
    #expect(try await record(asOgg).audio.codec == .mp3)
    #expect(try await record(asNothing).audio.codec == .opus)
  }
}
