// GtkBridge: GTK 4 for Swift: thin classes, one per GTK class, with Swift's names.
//
//   Widget          what every widget can do; `CustomWidget` is the one to derive from
//   Containers      boxes, scrollers, stacks, revealers          Controls   labels, buttons, scales, entries
//   Controllers     drags, clicks, keys, scrolls, drops          Lists      list, grid and column views
//   Windows         application, window, header bar, dialogs     Menu       menu models
//   Snapshot        drawing                                      Style      CSS, icons, textures, settings
//
// The API floor is GTK 4.8. A wrapper owns one reference (`Object`); it may be dropped while the widget
// lives on in the window. Widgets never own their Swift wrappers.

@_exported public import GLibBridge

/// Where a size is asked or a box is laid out along.
public enum Orientation: Sendable {
  case horizontal, vertical
}

/// How a widget fills the room it is given in one direction.
public enum Align: Sendable {
  case fill, start, end, center, baseline
}

/// A rectangle in logical pixels.
public struct Rect: Equatable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double = 0, y: Double = 0, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public func contains(_ px: Double, _ py: Double) -> Bool {
    px >= x && py >= y && px < x + width && py < y + height
  }
}

/// A colour with components from 0 to 1, alpha not multiplied in.
public struct Color: Equatable, Sendable {
  public var red: Float
  public var green: Float
  public var blue: Float
  public var alpha: Float

  public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}
