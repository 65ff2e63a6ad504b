public import CGLib
import Synchronization

/// A Swift value in C's hands: retained once when handed over, released by the destroy-notify alone.
public final class HandlerBox<Value> {
  public let value: Value

  public init(_ value: Value) {
    self.value = value
    LiveCounter.boxCount.add(1, ordering: .relaxed)
  }

  deinit { LiveCounter.boxCount.subtract(1, ordering: .relaxed) }

  /// The retained pointer to give as user data. Pair it with `HandlerBox.destroy`.
  public func handOver() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  /// The value behind user data, without a change of ownership.
  public static func value(in data: UnsafeMutableRawPointer?) -> Value {
    Unmanaged<HandlerBox<Value>>.fromOpaque(data!).takeUnretainedValue().value
  }

  /// The value behind user data, giving up the box: for callbacks that C calls exactly once and that have
  /// no destroy-notify (`GAsyncReadyCallback`).
  public static func take(_ data: UnsafeMutableRawPointer?) -> Value {
    Unmanaged<HandlerBox<Value>>.fromOpaque(data!).takeRetainedValue().value
  }
}

/// Gives up a handed-over box: a `GDestroyNotify`.
public let destroyBox: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
  Unmanaged<AnyObject>.fromOpaque(data!).release()
}

/// Gives up a handed-over box: a `GClosureNotify`.
public let destroyBoxOfClosure:
  @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<GClosure>?) -> Void = {
    data, _ in
    Unmanaged<AnyObject>.fromOpaque(data!).release()
  }
