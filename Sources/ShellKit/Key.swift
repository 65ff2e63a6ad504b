import CGTK4
import GtkBridge

/// Key values by meaning (`gdkkeysyms.h`).
enum Key {
  static let up = UInt32(GDK_KEY_Up)
  static let down = UInt32(GDK_KEY_Down)
  static let left = UInt32(GDK_KEY_Left)
  static let right = UInt32(GDK_KEY_Right)
  static let home = UInt32(GDK_KEY_Home)
  static let end = UInt32(GDK_KEY_End)

  /// Return, keypad Enter and Space press a button.
  static func activates(_ key: UInt32) -> Bool {
    key == UInt32(GDK_KEY_Return) || key == UInt32(GDK_KEY_KP_Enter) || key == UInt32(GDK_KEY_space)
      || key == UInt32(GDK_KEY_ISO_Enter)
  }
}
