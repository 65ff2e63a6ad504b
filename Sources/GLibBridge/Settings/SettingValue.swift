extension Bool: SettingValue {
  public static var variantType: String { "b" }
  public init?(_ variant: Variant) {
    guard let value = variant.bool else { return nil }
    self = value
  }
  public var variant: Variant { .bool(self) }
}

extension Int32: SettingValue {
  public static var variantType: String { "i" }
  public init?(_ variant: Variant) {
    guard let value = variant.int32 else { return nil }
    self = value
  }
  public var variant: Variant { .int32(self) }
}

extension Int64: SettingValue {
  public static var variantType: String { "x" }
  public init?(_ variant: Variant) {
    guard let value = variant.int64 else { return nil }
    self = value
  }
  public var variant: Variant { .int64(self) }
}

extension Double: SettingValue {
  public static var variantType: String { "d" }
  public init?(_ variant: Variant) {
    guard let value = variant.double else { return nil }
    self = value
  }
  public var variant: Variant { .double(self) }
}

extension String: SettingValue {
  public static var variantType: String { "s" }
  public init?(_ variant: Variant) {
    guard let value = variant.string else { return nil }
    self = value
  }
  public var variant: Variant { .string(self) }
}

/// Several strings (`[String]`), or several file names (`[[UInt8]]`).
extension Array: SettingValue where Element: SettingElement {
  public static var variantType: String { "a" + Element.elementType }
  public init?(_ variant: Variant) {
    guard let values = Element.elements(of: variant) else { return nil }
    self = values
  }
  public var variant: Variant { Element.variant(of: self) }
}

/// What a setting may hold several of.
public protocol SettingElement: Sendable, Equatable {
  static var elementType: String { get }
  static func elements(of variant: Variant) -> [Self]?
  static func variant(of values: [Self]) -> Variant
}

extension String: SettingElement {
  public static var elementType: String { "s" }
  public static func elements(of variant: Variant) -> [String]? { variant.strings }
  public static func variant(of values: [String]) -> Variant { .strings(values) }
}

/// A file name.
extension [UInt8]: SettingElement {
  public static var elementType: String { "ay" }
  public static func elements(of variant: Variant) -> [[UInt8]]? { variant.byteStrings }
  public static func variant(of values: [[UInt8]]) -> Variant { .byteStrings(values) }
}
