import Testing

@testable import ShellCore

struct MotionRuleTests {
  @Test func projectionIsWorthHalfASecondOfVelocity() {
    #expect(MotionRule.projection(from: 100, velocity: 1000) == 599)
    #expect(MotionRule.projection(from: 100, velocity: -100) == 100 - 49.9)
    // The sum of a deceleration of 0.998 per ms.
    var position = 0.0
    var velocity = 1.0
    for _ in 0..<20_000 {
      velocity *= 0.998
      position += velocity / 1000
    }
    #expect(abs(position - MotionRule.projectionSeconds) < 1e-6)
  }

  @Test(arguments: [
    (0.0, 38.0, 0.0), (38, 38, 38 * 0.55 / 1.55), (1000, 38, 35.545), (-38, 38, -38 * 0.55 / 1.55),
    (50, 0.9, 0),
    (50, 0, 0),
  ]) func theRubberBandFollowsItsFormula(x: Double, d: Double, want: Double) {
    #expect(abs(MotionRule.rubberBand(x, dimension: d) - want) < 0.001)
  }

  @Test func theRubberBandNeverReachesItsDimension() {
    #expect(MotionRule.rubberBand(1e9, dimension: 38) < 38)
  }

  @Test func theInverseUndoesTheRubberBand() {
    for d in [1.0, 18, 38, 400] {
      for part in [0.0, 0.01, 0.3, 0.9, -0.5] {
        let shown = part * d
        let overdrag = MotionRule.inverseRubberBand(shown, dimension: d)
        #expect(abs(overdrag - shown * d / (0.55 * (d - abs(shown)))) < 1e-9)
        #expect(abs(MotionRule.rubberBand(overdrag, dimension: d) - shown) < 1e-9)
      }
      #expect(MotionRule.inverseRubberBand(2 * d, dimension: d).isFinite)
    }
    #expect(MotionRule.inverseRubberBand(10, dimension: 0.5) == 0)
  }

  @Test func theSlopeIsTheRubberBandsDerivative() {
    for x in [0.0, 5, 40, 300] {
      let slope =
        (MotionRule.rubberBand(x + 1e-5, dimension: 38) - MotionRule.rubberBand(x, dimension: 38)) / 1e-5
      #expect(abs(slope - MotionRule.rubberBandSlope(x, dimension: 38)) < 1e-4)
    }
    #expect(MotionRule.rubberBandSlope(3, dimension: 0) == 0)
  }

  /// At, velocity, where it ends; rest positions are 0, 100, 400, 800.
  @Test(arguments: [
    (40.0, 0.0, 0), (60, 0, 1), (249, 0, 1), (251, 0, 2), (790, 0, 3),
    // Projection: 299 px/s is worth 149 px.
    (180, 299, 2), (120, 299, 2), (100, 299, 1), (100, -199, 0),
    // A flick gets at least the next one…
    (100, 300, 2), (401, 300, 3), (399, 300, 2), (260, -300, 1), (100, -300, 0), (399, -300, 1),
    // …also where the projection would fall short…
    (10, 300, 1), (110, 300, 2), (799, -300, 2),
    // …or farther if the projection says so.
    (10, 2000, 3), (800, -5000, 0), (110, 1200, 3),
    // At the end it stays.
    (800, 900, 3), (0, -900, 0), (820, 4000, 3),
  ]) func aReleaseSettlesByProjectionAndFlick(position: Double, velocity: Double, want: Int) {
    #expect(MotionRule.settle(at: position, velocity: velocity, positions: [0, 100, 400, 800]) == want)
  }

  @Test func withoutPositionsThereIsNothingToSettleAt() {
    #expect(MotionRule.settle(at: 3, velocity: 0, positions: []) == nil)
  }

  @Test func aFlickNeverLosesAgainstTheSpring() {
    // Just short of the next detent the projection is nearer to the one behind, the flick still wins.
    #expect(MotionRule.settle(at: 0.2, velocity: 301, positions: [0, 2000]) == 1)
  }
}

struct VelocityTrackerTests {
  @Test func itIsTheSlopeOfALine() {
    var tracker = VelocityTracker()
    for step in 0...10 { tracker.add(50 + 3 * Double(step), at: 7 + 0.008 * Double(step)) }
    #expect(abs(tracker.velocity(at: 7.08) - 375) < 1e-6)
  }

  @Test func itIsLeastSquaresNotTheLastTwoSamples() {
    var tracker = VelocityTracker()
    for (time, position) in [(0.0, 0.0), (0.01, 10), (0.02, 20), (0.03, 24)] {
      tracker.add(position, at: time)
    }
    // Σ(t−t̄)(x−x̄) / Σ(t−t̄)²
    #expect(abs(tracker.velocity(at: 0.03) - 820) < 1e-6)
  }

  @Test func onlyTheLast100MillisecondsCount() {
    var tracker = VelocityTracker()
    for step in 0...20 { tracker.add(-1000 * Double(step), at: 0.01 * Double(step)) }
    for step in 21...31 { tracker.add(-20_000 + 5 * Double(step - 20), at: 0.01 * Double(step)) }
    #expect(abs(tracker.velocity(at: 0.31) - 500) < 1e-6)
  }

  @Test func aPointerThatWasStillHasNoVelocity() {
    var tracker = VelocityTracker()
    for step in 0...5 { tracker.add(10 * Double(step), at: 0.01 * Double(step)) }
    #expect(tracker.velocity(at: 0.109) > 0)
    #expect(tracker.velocity(at: 0.111) == 0)
  }

  @Test func aFingerThatRestsWhileItSendsEventsHasNoVelocity() {
    var tracker = VelocityTracker()
    for step in 0...5 { tracker.add(10 * Double(step), at: 0.01 * Double(step)) }
    for step in 6...12 { tracker.add(50, at: 0.01 * Double(step)) }
    #expect(tracker.velocity(at: 0.12) == 0)
  }

  @Test func twoEventsOfOneMomentCountAsTheLater() {
    var tracker = VelocityTracker()
    tracker.add(0, at: 0)
    tracker.add(5, at: 0.01)
    tracker.add(10, at: 0.01)
    #expect(tracker.velocity(at: 0.01) == 1000)
  }

  @Test func oneSampleIsNoVelocity() {
    var tracker = VelocityTracker()
    #expect(tracker.velocity(at: 0) == 0)
    tracker.add(3, at: 0)
    #expect(tracker.velocity(at: 0) == 0)
  }
}
