import Glibc
import Testing

@testable import ShellCore

struct SpringTests {
  /// A spring between pixels.
  private func spring(
    from start: Double = 0, velocity: Double = 0, to target: Double = 500, damping: Double = 1
  ) -> Spring {
    Spring(
      from: start, velocity: velocity, to: target, response: 0.4, dampingRatio: damping, tolerance: 0.5,
      velocityTolerance: 1)
  }

  @Test func aCriticalSpringFollowsTheClosedForm() {
    let omega = 2 * Double.pi / 0.4
    for velocity in [0.0, 900, -2500] {
      let spring = spring(velocity: velocity)
      var t = 0.0
      while t < spring.duration {
        let slope = velocity + omega * -500
        let want = 500 + (-500 + slope * t) * exp(-omega * t)
        #expect(abs(spring.value(at: t).position - want) < 1e-9)
        t += 0.011
      }
    }
  }

  @Test func anUnderdampedSpringFollowsTheClosedForm() {
    let omega = 2 * Double.pi / 0.4
    let damped = omega * sqrt(1 - 0.86 * 0.86)
    for velocity in [0.0, 900, -2500] {
      let spring = spring(velocity: velocity, damping: 0.86)
      let b = (velocity + 0.86 * omega * -500) / damped
      var t = 0.0
      while t < spring.duration {
        let want = 500 + exp(-0.86 * omega * t) * (-500 * cos(damped * t) + b * sin(damped * t))
        #expect(abs(spring.value(at: t).position - want) < 1e-9)
        t += 0.011
      }
    }
  }

  @Test(arguments: [1, 0.86]) func itsVelocityIsTheDerivativeOfItsPosition(damping: Double) {
    let spring = spring(velocity: 1500, damping: damping)
    let step = 1e-6
    var t = 0.01
    while t < spring.duration - 0.01 {
      let slope = (spring.value(at: t + step).position - spring.value(at: t - step).position) / (2 * step)
      #expect(abs(spring.value(at: t).velocity - slope) < 0.01)
      t += 0.013
    }
  }

  @Test func itStartsWhereAndHowItWasReleased() {
    for damping in [1, 0.86] {
      let value = spring(from: 120, velocity: -730, damping: damping).value(at: 0)
      #expect(abs(value.position - 120) < 1e-9)
      #expect(abs(value.velocity + 730) < 1e-9)
    }
  }

  @Test func theExactTargetHoldsFromTheMomentOfRestOn() {
    for damping in [1, 0.86] {
      for velocity in [0.0, 300, -300, 4000, -4000, 20000] {
        let spring = spring(velocity: velocity, damping: damping)
        #expect(spring.value(at: spring.duration).position == 500)
        #expect(spring.value(at: spring.duration).velocity == 0)
        // Just before it is within the tolerances already, and stays there.
        let before = spring.value(at: spring.duration - 1e-9)
        #expect(abs(before.position - 500) <= 0.5 && abs(before.velocity) <= 1.000_001)
        #expect(spring.duration < 1, "\(velocity) px/s at \(damping): \(spring.duration) s")
      }
    }
  }

  @Test func theMomentOfRestIsNotLaterThanTheEnvelopeSays() {
    // With a velocity the position leaves the tolerance at most 20 ms before the envelope does.
    let spring = spring()
    let omega = 2 * Double.pi / 0.4
    let t = spring.duration - 0.001
    let envelope = (500 + 500 * omega * t) * exp(-omega * t)
    let speed = omega * omega * 500 * t * exp(-omega * t)
    #expect(envelope > 0.5 || speed > 1)
  }

  @Test func aCriticalSpringDoesNotOvershootFromStandstill() {
    let spring = spring()
    var t = 0.0
    while t < 1 {
      #expect(spring.value(at: t).position <= 500)
      t += 0.005
    }
  }

  @Test func aFlickOvershootsALittle() {
    let spring = spring(velocity: 1000, damping: 0.86)
    var highest = 0.0
    var t = 0.0
    while t < 1 {
      highest = max(highest, spring.value(at: t).position)
      t += 0.001
    }
    #expect(highest > 500.5 && highest < 520)
  }

  @Test func nothingToDoMeansNoTimeAtAll() {
    #expect(spring(from: 500).duration == 0)
    #expect(spring(from: 499.8).duration > 0)  // its acceleration makes more than 1 px/s of it
    #expect(spring(from: 499.99).duration == 0)
  }
}

struct MotionTests {
  private func moving(to target: Double = 1) -> Motion {
    var motion = Motion(0)
    motion.spring(to: target, response: 0.4, dampingRatio: 1, unit: 500)
    return motion
  }

  @Test func timeBeginsAtTheFirstTick() {
    var motion = moving()
    _ = motion.tick(77)
    #expect(motion.value == 0)
    _ = motion.tick(77.1)
    #expect(motion.value > 0.4)
  }

  @Test func retargetingKeepsPositionAndVelocityAndLosesNoFrame() {
    var motion = moving()
    _ = motion.tick(10)
    _ = motion.tick(10.1)
    let value = motion.value
    let velocity = motion.velocity
    motion.spring(to: 0, response: 0.4, dampingRatio: 1, unit: 500)
    #expect(motion.value == value)
    #expect(motion.velocity == velocity)
    _ = motion.tick(10.101)
    #expect(abs(motion.value - (value + velocity * 0.001)) < 0.001)
    #expect(motion.value != value)
  }

  @Test func itSaysOnceThatItCameToRest() {
    var motion = moving()
    var rests = 0
    for frame in 0..<120 { rests += motion.tick(5 + Double(frame) / 60) ? 1 : 0 }
    #expect(rests == 1)
    #expect(motion.isAtRest && motion.value == 1 && motion.velocity == 0)
  }

  @Test func aFrameClockThatGoesBackHoldsNothingUp() {
    var motion = moving()
    _ = motion.tick(1000)
    _ = motion.tick(1000.1)
    let value = motion.value
    _ = motion.tick(5)
    #expect(abs(motion.value - value) < 1e-9)
    _ = motion.tick(6)
    #expect(motion.isAtRest)
  }

  @Test func aHeldMotionDoesNotTick() {
    var motion = moving()
    _ = motion.tick(1)
    motion.hold(at: 0.3)
    #expect(!motion.isMoving && !motion.isAtRest)
    let rested = motion.tick(2)
    #expect(!rested)
    #expect(motion.value == 0.3)
  }

  @Test func splittingATickGivesTheSamePosition() {
    var whole = moving()
    var split = moving()
    _ = whole.tick(1)
    _ = split.tick(1)
    _ = whole.tick(1.1)
    for step in 1...10 { _ = split.tick(1 + 0.01 * Double(step)) }
    #expect(abs(whole.value - split.value) * 500 < 0.01)
  }
}
