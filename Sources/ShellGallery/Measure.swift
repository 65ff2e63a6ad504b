import Glibc
import ShellKit

/// What `meson-shim/bench shell` prints: the core's speed, frames while the sheet moves over 60 covers, measures
/// of children, and memory over many cycles.
@MainActor
func runMeasurement(_ options: Options) -> Int32 {
  let application = Application(id: "io.github.nagara_player.ShellGallery", unique: false)
  var isGood = true
  application.connect(Application.activated) {
    GalleryStyle.install()
    application.hold()
    Task { @MainActor in
      let measurement = Measurement(application)
      isGood = await measurement.run()
      application.release()
      application.quit()
    }
  }
  let status = application.run(["nagara-shell-gallery"])
  return isGood ? status : 1
}

@MainActor
private final class Measurement {
  private let shell: ShellController
  private let window: ApplicationWindow
  private var isGood = true
  private var connections: [Connection] = []
  private var begun: Int64 = 0
  private var begunCPU: Int64 = 0
  private var laidOutCPU: Int64 = 0
  private var processorTimes: [Int64] = []
  private var laidOut: Int64 = 0
  private var isCounting = false
  private var layouts: [Int64] = []
  private var frames: [Int64] = []

  init(_ application: Application) {
    var state = ShellState()
    // A sheet at 1180 pixels too.
    state.metrics.regularWidth = 2000
    shell = ShellController(state)
    window = ApplicationWindow(application)
    let bar = Box(.horizontal)
    bar.visible = false
    window.setTitlebar(bar)
    let covers = (0..<6).map { Self.texture($0) }
    shell.view.setTabs(
      ["One", "Two", "Three"].map { title in
        ShellTab(title, title: title, icon: "starred-symbolic") {
          let rows = (0..<6).map { row in
            Box(
              .horizontal, spacing: 6,
              (0..<10).map { column -> Widget in
                let picture = Picture(covers[(row + column) % 6])
                picture.sizeRequest(width: 100, height: 90)
                return picture
              })
          }
          return ScrolledWindow(Box(.vertical, spacing: 6, rows))
        }
      })
    let full = Box(
      .vertical, spacing: 12, [Picture(covers[0]), Label("Title"), Scale(range: 0...1, step: 0.1)])
    shell.view.setPlayer(mini: Label("Mini view"), full: full)
    shell.send(.setPlayerPresent(true))
    window.setChild(shell.view)
  }

