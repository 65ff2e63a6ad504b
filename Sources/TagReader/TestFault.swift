import Glibc
import PlayerCore

/// Faults on demand, so that tests can see that a crash or a hang costs one file, and that the sandbox holds. Not
/// in release builds.
enum TestFault {
  /// `NAGARA_TAGREADER_FAULT=abort:EXT`, `hang:EXT` or `probe:EXT` strikes on a file of that extension. A probe
  /// answers with what was refused.
  static func strike(on hint: String) -> TagReply? {
    #if DEBUG
      guard let fault = getenv("NAGARA_TAGREADER_FAULT").map({ String(cString: $0) }) else { return nil }
      if fault == "abort:" + hint { abort() }
      if fault == "hang:" + hint { while true { pause() } }
      if fault == "probe:" + hint { return .success(probe()) }
    #endif
    return nil
  }

  #if DEBUG
    /// Tries what a sandboxed reader must not be able to do. Each that is refused leaves its name and the errno.
    private static func probe() -> TagRecord {
      var record = TagRecord()
      func attempt(_ name: String, _ succeeds: () -> Bool) {
        errno = 0
        record.artists.append(succeeds() ? "\(name) done" : "\(name) refused \(errno)")
      }
      attempt("open") { open("/etc/passwd", O_RDONLY) >= 0 }
      attempt("write") { open("/tmp/nagara-probe", O_WRONLY | O_CREAT, 0o600) >= 0 }
      attempt("stat") { access("/etc/passwd", F_OK) == 0 }
      attempt("connect") { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0 }
      attempt("unlink") { unlink("/tmp/nagara-probe") == 0 }
      attempt("exec") {
        var pid: pid_t = 0
        return posix_spawn(&pid, "/bin/true", nil, nil, [nil], [nil]) == 0
      }
      attempt("kill") { kill(getppid(), 0) == 0 }
      attempt("run") {
        mmap(nil, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED
      }
      return record
    }
  #endif
}
