/// Key values by meaning: X11's keysyms, as in `gdkkeysyms.h`, which never change.
enum Key {
  static let up: UInt32 = 0xff52
  static let down: UInt32 = 0xff54
  static let left: UInt32 = 0xff51
  static let right: UInt32 = 0xff53
  static let home: UInt32 = 0xff50
  static let end: UInt32 = 0xff57

  /// Return, keypad Enter, ISO Enter and Space press a button.
  private static let activating: [UInt32] = [0xff0d, 0xff8d, 0xfe34, 0x20]

  static func activates(_ key: UInt32) -> Bool { activating.contains(key) }
}
