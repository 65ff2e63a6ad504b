// GLibBridge: Swift's side of GLib, GObject and GIO. The only module with raw GObject memory rules.
//
//   Object       the one ownership type; initialisers named by what the C function transfers
//   Signal       a signal's name and C signature bound together; handlers freed by destroy-notify
//   MainLoop     Swift's main actor (tasks, sleeps, dispatch) on GLib's loop, at no idle cost
//   ObjectClass  GObject types registered from Swift, each instance with a weak Swift peer
//   ListModel    a GListModel of ids, whose row objects are made on demand
//   HandlerBox   a Swift value in C's hands
//   Variant      D-Bus's and settings' values, typed; SimpleAction, what scripts and menus can start
//   DBus/        connections, calls, our objects, signals, names; AppearancePortal, the desktop's look
//   Settings/    GSettings, or a key file without the schema
//   Environment  folders and files as bytes, file URIs; Log; Translation; DesktopNotification
//
// Everything that touches a GObject is on the main actor: `Object` is, and a reference that is dropped
// on another thread is given back on the main one.

import CGLib
import Synchronization

/// Counts of live bridge objects, for leak tests: they return to their start after open/close cycles.
public enum LiveCounter {
  /// Signal-handler and callback boxes alive in C's hands.
  public static var boxes: Int { boxCount.load(ordering: .relaxed) }
  /// Swift peers of custom GObject types.
  public static var peers: Int { peerCount.load(ordering: .relaxed) }
  /// Owning references (`Object` instances).
  public static var objects: Int { objectCount.load(ordering: .relaxed) }

  static let boxCount = Atomic<Int>(0)
  static let peerCount = Atomic<Int>(0)
  static let objectCount = Atomic<Int>(0)
}
