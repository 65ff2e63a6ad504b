/// Names a rest position of the drawer.
public typealias DetentID = String

/// A rest position of the drawer above *closed*.
public struct Detent: Equatable, Sendable {
  /// How high it is. Fractions are of the window (compact), or of the room above the bar (regular).
  public enum Height: Equatable, Sendable {
    /// Logical pixels.
    case fixed(Double)
    /// 0 to 1.
    case fraction(Double)
    /// So many pixels below the window's top.
    case belowTop(Double)
  }

  /// Its name: for hosts, scripts and saved state.
  public var id: DetentID
  /// How high it is.
  public var height: Height
  /// Darkness of what is behind it in compact, 0 to 1; linear in between.
  public var backdrop: Double

  /// A rest position of this name, height and darkness behind it.
  public init(_ id: DetentID, _ height: Height, backdrop: Double) {
    self.id = id
    self.height = height
    self.backdrop = backdrop
  }

  /// The drawer at rest below everything. Not in the list of detents; always there.
  public static let closed: DetentID = "closed"

  /// Peek 84, half, and full 18 below the top, dimmed by 0, 0.28 and 0.5.
  public static let standard = [
    Detent("peek", .fixed(84), backdrop: 0),
    Detent("half", .fraction(0.5), backdrop: 0.28),
    Detent("full", .belowTop(18), backdrop: 0.5),
  ]
}
