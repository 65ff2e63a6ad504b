import GLibBridge
import Testing

@Suite struct VariantTests {
  @Test(arguments: [
    (Variant.string("é"), "s", "'é'"), (.bool(true), "b", "true"), (.byte(7), "y", "byte 0x07"),
    (.int32(-5), "i", "-5"), (.uint32(5), "u", "uint32 5"), (.int64(-1 << 40), "x", "int64 -1099511627776"),
    (.uint64(.max), "t", "uint64 18446744073709551615"), (.double(0.5), "d", "0.5"),
    (.objectPath("/a/b"), "o", "objectpath '/a/b'"), (.bytes([1, 0, 2]), "ay", "[byte 0x01, 0x00, 0x02]"),
    (.byteString([0x61, 0xff]), "ay", "b'a\\377'"), (.strings(["a", ""]), "as", "['a', '']"),
    (.strings([]), "as", "@as []"), (.objectPaths(["/"]), "ao", "[objectpath '/']"),
    (.byteStrings([[0x61], []]), "aay", "[b'a', b'']"), (.tuple(), "()", "()"),
    (.tuple(.int32(1), .string("x")), "(is)", "(1, 'x')"), (.boxed(.bool(false)), "v", "<false>"),
    (.dictionary(["b": .int32(1), "a": .string("x")]), "a{sv}", "{'a': <'x'>, 'b': <1>}"),
    (.dictionary([:]), "a{sv}", "@a{sv} {}"), (.maybe("s", nil), "ms", "@ms nothing"),
    (.maybe("i", .int32(3)), "mi", "@mi 3"),
  ])
  func aValueHasItsTypeAndReadsBackFromItsText(_ value: Variant, _ type: String, _ text: String) {
    #expect(value.type == type)
    #expect(value.description == text)
    #expect(Variant(parsing: text, type: type) == value)
  }

  @Test func aReaderOfAnotherTypeGivesNil() {
    let values: [Variant] = [
      .string("s"), .bool(true), .byte(1), .int32(1), .uint32(1), .int64(1), .uint64(1), .double(1),
      .objectPath("/"), .bytes([1]), .strings(["a"]), .objectPaths(["/"]), .tuple(.int32(1)),
      .boxed(.int32(1)), .dictionary(["a": .int32(1)]), .maybe("i", .int32(1)),
    ]
    let readers: [(String, (Variant) -> Bool)] = [
      ("s", { $0.string != nil }), ("b", { $0.bool != nil }), ("y", { $0.byte != nil }),
      ("i", { $0.int32 != nil }), ("u", { $0.uint32 != nil }), ("x", { $0.int64 != nil }),
      ("t", { $0.uint64 != nil }), ("d", { $0.double != nil }), ("o", { $0.objectPath != nil }),
      ("ay", { $0.bytes != nil }), ("as", { $0.strings != nil }), ("ao", { $0.objectPaths != nil }),
      ("a{sv}", { $0.dictionary != nil }), ("v", { $0.unboxed != nil }), ("mi", { $0.just != nil }),
    ]
    for value in values {
      for (type, reads) in readers { #expect(reads(value) == (value.type == type), "\(value) as \(type)") }
    }
  }

  @Test func everyIntegerWidthIsReadWhereAnyWillDo() {
    let ones: [Variant] = [.byte(1), .int32(1), .uint32(1), .int64(1), .uint64(1)]
    #expect(ones.map(\.integer) == [1, 1, 1, 1, 1])
    #expect(Variant(parsing: "-3", type: "n")?.integer == -3)
    #expect(Variant(parsing: "3", type: "q")?.integer == 3)
    #expect(Variant.uint64(.max).integer == nil)
    #expect(Variant.double(1).integer == nil)
  }

  @Test func containersGiveTheirChildrenAndNothingPastTheEnd() {
    let tuple = Variant.tuple(.string("a"), .boxed(.int64(2)))
    #expect(tuple.count == 2)
    #expect(tuple[0]?.string == "a")
    #expect(tuple[1]?.unboxed?.int64 == 2)
    #expect(tuple[2] == nil && tuple[-1] == nil)
    #expect(Variant.string("a").children == nil && Variant.string("a")[0] == nil)
    #expect(Variant(parsing: "{'a': 1, 'a': 2}", type: "a{si}")?.dictionary == ["a": .int32(2)])
    #expect(Variant.dictionary(["k": .strings(["x"])]).dictionary?["k"]?.strings == ["x"])
    #expect(Variant.bytes([]).bytes == [])
  }

  @Test(arguments: ["", "a", "//", "/a/", "/a b", "/ä", "/a\0b"])
  func whatIsNoObjectPathIsRefused(_ text: String) {
    #expect(ObjectPath(text) == nil)
  }

  @Test(arguments: [("1", "(("), ("", "s"), ("'a'", "i"), ("[1, 'a']", "ai")])
  func textThatIsNoValueOfTheTypeIsRefused(_ text: String, _ type: String) {
    #expect(Variant(parsing: text, type: type) == nil)
  }
}
