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

struct AlbumOrderTests {
  private func track(_ number: Int?, disc: Int? = nil, of total: Int? = nil, album: String? = "A") -> Track {
    Track(
      id: TrackID(1), source: .stream("x:"), album: album, number: NumberOfTotal(number, of: total),
      disc: NumberOfTotal(disc))
  }

  @Test func tracksOfAnAlbumFollowByTheirNumbers() {
    #expect(track(2).follows(track(1)))
    #expect(!track(3).follows(track(1)))
    #expect(!track(1).follows(track(2)))
    #expect(!track(nil).follows(track(nil)))
    #expect(!track(2, album: "B").follows(track(1)))
    #expect(!track(2, album: nil).follows(track(1, album: nil)))
  }

  @Test func aDiscFollowsTheOneBefore() {
    #expect(track(1, disc: 2).follows(track(12, disc: 1, of: 12)))
    #expect(!track(1, disc: 2).follows(track(11, disc: 1, of: 12)))
    #expect(!track(2, disc: 2).follows(track(1, disc: 1)))
  }

  @Test func partsOfOneImageFollowByTheirTimes() {
    var (first, second) = (track(nil, album: nil), track(nil, album: nil))
    first.segment = Segment(start: 0, end: 5)
    second.segment = Segment(start: 5)
    #expect(second.follows(first))
    #expect(!first.follows(second))
  }
}
