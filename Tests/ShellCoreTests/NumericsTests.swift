import Glibc
import Testing

@testable import ShellCore

struct NumericsTests {
  @Test func expAgreesWithTheCLibrary() {
    var x = -744.0
    while x < 709 {
      let want = Glibc.exp(x)
      let got = Numerics.exp(x)
      // Subnormal results have fewer bits.
      let tolerance = max(want * 1e-15, Double.leastNonzeroMagnitude)
      #expect(abs(got - want) <= tolerance, "exp(\(x)): \(got), want \(want)")
      x += 0.37
    }
    #expect(Numerics.exp(0) == 1)
    #expect(Numerics.exp(710) == .infinity)
    #expect(Numerics.exp(-746) == 0)
    #expect(abs(Numerics.exp(709.7) / Glibc.exp(709.7) - 1) < 1e-15)
  }

  @Test func sineAndCosineAgreeWithTheCLibrary() {
    var x = -200.0
    while x < 200 {
      #expect(abs(Numerics.cos(x) - Glibc.cos(x)) < 1e-13, "cos(\(x))")
      #expect(abs(Numerics.sin(x) - Glibc.sin(x)) < 1e-13, "sin(\(x))")
      x += 0.0137
    }
    for x in [1e4, 1e5, 1e6, -1e6] {
      #expect(abs(Numerics.cos(x) - Glibc.cos(x)) < 1e-9, "cos(\(x))")
    }
    #expect(Numerics.cos(0) == 1)
    #expect(Numerics.sin(0) == 0)
  }
}
