// The bridges' tests that need the process's first thread with GLib's loop on it, which `swift test` does not
// give to the main actor. GLibBridgeTests starts this with the name of one case, on a bus of its own.

import CGLib
import GLibBridge
import Glibc

let subjects = [
  loopCases, objectCases, listCases, actionCases, busCases, settingsCases, portalCases,
  mprisCases, mprisListCases, notificationCases, artworkCases,
]
let cases: Cases = subjects.reduce(into: [:]) { all, subject in
  all.merge(subject) { _, _ in preconditionFailure("two cases have one name") }
}

guard CommandLine.arguments.count == 2 else {
  print(cases.keys.sorted().joined(separator: "\n"))
  exit(0)
}
let name = CommandLine.arguments[1]
guard let body = cases[name] else {
  print("no case \(name)")
  exit(2)
}
// One that hangs is killed.
alarm(60)
MainLoop.attach()
Task {
  do { try await body() } catch { Probe.fail("threw \(error)") }
  print(Probe.failures == 0 ? "passed" : "\(Probe.failures) failed")
  exit(Probe.failures == 0 ? 0 : 1)
}
g_main_loop_run(g_main_loop_new(nil, 0))
