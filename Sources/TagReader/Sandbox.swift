import CSandbox
import Glibc

/// What this process can't do once it reads untrusted bytes: see `csb_sandbox`.
enum Sandbox {
  static func enter() {
    var result = csb_sandbox_result()
    let failure = csb_sandbox(mostMemory, &result)
    guard failure == 0 else {
      log("no sandbox: \(String(cString: strerror(failure)))")
      exit(71)  // EX_OSERR
    }
    // An old kernel, or one without these: less safe, and said so once.
    if result.landlock != 0 { log("no Landlock here: \(String(cString: strerror(result.landlock)))") }
    if result.seccomp != 0 { log("no seccomp here: \(String(cString: strerror(result.seccomp)))") }
  }

  private static func log(_ text: String) {
    let line = "nagara-tagreader: \(text)\n"
    write(STDERR_FILENO, line, line.utf8.count)
  }

  /// A progressive JPEG of 100 megapixels takes about 900 MB while it is decoded.
  private static let mostMemory: UInt64 = 1_500_000_000
}
