import PlayerCore
import Testing

struct LoudnessTests {
  private let both = Gains(track: Gain(decibels: -6, peak: 0.9), album: Gain(decibels: -3, peak: 1))

  @Test(
    arguments: [
      (LoudnessSettings.Mode.off, true, 0), (.track, true, -6), (.album, false, -3), (.automatic, true, -3),
      (.automatic, false, -6),
    ] as [(LoudnessSettings.Mode, Bool, Double)])
  func theModeChoosesTheGain(mode: LoudnessSettings.Mode, albumPlays: Bool, decibels: Double) {
    #expect(LoudnessSettings(mode: mode).decibels(both, albumPlays: albumPlays) == decibels)
  }

  @Test func theOtherGainServesWhereOnlyItIsTagged() {
    let onlyTrack = Gains(track: Gain(decibels: -6))
    #expect(LoudnessSettings(mode: .album).decibels(onlyTrack, albumPlays: true) == -6)
    #expect(LoudnessSettings(mode: .track, fallback: -4).decibels(Gains(), albumPlays: true) == -4)
  }

  @Test func aKnownPeakIsNotLiftedOverFullScale() {
    let quiet = Gains(track: Gain(decibels: 10, peak: 0.5))
    let guarded = LoudnessSettings(mode: .track).factor(quiet, albumPlays: false)
    #expect(abs(guarded - 2) < 1e-12)
    let free = LoudnessSettings(mode: .track, preventsClipping: false).factor(quiet, albumPlays: false)
    #expect(abs(free - 3.1622776601683795) < 1e-12)
  }

  @Test func decibelsAreExact() {
    func factor(_ decibels: Double) -> Double {
      LoudnessSettings(mode: .track, preventsClipping: false)
        .factor(Gains(track: Gain(decibels: decibels)), albumPlays: false)
    }
    #expect(factor(0) == 1)
    #expect(abs(factor(20) - 10) < 1e-13)
    #expect(abs(factor(-20) - 0.1) < 1e-15)
    #expect(abs(factor(-6.020599913279624) - 0.5) < 1e-14)
    #expect(factor(.nan) == 1)
  }

  @Test func anR128GainIsFiveDecibelsFromReplayGain() {
    #expect(Gain(r128: 256).decibels == 6)
    #expect(Gain(r128: -512).decibels == 3)
  }
}
