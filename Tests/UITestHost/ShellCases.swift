import GtkBridge
import ShellKit

@MainActor
enum ShellCases {
  static let all: [TestCase] = [
    TestCase(name: "theSheetExpandsAndCollapses") { application, failures in
      let sample = Sample(application)
      sample.window.window.defaultSize(width: 500, height: 800)
      sample.window.window.present()
      await pass(400)
      sample.shell.send(.expandPlayer(.code))
      await pass(1200)
      failures.equal(sample.shell.state.player.motion.value, 1, "progress after expanding")
      failures.expect(sample.shell.state.player.motion.isAtRest, "the sheet still moves after 1.2 s")
      sample.shell.send(.collapsePlayer(.code))
      await pass(1200)
      failures.equal(sample.shell.state.player.motion.value, 0, "progress after collapsing")
      sample.window.window.destroy()
    },
    TestCase(name: "noChildIsMeasuredWhileTheSheetMoves") { application, failures in
      let sample = Sample(application)
      sample.window.window.defaultSize(width: 500, height: 800)
      sample.window.window.present()
      await pass(500)
      sample.shell.send(.expandPlayer(.code))
      await pass(60)
      let before = CustomWidget.measureCount
      await pass(300)
      failures.expect(sample.shell.state.player.motion.isMoving, "the sheet was at rest already")
      failures.equal(CustomWidget.measureCount - before, 0, "measures while the sheet moved")
      sample.window.window.destroy()
    },
    TestCase(name: "nothingIsLeftOfAClosedShell") { application, failures in
      @MainActor func cycle() async {
        let sample = Sample(application)
        sample.window.window.present()
        await pass(200)
        sample.window.window.destroy()
        await pass(100)
      }
      await cycle()
      let boxes = LiveCounter.boxes
      let peers = LiveCounter.peers
      let objects = LiveCounter.objects
      for _ in 0..<3 { await cycle() }
      failures.equal(LiveCounter.peers, peers, "peers")
      failures.equal(LiveCounter.boxes, boxes, "boxes")
      failures.equal(LiveCounter.objects, objects, "objects")
    },
  ]
}
