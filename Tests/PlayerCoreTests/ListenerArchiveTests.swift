import PlayerCore
import Testing

struct ListenerArchiveTests {
  private func sample(_ random: inout SplitMix64) -> ListenerArchive {
    var archive = ListenerArchive()
    for index in 0..<5 {
      let name = (0..<4).map { _ in UInt8.random(in: 1...255, using: &random) }
      var track = ListenerArchive.TrackFacts(source: .file(FilePath(bytes: [47] + name)!))
      track.title = "T\(index) \"é\""
      track.artists = ["A", "B"]
      track.playCount = Int.random(in: 0...3, using: &random)
      track.lastPlayed = Bool.random(using: &random) ? 1_700_000_000 : nil
      track.rating = Bool.random(using: &random) ? 100 : nil
      track.history = track.playCount > 0 ? [1, 2] : []
      archive.tracks.append(track)
    }
    let entry = Playlist.Entry(
      location: [0xFF, 47, 65], title: "x", durationNanoseconds: 1_500_000_000,
      segment: Segment(start: 5, end: 9))
    let known = Playlist.Entry(location: Array("file:///a%20b".utf8))
    archive.playlists = [
      .init(name: "Mine", content: .entries([entry, known])),
      .init(
        name: "Smart",
        content: .rules(SmartPlaylist(rule: .test(.rating, .number(.atLeast, 80)), limit: .tracks(9)))),
    ]
    archive.stations = [.init(name: "R", address: "https://r.example/")]
    return archive
  }

  @Test func whatIsExportedIsWhatIsImported() throws {
    var random = SplitMix64(seed: 51)
    for _ in 0..<200 {
      let archive = sample(&random)
      #expect(try ListenerArchive(parsing: Array(archive.text.utf8)) == archive)
    }
  }

  @Test func oneWrongTrackCostsNoOther() throws {
    let text = """
      {"format": "nagara-listener", "version": 1, "later": {},
       "tracks": [{"title": "no place"}, {"path": "file:///a", "rating": 500, "playCount": -3, "more": 1}, 7],
       "playlists": [{"name": "Bad", "rules": {"version": 1}}, {"name": "Good", "entries": [{"path": "x"}, {}]}]}
      """
    let archive = try ListenerArchive(parsing: Array(text.utf8))
    #expect(archive.tracks.map(\.rating) == [100])
    #expect(archive.tracks.map(\.playCount) == [0])
    #expect(archive.playlists.map(\.name) == ["Good"])
    #expect(archive.omissions.count == 3)
  }

  @Test func otherFilesAreRefusedInWords() {
    func problem(_ text: String) -> ListenerArchive.TextProblem? {
      do {
        _ = try ListenerArchive(parsing: Array(text.utf8))
        return nil
      } catch { return error }
    }
    #expect(problem("{\n") == .damaged(line: 2))
    #expect(problem("[]") == .notAnArchive)
    #expect(problem(#"{"format": "nagara-listener", "version": 2}"#) == .newer)
  }

  // MARK: Quod Libet

