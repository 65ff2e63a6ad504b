/// Bytes that do not make the message they should.
public struct TagWireError: Error, Sendable, Equatable {
  public var reason: String

  public init(_ reason: String) { self.reason = reason }
}

/// Writes values one after the other: integers little-endian, strings and lists with their length before.
public struct TagWireWriter {
  public private(set) var bytes: [UInt8] = []

  public init() {}

  public mutating func put(_ value: UInt8) { bytes.append(value) }

  public mutating func put(_ value: UInt16) { put(integer: value) }
  public mutating func put(_ value: UInt32) { put(integer: value) }
  public mutating func put(_ value: UInt64) { put(integer: value) }

  private mutating func put(integer value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  public mutating func put(_ value: Bool) { put(UInt8(value ? 1 : 0)) }
  public mutating func put(_ value: Double) { put(value.bitPattern) }

  /// At most 2³²−1.
  public mutating func put(count: Int) { put(UInt32(clamping: count)) }

  public mutating func put(_ value: [UInt8]) {
    put(count: value.count)
    bytes += value
  }

  public mutating func put(_ value: String) {
    put(count: value.utf8.count)
    bytes += value.utf8
  }

  public mutating func put(_ values: [String]) {
    put(count: values.count)
    for value in values { put(value) }
  }

  public mutating func put<Value>(optional value: Value?, _ write: (inout TagWireWriter, Value) -> Void) {
    put(value != nil)
    if let value { write(&self, value) }
  }

  public mutating func put(_ value: String?) { put(optional: value) { $0.put($1) } }
  public mutating func put(_ value: Int?) { put(optional: value) { $0.put(UInt64(bitPattern: Int64($1))) } }
  public mutating func put(_ value: Double?) { put(optional: value) { $0.put($1) } }
}

/// Reads what `TagWireWriter` wrote. It trusts nothing: a length that reaches past the end is an error, and no
/// memory is taken for it first.
public struct TagWireReader {
  private let bytes: ArraySlice<UInt8>
  private var at: Int

  public init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    at = bytes.startIndex
  }

  public init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  public var isAtEnd: Bool { at == bytes.endIndex }

  private mutating func take(_ count: Int) throws(TagWireError) -> ArraySlice<UInt8> {
    guard count <= bytes.endIndex - at else { throw TagWireError("the message ends early") }
    defer { at += count }
    return bytes[at..<at + count]
  }

  /// Little-endian, wherever it lies.
  private mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    _: Value.Type
  ) throws(TagWireError) -> Value {
    let size = MemoryLayout<Value>.size
    guard size <= bytes.endIndex - at else { throw TagWireError("the message ends early") }
    let offset = at - bytes.startIndex
    at += size
    return bytes.withUnsafeBytes {
      Value(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }
  }

  public mutating func uint8() throws(TagWireError) -> UInt8 { try integer(UInt8.self) }
  public mutating func uint16() throws(TagWireError) -> UInt16 { try integer(UInt16.self) }
  public mutating func uint32() throws(TagWireError) -> UInt32 { try integer(UInt32.self) }
  public mutating func uint64() throws(TagWireError) -> UInt64 { try integer(UInt64.self) }
  public mutating func count() throws(TagWireError) -> Int { Int(try integer(UInt32.self)) }
  public mutating func double() throws(TagWireError) -> Double { Double(bitPattern: try uint64()) }

  public mutating func bool() throws(TagWireError) -> Bool {
    let value = try uint8()
    guard value <= 1 else { throw TagWireError("a truth value of \(value)") }
    return value == 1
  }

  public mutating func blob() throws(TagWireError) -> [UInt8] { Array(try take(try count())) }
  /// A blob without a copy.
  mutating func slice() throws(TagWireError) -> ArraySlice<UInt8> { try take(try count()) }
  public mutating func string() throws(TagWireError) -> String {
    String(decoding: try take(try count()), as: UTF8.self)
  }

  /// A count of things of at least `size` bytes each, so that a wrong one is seen before memory is taken.
  public mutating func count(ofSize size: Int) throws(TagWireError) -> Int {
    let count = try count()
    guard count <= (bytes.endIndex - at) / size else { throw TagWireError("the message ends early") }
    return count
  }

  public mutating func strings() throws(TagWireError) -> [String] {
    var result: [String] = []
    for _ in 0..<(try count(ofSize: 4)) { result.append(try string()) }
    return result
  }

  public mutating func optionalString() throws(TagWireError) -> String? { try bool() ? try string() : nil }
  /// Numbers that a record holds are small and not below zero; with others somebody would reckon himself into a trap.
  public mutating func optionalInt(_ range: ClosedRange<Int> = 0...Int(Int32.max)) throws(TagWireError)
    -> Int?
  {
    guard try bool() else { return nil }
    let value = Int(Int64(bitPattern: try uint64()))
    guard range.contains(value) else { throw TagWireError("a number of \(value)") }
    return value
  }
  public mutating func optionalDouble() throws(TagWireError) -> Double? {
    guard try bool() else { return nil }
    let value = try double()
    guard value.isFinite else { throw TagWireError("a number without bounds") }
    return value
  }
}
