/// Balance and mono for two channels: what each output gets of each input.
struct ChannelMix: Equatable, Sendable {
  /// −1 (left only) … 1 (right only).
  var balance = 0.0
  var isMono = false

  /// Nothing to do: every bit passes.
  var isNeutral: Bool { balance == 0 && !isMono }

  /// The side away from which the balance leans gets quieter; the other one stays as it is.
  private var left: Float { balance > 0 ? Float(1 - balance) : 1 }
  private var right: Float { balance < 0 ? Float(1 + balance) : 1 }

  /// Changes interleaved stereo samples, moving from another mix to this one along them, so that nothing clicks.
  func apply(to samples: UnsafeMutableBufferPointer<Float>, from old: ChannelMix) {
    let frames = samples.count / 2
    guard frames > 0 else { return }
    let step = 1 / Float(frames)
    // The part of the other channel in each: half of it in mono.
    let (oldPart, newPart): (Float, Float) = (old.isMono ? 0.5 : 0, isMono ? 0.5 : 0)
    for frame in 0..<frames {
      let along = old == self ? 1 : Float(frame + 1) * step
      let part = oldPart + (newPart - oldPart) * along
      let leftGain = old.left + (left - old.left) * along
      let rightGain = old.right + (right - old.right) * along
      let (a, b) = (samples[2 * frame], samples[2 * frame + 1])
      samples[2 * frame] = (a + (b - a) * part) * leftGain
      samples[2 * frame + 1] = (b + (a - b) * part) * rightGain
    }
  }
}
