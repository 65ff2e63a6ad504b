import Glibc
import PlayerCore
import Testing

@testable import MusicLibrary

/// Short runs of the checks that take long: see `meson-shim/bench kill` and `mutate`.
@Suite(.serialized) struct BenchTests {
  /// What LibraryBench printed, and its exit code.
  private func bench(_ arguments: String...) -> (code: Int32, output: String) {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = FilePath(bytes: buffer[..<max(0, length)].map { UInt8(bitPattern: $0) })
    guard let program = own?.parent?.appending(Array("LibraryBench".utf8)) else { return (-1, "") }
    let folder = TemporaryFolder()
    let log = folder.at("log")

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, log.c, O_WRONLY | O_CREAT, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var words = [strdup(program.displayPath)] + arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    guard posix_spawn(&process, program.c, &actions, nil, &words, environ) == 0 else { return (-1, "") }
    var status: Int32 = 0
    while waitpid(process, &status, 0) == -1, errno == EINTR {}
    return (status, String(decoding: Fixture.read(log), as: UTF8.self))
  }

  @Test func whatTheListenerDidOutlivesKills() {
    let run = bench("kill", "9", "1")

    #expect(run.code == 0, "\(run.output)")
  }

  @Test func damagedFilesOfEveryFormatAreTracksOrProblems() {
    let run = bench("mutate", "500", "1")

    #expect(run.code == 0, "\(run.output)")
  }
}