  private static func texture(_ number: Int) -> Texture? {
    let side = 256
    var bytes: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        bytes += [UInt8((x * number / 3 + y) & 0xff), UInt8((x + y * 2) & 0xff), UInt8((x ^ y) & 0xff)]
      }
    }
    return Texture(width: side, height: side, stride: side * 3, hasAlpha: false, bytes: bytes)
  }

  func run() async -> Bool {
    core()
    window.defaultSize(width: 1190, height: 770)
    window.present()
    await pause(1500)
    observe()
    await sheet()
    connections = []
    var metrics = shell.state.metrics
    metrics.regularWidth = 800
    shell.send(.metrics(metrics))
    await memory("1,000 expand and collapse cycles") { number in
      self.shell.withoutMotion { self.shell.isExpanded = number % 2 == 0 }
      await pause(8)
    }
    shell.withoutMotion { shell.isExpanded = false }
    await memory("1,000 form changes") { number in
      self.window.defaultSize(width: number % 2 == 0 ? 700 : 1000, height: 700)
      await pause(24)
    }
    window.destroy()
    return isGood
  }

  private func check(_ holds: Bool, _ line: String) {
    report("\(holds ? "ok  " : "BAD ") \(line)")
    isGood = isGood && holds
  }

  // MARK: The core

  private func core() {
    var state = shell.state
    state.environment.width = 1180
    state.environment.height = 760
    state.environment.mapped = true
    _ = reduceShell(&state, .expandPlayer(.code))
    var sum = 0.0
    let layout = median(2000) {
      for _ in 0..<10 { sum += ShellLayout(state).content.frame.height }
    }
    var time = 0.0
    let reducer = median(2000) {
      for _ in 0..<10 {
        time += 0.0001
        _ = reduceShell(&state, .tick(time))
      }
    }
    check(layout / 10 < 5, "ShellLayout \(rounded(layout / 10)) µs median (bar 5)")
    check(reducer / 10 < 2, "reducer step \(rounded(reducer / 10)) µs median (bar 2)")
    if sum < 0 { report("\(sum)") }
  }

  /// Microseconds of a run of `body`, the median of so many.
  private func median(_ count: Int, _ body: () -> Void) -> Double {
    var times: [Int64] = []
    for _ in 0..<count {
      let begun = nanoseconds()
      body()
      times.append(nanoseconds() - begun)
    }
    times.sort()
    return Double(times[count / 2]) / 1000
  }

  private func nanoseconds(_ clock: clockid_t = CLOCK_MONOTONIC) -> Int64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
  }

  private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  // MARK: Frames

  private func observe() {
    guard let clock = shell.view.frameClock else { return }
    connections = [
      clock.observe(Signal<() -> Void>("before-paint")) { [unowned self] in
        begun = MainLoop.monotonicMicroseconds
        begunCPU = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
        laidOut = 0
      },
      clock.observe(Signal<() -> Void>("layout")) { [unowned self] in
        laidOut = MainLoop.monotonicMicroseconds
        laidOutCPU = nanoseconds(CLOCK_THREAD_CPUTIME_ID)
      },
      clock.observe(Signal<() -> Void>("after-paint")) { [unowned self] in
        guard isCounting, shell.state.player.motion.isMoving, laidOut > 0 else { return }
        layouts.append(laidOut - begun)
        processorTimes.append((laidOutCPU - begunCPU) / 1000)
        frames.append(MainLoop.monotonicMicroseconds - begun)
      },
    ]
  }

  private func sheet() async {
    var measures = 0
    for number in 0..<40 {
      shell.isExpanded = number % 2 == 0
      // The first frames map what appears.
      await pause(60)
      let before = CustomWidget.measureCount
      isCounting = true
      await pause(380)
      isCounting = false
      measures += CustomWidget.measureCount - before
      await pause(500)
    }
    guard !layouts.isEmpty else { return check(false, "no frame was seen") }
    report(
      "\(layouts.count) frames of the sheet at \(shell.view.width) × \(shell.view.height) over 60 covers, renderer "
        + "\(getenv("GSK_RENDERER").map { String(cString: $0) } ?? "default")")
    check(quantile(layouts, 0.99) < 4000, "before-paint to end of layout: \(describe(layouts)) (bar p99 4)")
    report("     of that on the processor:     \(describe(processorTimes))")
    report("     with the renderer's time:     \(describe(frames))")
    check(measures == 0, "\(measures) measures of children while it moves (bar 0)")
  }

  private func quantile(_ values: [Int64], _ q: Double) -> Int64 {
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * q))]
  }

  private func describe(_ values: [Int64]) -> String {
    func text(_ q: Double) -> Double { rounded(Double(quantile(values, q)) / 1000) }
    return "p50 \(text(0.5)) ms, p99 \(text(0.99)) ms"
  }

  // MARK: Memory

  private func memory(_ what: String, _ step: @escaping (Int) async -> Void) async {
    for number in 0..<100 { await step(number) }
    await pause(300)
    let start = kilobytes()
    var line: [String] = []
    for _ in 1...4 {
      for number in 0..<250 { await step(number) }
      await pause(300)
      line.append("\(kilobytes().own)")
    }
    let end = kilobytes()
    // The whole PSS moves with every other program that maps the same libraries.
    check(
      end.own - start.own < 1024 && end.rss - start.rss < 1024,
      "\(what): own PSS \(start.own) → \(line.joined(separator: " → ")) kB, PSS \(start.pss) → \(end.pss) kB, "
        + "RSS \(start.rss) → \(end.rss) kB (bar: 1 MB more)")
  }

  /// From `/proc/self/smaps_rollup`.
  private func kilobytes() -> (own: Int, pss: Int, rss: Int) {
    guard let file = fopen("/proc/self/smaps_rollup", "r") else { return (0, 0, 0) }
    defer { fclose(file) }
    var found = (own: 0, pss: 0, rss: 0)
    var buffer = [CChar](repeating: 0, count: 256)
    while fgets(&buffer, 256, file) != nil {
      let line = buffer.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      let words = line.split(separator: " ")
      guard words.count >= 2, let number = Int(words[1]) else { continue }
      if words[0] == "Pss_Anon:" { found.own = number }
      if words[0] == "Pss:" { found.pss = number }
      if words[0] == "Rss:" { found.rss = number }
    }
    return found
  }
}

/// One line, at once: a measurement that is ended early has told what it knows.
private func report(_ line: String) {
  let text = line + "\n"
  _ = text.withCString { write(1, $0, strlen($0)) }
}
