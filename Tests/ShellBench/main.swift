// Measures the shell's core in a release build: medians of ShellLayout and of one reducer step over many random
// shells, against the bars of SHELL.md. Exit status 1 if a median is over its bar.

import Glibc
import ShellCore

/// Nanoseconds of a monotonic clock.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

struct Measure {
  var name: String
  /// Microseconds.
  var bar: Double
  var samples: [Double] = []

  func part(_ part: Double) -> Double {
    let sorted = samples.sorted()
    return sorted[min(Int(Double(sorted.count) * part), sorted.count - 1)]
  }

  /// Prints the figures; whether the median is below the bar.
  func report() -> Bool {
    func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000) µs" }
    let passes = part(0.5) < bar
    print(
      "\(name): median \(text(part(0.5))), p99 \(text(part(0.99))), \(samples.count) samples; "
        + "bar \(bar) µs: \(passes ? "kept" : "BROKEN")")
    return passes
  }
}

/// The cost of reading the clock, in µs: taken off every sample of a single step.
func clockCost() -> Double {
  var costs: [Double] = []
  for _ in 0..<10_000 {
    let start = now()
    costs.append((now() - start) / 1000)
  }
  return costs.sorted()[5000]
}

var random = Seeded(state: 1)
var layout = Measure(name: "ShellLayout", bar: 5)
var step = Measure(name: "reducer step", bar: 2)
// Parts of the steps, for who wants to know which.
var frame = Measure(name: "  a frame of motion", bar: 2)
var move = Measure(name: "  a move of a drag", bar: 2)
var wish = Measure(name: "  a wish or a release", bar: 10)
let clock = clockCost()
var sum = 0.0

for _ in 0..<2000 {
  var state = randomShell(&random)
  for action in randomActions(state, &random) {
    // A frame in which nothing moves would only flatter the median.
    if case .tick = action, !state.isMoving { continue }
    let start = now()
    let effects = reduceShell(&state, action)
    let cost = max(0, (now() - start) / 1000 - clock)
    step.samples.append(cost)
    switch action {
    case .tick: frame.samples.append(cost)
    case .dragMoved: move.samples.append(cost)
    default: wish.samples.append(cost)
    }
    sum += Double(effects.count)
  }
  let rounds = 50
  let start = now()
  for round in 0..<rounds {
    state.toastWidth = Double(round)
    sum += ShellLayout(state).mini.frame.y
  }
  layout.samples.append((now() - start) / 1000 / Double(rounds))
}

let kept = [layout, step, frame, move, wish].map { $0.report() }
// The results are used, so that nothing is optimised away.
if sum.isNaN { print(sum) }
exit(kept.allSatisfy { $0 } ? 0 : 1)
