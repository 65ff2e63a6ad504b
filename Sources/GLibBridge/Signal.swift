public import CGLib

/// A signal's name bound to its C signature: the handler's Swift type picks the C trampoline, so a wrong
/// arity can't be written where the signal is connected.
///
///     extension Button { static let clicked = Signal<() -> Void>("clicked") }
///
/// More signatures are added by extensions like the ones below, one trampoline each.
public struct Signal<Handler> {
  public let name: String
  /// The C function, whose last argument is the handler's box.
  public let trampoline: GCallback

  public init(name: String, trampoline: GCallback) {
    self.name = name
    self.trampoline = trampoline
  }
}

/// Erases a C function's type for `g_signal_connect_data`, which calls it with the signal's own.
public func erase<Function>(_ function: Function) -> GCallback { unsafeBitCast(function, to: GCallback.self) }

public typealias RawPointer = UnsafeMutableRawPointer

extension Signal where Handler == () -> Void {
  /// A signal without arguments.
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, RawPointer) -> Void = { _, data in
      HandlerBox<() -> Void>.value(in: data)()
    }
    self.init(name: name, trampoline: erase(call))
  }

  /// A property's change: `notify::property`.
  public init(notify property: String) {
    let call: @convention(c) (RawPointer, RawPointer?, RawPointer) -> Void = { _, _, data in
      HandlerBox<() -> Void>.value(in: data)()
    }
    self.init(name: "notify::" + property, trampoline: erase(call))
  }
}

extension Signal where Handler == () -> Bool {
  /// A signal without arguments that asks whether it was handled.
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, RawPointer) -> gboolean = { _, data in
      HandlerBox<() -> Bool>.value(in: data)() ? 1 : 0
    }
    self.init(name: name, trampoline: erase(call))
  }
}

extension Signal where Handler == (RawPointer?) -> Void {
  /// One pointer: an object, a variant, an event sequence.
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, RawPointer?, RawPointer) -> Void = { _, argument, data in
      HandlerBox<(RawPointer?) -> Void>.value(in: data)(argument)
    }
    self.init(name: name, trampoline: erase(call))
  }
}

extension Signal where Handler == (RawPointer?) -> Int32 {
  /// One pointer, an exit status back: `command-line`.
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, RawPointer?, RawPointer) -> Int32 = { _, argument, data in
      HandlerBox<(RawPointer?) -> Int32>.value(in: data)(argument)
    }
    self.init(name: name, trampoline: erase(call))
  }
}

extension Signal where Handler == (Int32) -> Void {
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, Int32, RawPointer) -> Void = { _, argument, data in
      HandlerBox<(Int32) -> Void>.value(in: data)(argument)
    }
    self.init(name: name, trampoline: erase(call))
  }
}

extension Signal where Handler == (UInt32) -> Void {
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, UInt32, RawPointer) -> Void = { _, argument, data in
      HandlerBox<(UInt32) -> Void>.value(in: data)(argument)
    }
    self.init(name: name, trampoline: erase(call))
  }
}

extension Signal where Handler == (Double, Double) -> Void {
  /// Two coordinates, offsets or velocities.
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, Double, Double, RawPointer) -> Void = { _, x, y, data in
      HandlerBox<(Double, Double) -> Void>.value(in: data)(x, y)
    }
    self.init(name: name, trampoline: erase(call))
  }
}

extension Signal where Handler == (Double, Double) -> Bool {
  /// Two coordinates or deltas, asking whether they were handled: `scroll`.
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, Double, Double, RawPointer) -> gboolean = { _, x, y, data in
      HandlerBox<(Double, Double) -> Bool>.value(in: data)(x, y) ? 1 : 0
    }
    self.init(name: name, trampoline: erase(call))
  }
}

extension Signal where Handler == (Int32, Double, Double) -> Void {
  /// A count of presses and coordinates: `pressed`, `released`.
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, Int32, Double, Double, RawPointer) -> Void = { _, n, x, y, data in
      HandlerBox<(Int32, Double, Double) -> Void>.value(in: data)(n, x, y)
    }
    self.init(name: name, trampoline: erase(call))
  }
}

extension Signal where Handler == (String) -> Void {
  /// One string, valid during the call: `changed` of settings.
  public init(_ name: String) {
    let call: @convention(c) (RawPointer, UnsafePointer<CChar>?, RawPointer) -> Void = { _, text, data in
      HandlerBox<(String) -> Void>.value(in: data)(text.map { String(cString: $0) } ?? "")
    }
    self.init(name: name, trampoline: erase(call))
  }
}

extension Object {
  /// Connects a handler that lives as long as the emitter. Capture the emitter and its ancestors weakly.
  public func connect<Handler>(_ signal: Signal<Handler>, _ handler: Handler) {
    connectHandler(signal, handler)
  }

  /// Connects a handler for an observer that may end before the emitter (settings, display, player):
  /// dropping the token disconnects it.
  public func observe<Handler>(_ signal: Signal<Handler>, _ handler: Handler) -> Connection {
    Connection(self, connectHandler(signal, handler))
  }

  @discardableResult
  private func connectHandler<Handler>(_ signal: Signal<Handler>, _ handler: Handler) -> UInt {
    let id = g_signal_connect_data(
      raw, signal.name, signal.trampoline, HandlerBox(handler).handOver(), destroyBoxOfClosure,
      GConnectFlags(0))
    precondition(id != 0, "no signal \(signal.name) on this object")
    return UInt(id)
  }
}

/// A connected handler; it is disconnected when this token is dropped or `disconnect()` is called.
@MainActor
public final class Connection {
  private var emitter: Object?
  private let id: UInt

  init(_ emitter: Object, _ id: UInt) {
    self.emitter = emitter
    self.id = id
  }

  /// Disconnects now; further calls do nothing.
  public func disconnect() {
    guard let emitter else { return }
    self.emitter = nil
    if g_signal_handler_is_connected(emitter.raw, gulong(id)) != 0 {
      g_signal_handler_disconnect(emitter.raw, gulong(id))
    }
  }

  deinit {
    guard let emitter else { return }
    let raw = emitter.raw
    if MainLoop.isMainThread {
      if g_signal_handler_is_connected(raw, gulong(id)) != 0 { g_signal_handler_disconnect(raw, gulong(id)) }
    } else {
      // Dropped by a background task: the handler and what it holds end on the main thread.
      let disconnect: GSourceFunc = { data in
        let (emitter, id) = HandlerBox<(Object, UInt)>.value(in: data)
        if g_signal_handler_is_connected(emitter.raw, gulong(id)) != 0 {
          g_signal_handler_disconnect(emitter.raw, gulong(id))
        }
        return 0
      }
      g_idle_add_full(G_PRIORITY_DEFAULT, disconnect, HandlerBox((emitter, id)).handOver(), destroyBox)
    }
  }
}