  private func bytes(hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  @Test(arguments: [QuodLibetPickles.ql2, QuodLibetPickles.py30, QuodLibetPickles.py34])
  func quodLibetsSongsKeepTheirFacts(hex: String) throws {
    let archive = try QuodLibetReader.read(bytes(hex: hex))
    #expect(archive.tracks.count == 3)
    let first = archive.tracks[0]
    #expect(first.source == .file(FilePath(bytes: Array("/m/caf".utf8) + [0xE9] + Array(".mp3".utf8))!))
    #expect(first.title == "Nuit é")
    #expect(first.artists == ["A", "B"])
    #expect((first.playCount, first.skipCount, first.rating) == (7, 1, 75))
    #expect((first.lastPlayed, first.added) == (1_700_000_000, 1_600_000_000))
    #expect(archive.tracks[1].title == "夜")
    #expect(archive.tracks[1].rating == 100)
    #expect(archive.tracks[2].source == .stream("http://r/x"))
  }

  @Test(arguments: [
    "cos\nsystem\n(S'true'\ntR.", "c__builtin__\neval\n(S'1'\ntR.", "cposix\nsystem\n.",
    "cquodlibets\nx\n.", "c_codecs\ndecode\n.",
  ])
  func aPickleThatWouldRunSomethingIsRefused(text: String) {
    var isRefused = false
    do {
      _ = try QuodLibetReader.read(Array(text.utf8))
    } catch QuodLibetReader.Problem.unsafe {
      isRefused = true
    } catch {}
    #expect(isRefused)
  }

  @Test func anyBytesCanBeReadAsAPickle() {
    var random = SplitMix64(seed: 52)
    for hex in [QuodLibetPickles.ql2, QuodLibetPickles.py30, QuodLibetPickles.py34] {
      let whole = bytes(hex: hex)
      for _ in 0..<2_000 {
        var data = whole
        for _ in 0..<Int.random(in: 1...6, using: &random) {
          data[Int.random(in: data.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        _ = try? QuodLibetReader.read(Array(data.prefix(Int.random(in: 0...data.count, using: &random))))
      }
    }
    for _ in 0..<5_000 {
      let data = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        Array("(.0124NIJKMLFGSTUVXBClaedsu)tcRbpqrghj]}\u{0}\n".utf8).randomElement(using: &random)!
      }
      _ = try? QuodLibetReader.read([0x80, 2] + data)
    }
  }

  @Test func tuplesInTuplesDoNotGrow() {
    // One tuple put twice into the next, a hundred times over.
    let doubling: [UInt8] = [UInt8(ascii: "2"), 0x86]
    let data = [UInt8(ascii: "N")] + [[UInt8]](repeating: doubling, count: 100).flatMap(\.self) + [46]
    #expect(throws: QuodLibetReader.Problem.self) { try QuodLibetReader.read(data) }
  }
}

/// Four songs, pickled by Python 3.
enum QuodLibetPickles {
  /// As Quod Libet writes it: protocol 2, bytes through `_codecs.encode`.
  static let ql2 = """
    80025d7100286371756f646c696265742e666f726d6174732e6d70330a4d503346696c650a71012981710228635f636f
    646563730a656e636f64650a710358090000007e66696c656e616d65710458060000006c6174696e3171058671065271
    076803580c0000002f6d2f636166c3a92e6d70337108680586710952710a680358050000007469746c65710b68058671
    0c52710d58070000004e75697420c3a9710e68035806000000617274697374710f68058671105271115803000000410a
    42711268035805000000616c62756d7113680586711452711558010000005871166803580b0000007e23706c6179636f
    756e74711768058671185271194b076803580b0000007e23736b6970636f756e74711a680586711b52711c4b01680358
    0c0000007e236c617374706c61796564711d680586711e52711f4a00f15365680358070000007e236164646564712068
    058671215271224a00105e5f680358080000007e23726174696e6771236805867124527125473fe80000000000006803
    58080000007e236c656e67746871266805867127527128474066b000000000006803580a0000007e2366696c6573697a
    657129680586712a52712b8a05005ed0b200756371756f646c696265742e666f726d6174732e786970680a464c414346
    696c650a712c2981712d28680358090000007e66696c656e616d65712e680586712f527130680358090000002f6d2f62
    2e666c616371316805867132527133680358050000007469746c65713468058671355271365803000000e5a49c713768
    0358070000007e2361646465647138680586713952713a4a01105e5f680358080000007e23726174696e67713b680586
    713c52713d4b0175682c2981713e28680358090000007e66696c656e616d65713f68058671405271416803580a000000
    687474703a2f2f722f7871426805867143527144680358050000007469746c6571456805867146527147580100000052
    71486803580b0000007e23706c6179636f756e747149680586714a52714b4b027568012981714c680358090000007e66
    696c656e616d65714d680586714e52714f6803580b0000002f6d2f6e6f6e652e6d70337150680586715152715273652e
    """

  /// Protocol 0, with texts.
  static let py30 = """
    286c70300a63636f70795f7265670a5f7265636f6e7374727563746f720a70310a286371756f646c696265742e666f72
    6d6174732e6d70330a4d503346696c650a70320a635f5f6275696c74696e5f5f0a646963740a70330a286470340a567e
    66696c656e616d650a70350a562f6d2f6361665c75646365392e6d70330a70360a73567469746c650a70370a564e7569
    7420e90a70380a73566172746973740a70390a56415c7530303061420a7031300a7356616c62756d0a7031310a56580a
    7031320a73567e23706c6179636f756e740a7031330a49370a73567e23736b6970636f756e740a7031340a49310a7356
    7e236c617374706c617965640a7031350a49313730303030303030300a73567e2361646465640a7031360a4931363030
    3030303030300a73567e23726174696e670a7031370a46302e37350a73567e236c656e6774680a7031380a463138312e
    350a73567e2366696c6573697a650a7031390a4c333030303030303030304c0a73747032300a527032310a6167310a28
    6371756f646c696265742e666f726d6174732e786970680a464c414346696c650a7032320a67330a28647032330a6735
    0a562f6d2f622e666c61630a7032340a7367370a565c75353931630a7032350a736731360a4931363030303030303031
    0a736731370a49310a73747032360a527032370a6167310a286732320a67330a28647032380a67350a56687474703a2f
    2f722f780a7032390a7367370a56520a7033300a736731330a49320a73747033310a527033320a6167310a2867320a67
    330a28647033330a67350a562f6d2f6e6f6e652e6d70330a7033340a73747033350a527033360a612e
    """

  /// Protocol 4, with memoized names and frames.
  static let py34 = """
    80049578010000000000005d94288c1571756f646c696265742e666f726d6174732e6d7033948c074d503346696c6594
    9394298194288c097e66696c656e616d65948c0d2f6d2f636166edb3a92e6d7033948c057469746c65948c074e756974
    20c3a9948c06617274697374948c03410a42948c05616c62756d948c0158948c0b7e23706c6179636f756e74944b078c
    0b7e23736b6970636f756e74944b018c0c7e236c617374706c61796564944a00f153658c077e236164646564944a0010
    5e5f8c087e23726174696e6794473fe80000000000008c087e236c656e67746894474066b000000000008c0a7e236669
    6c6573697a65948a05005ed0b200758c1671756f646c696265742e666f726d6174732e78697068948c08464c41434669
    6c659493942981942868058c092f6d2f622e666c61639468078c03e5a49c9468104a01105e5f68114b01756816298194
    2868058c0a687474703a2f2f722f789468078c015294680d4b0275680329819468058c0b2f6d2f6e6f6e652e6d703394
    73652e
    """

}
