/// A decoded picture: 8 bits a channel, red, green, blue and, if it has one, straight alpha.
public struct CoverImage: Sendable, Equatable {
  public var width: Int
  public var height: Int
  /// From one row to the next; may be more than a row needs.
  public var rowBytes: Int
  public var hasAlpha: Bool
  /// `rowBytes` × `height` bytes.
  public var pixels: [UInt8]
  public var colors: CoverColors

  public init(
    width: Int, height: Int, rowBytes: Int, hasAlpha: Bool, pixels: [UInt8], colors: CoverColors
  ) {
    self.width = width
    self.height = height
    self.rowBytes = rowBytes
    self.hasAlpha = hasAlpha
    self.pixels = pixels
    self.colors = colors
  }
}

/// A colour in sRGB.
public struct CoverColor: Sendable, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// 0 (black) to 1 (white), by WCAG 2.
  public var relativeLuminance: Double {
    0.2126 * CoverColor.linear[Int(red)] + 0.7152 * CoverColor.linear[Int(green)]
      + 0.0722 * CoverColor.linear[Int(blue)]
  }

  /// The contrast ratio of white text on this colour, 1–21, by WCAG 2.
  public var contrastWithWhite: Double { 1.05 / (relativeLuminance + 0.05) }

  /// The same hue and saturation, `factor` (0–1) as bright in each channel.
  func darkened(by factor: Double) -> CoverColor {
    func scaled(_ channel: UInt8) -> UInt8 { UInt8(max(0, min(255, Double(channel) * factor))) }
    return CoverColor(red: scaled(red), green: scaled(green), blue: scaled(blue))
  }

  /// Dark enough that white text on it has a contrast of at least `ratio`.
  func readable(ratio: Double) -> CoverColor {
    var factor = 1.0
    var color = self
    while color.contrastWithWhite < ratio {
      factor -= 0.02
      color = darkened(by: factor)
    }
    return color
  }

  // sRGB's transfer curve for each of the 256 levels. x^2.4 = x² · x^0.4, and x^0.4 is the fifth root of x²,
  // found by Newton's rule, because the standard library alone has no power function.
  private static let linear: [Double] = (0...255).map { level in
    let c = Double(level) / 255
    guard c > 0.04045 else { return c / 12.92 }
    let x = (c + 0.055) / 1.055
    let square = x * x
    var root = 1.0
    for _ in 0..<30 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
    return square * root
  }
}

/// The colours that a player draws round a cover. White text on each of them has a contrast of 4.5 or more.
public struct CoverColors: Sendable, Hashable {
  /// The gradient behind the full player, from here …
  public var top: CoverColor
  /// … to here. Never brighter than `top`.
  public var bottom: CoverColor
  /// The liveliest colour of the picture, for buttons and the played part of the time line.
  public var accent: CoverColor

  /// WCAG 2's ratio for text of any size.
  public static let minimumContrast = 4.5

  public init(top: CoverColor, bottom: CoverColor, accent: CoverColor) {
    self.top = top
    self.bottom = bottom
    self.accent = accent
  }
}

extension CoverColors {
  /// The colours of a picture. Pixels that are more than half transparent count as nothing.
  ///
  /// About 16,000 pixels are looked at, sorted into 4,096 bins (4 bits a channel), and the bins' means weighed.
  public init(width: Int, height: Int, rowBytes: Int, hasAlpha: Bool, pixels: UnsafeRawBufferPointer) {
    var bins: [Int: Bin] = [:]
    let size = hasAlpha ? 4 : 3
    let step = max(1, max(width, height) / 128)
    var total = 0
    for y in Swift.stride(from: 0, to: height, by: step) {
      for x in Swift.stride(from: 0, to: width, by: step) {
        let at = y * rowBytes + x * size
        if hasAlpha, pixels[at + 3] < 128 { continue }
        let red = Int(pixels[at])
        let green = Int(pixels[at + 1])
        let blue = Int(pixels[at + 2])
        bins[(red >> 4) << 8 | (green >> 4) << 4 | blue >> 4, default: Bin()].add(red, green, blue)
        total += 1
      }
    }
    // In an order of its own, so that the same picture always gives the same colours.
    let ranked = bins.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.value)
    guard let first = ranked.first else {
      let grey = CoverColor(red: 72, green: 72, blue: 78)
      self.init(top: grey, bottom: grey.darkened(by: 0.5), accent: grey)
      return
    }
    let main = first.mean
    // The second colour is far from the first and not a speck.
    let second =
      ranked.prefix(64).filter { $0.count * 50 >= total }.max {
        $0.mean.distance(to: main) * Double($0.count).squareRoot()
          < $1.mean.distance(to: main) * Double($1.count).squareRoot()
      }?.mean ?? main
    // A small lively part outweighs a large dull one: the fourth root of its share.
    func liveliness(_ bin: Bin) -> Double { bin.mean.chroma * Double(bin.count).squareRoot().squareRoot() }
    let lively =
      ranked.prefix(256).filter { $0.count * 100 >= total }.max { liveliness($0) < liveliness($1) }?.mean
      ?? main

    let bright = main.relativeLuminance >= second.relativeLuminance ? main : second
    let dark = main.relativeLuminance >= second.relativeLuminance ? second : main
    // The brighter one meets the darker halfway: the gradient keeps the cover's mood and is no stripe of it.
    let top = bright.mixed(with: dark, 0.35).readable(ratio: CoverColors.minimumContrast + 0.5)
    var bottom = dark.darkened(by: 0.72).readable(ratio: 9)
    if bottom.relativeLuminance > top.relativeLuminance { bottom = top.darkened(by: 0.72) }
    self.init(top: top, bottom: bottom, accent: lively.readable(ratio: CoverColors.minimumContrast))
  }

  private struct Bin {
    var count = 0
    var red = 0
    var green = 0
    var blue = 0

    mutating func add(_ red: Int, _ green: Int, _ blue: Int) {
      count += 1
      self.red += red
      self.green += green
      self.blue += blue
    }

    var mean: CoverColor {
      CoverColor(red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
    }
  }
}

extension CoverColor {
  fileprivate func mixed(with other: CoverColor, _ part: Double) -> CoverColor {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(Double(a) * (1 - part) + Double(b) * part) }
    return CoverColor(
      red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
  }

  /// Between the channels, 0–442, the green difference weighed as the eye does.
  fileprivate func distance(to other: CoverColor) -> Double {
    let r = Double(red) - Double(other.red)
    let g = Double(green) - Double(other.green)
    let b = Double(blue) - Double(other.blue)
    return (2 * r * r + 4 * g * g + 3 * b * b).squareRoot() / 3
  }

  /// 0 for greys, up to 255.
  fileprivate var chroma: Double {
    Double(max(red, green, blue)) - Double(min(red, green, blue))
  }
}
