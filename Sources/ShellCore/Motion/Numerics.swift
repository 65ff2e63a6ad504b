/// Elementary functions made of + − × ÷ alone: the C library's differ in their last bits between machines,
/// and a replayed trace must not.
enum Numerics {
  static let pi = 3.14159265358979323846

  /// eˣ with a relative error below 1e−15. Reduced to |r| ≤ ln 2 / 2, then Taylor's series.
  static func exp(_ x: Double) -> Double {
    if x > 709.7827 { return .infinity }
    if x < -745 { return 0 }
    // ln 2 in two parts: the upper one has 21 zero bits at its end, so that k times it is exact.
    let upper = 0.693147180369123816490
    let lower = 1.90821492927058770002e-10
    let k = (x / (upper + lower)).rounded()
    let r = (x - k * upper) - k * lower
    var sum = 1.0
    var term = 1.0
    for n in 1...14 {
      term = term * r / Double(n)
      sum += term
    }
    // Two steps: 2ᵏ alone is out of range at either end.
    let half = Int(k) / 2
    return sum * Double(sign: .plus, exponent: half, significand: 1)
      * Double(sign: .plus, exponent: Int(k) - half, significand: 1)
  }

  /// sin x for |x| below about 1e6; absolute error below 1e−12 there.
  static func sin(_ x: Double) -> Double {
    let turn = 2 * pi
    var r = x - (x / turn).rounded() * turn
    if r > pi / 2 { r = pi - r } else if r < -pi / 2 { r = -pi - r }
    let square = r * r
    var sum = r
    var term = r
    for n in 1...11 {
      term = -term * square / Double(2 * n * (2 * n + 1))
      sum += term
    }
    return sum
  }

  /// cos x for |x| below about 1e6; absolute error below 1e−12 there.
  static func cos(_ x: Double) -> Double {
    let turn = 2 * pi
    var r = x - (x / turn).rounded() * turn
    if r < 0 { r = -r }
    // Fold to [0, π/2], where the series converges fast: cos is odd about π/2.
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
