import Glibc
import Testing

/// Against Debian's icecast2, fed by ffmpeg. `meson-shim/bench streams` installs it and runs these.
@Suite(
  .serialized,
  .enabled(
    if: TestSound.has("souphttpsrc", "icydemux", "mpg123audiodec") && TestSound.hasFFmpeg
      && Background.exists("icecast2") && Background.exists("curl")))
struct IcecastTests {
  private let folder: Folder
  private let port: Int
  private let server: Background
  private let feeder: Background

  /// Starts the server again whenever it ends; its process's number is in `pid`.
  private static let serve = """
    trap 'kill $child; exit' TERM
    while :; do icecast2 -c "$1" & child=$!; echo $child >"$2"; wait $child; done
    """
  /// Feeds it whenever it takes something.
  private static let feed = """
    trap 'kill $child; exit' TERM
    while :; do
      ffmpeg -loglevel quiet -re -stream_loop -1 -i "$1" -c copy -f mp3 -content_type audio/mpeg "$2" & child=$!
      wait $child
      sleep 0.2
    done
    """

  init() throws {
    folder = try Folder()
    port = try Self.freePort()
    let wav = try folder.write(TestSound.wav(TestSound.sweep(frames: 10 * TestSound.rate)), to: "a.wav")
    let mp3 = folder.file("a.mp3")
    try TestSound.encode(wav, ffmpegCodec: "libmp3lame", to: mp3)
    // The server gives up being root, and serves files from here.
    chmod(folder.path, 0o755)
    let configuration = try folder.write(
      Array(Self.configuration(port: port, files: folder.path).utf8), to: "icecast.xml")
    server = try Background(["sh", "-c", Self.serve, "serve", configuration, folder.file("pid")])
    feeder = try Background(
      ["sh", "-c", Self.feed, "feed", mp3, "icecast://source:hackme@127.0.0.1:\(port)/live"])
    let probe = "curl -s -f -o /dev/null -r 0-0 --max-time 1 \(address)"
    try server.waitFor { [28, 0, 23].contains(Self.status(of: probe)) }
  }

  private var address: String { "http://127.0.0.1:\(port)/live" }

  private static func configuration(port: Int, files: String) -> String {
    """
    <icecast>
      <limits><clients>20</clients><sources>2</sources><burst-size>65536</burst-size></limits>
      <authentication>
        <source-password>hackme</source-password>
        <admin-user>admin</admin-user><admin-password>hackme</admin-password>
      </authentication>
      <hostname>127.0.0.1</hostname>
      <listen-socket><port>\(port)</port><bind-address>127.0.0.1</bind-address></listen-socket>
      <paths>
        <webroot>\(files)</webroot><adminroot>/usr/share/icecast2/admin</adminroot>
        <logdir>/tmp</logdir>
      </paths>
      <logging><accesslog>-</accesslog><errorlog>-</errorlog><loglevel>1</loglevel></logging>
      <security>
        <chroot>0</chroot><changeowner><user>nobody</user><group>nogroup</group></changeowner>
      </security>
    </icecast>
    """
  }

  /// A port that nobody has.
  private static func freePort() throws -> Int {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 ? getsockname(socket, $0, &length) : -1
      }
    }
    guard status == 0 else { throw TestFailure("no free port") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func status(of command: String) -> Int32 {
    let status = system(command)
    return status >> 8 & 0xFF
  }

  /// The command that tells the server what is on now.
  private func announce(_ title: String) -> String {
    "run=curl -s -o /dev/null -u admin:hackme "
      + "'http://127.0.0.1:\(port)/admin/metadata?mount=/live&mode=updinfo&song=\(title)'"
  }

  private func run(_ sources: [String], _ on: [(String, String)]) throws -> ProbeRun {
    try ProbeRun(
      sources, in: folder, output: "fakesink sync=true", on: on, environment: ["no_proxy=127.0.0.1"],
      limitSeconds: 90)
  }

  @Test func titlesAreToldAsTheyChange() throws {
    let run = try run(
      [address],
      [
        ("started", announce("First%20Song")), ("title", announce("Zweites%20St%C3%BCck")),
        ("title#2", "quit"),
      ])
    #expect(run.all("title").map(\.title).suffix(2) == ["First Song", "Zweites Stück"], "\(run.output)")
    #expect(run.all("failed").isEmpty)
  }

  @Test func aServerThatIsKilledIsTakenUpAgainWhenItIsBack() throws {
    let run = try run(
      [address],
      [("started", "run=sh -c 'kill -9 $(cat \(folder.file("pid")))'"), ("started#2", "quit")])
    #expect(run.started == [0, 0], "\(run.output)")
    #expect(run.all("buffering").map(\.waits).contains(true))
    #expect(run.all("failed").isEmpty && run.all("finished").isEmpty, "\(run.output)")
  }

  /// icecast2 makes the M3U itself, with its address in it; the other one is a file that it serves.
  @Test(arguments: ["live.m3u", "list.pls"])
  func aListByItsAddressLeadsToTheStation(list: String) throws {
    _ = try folder.write(
      Array("[playlist]\nNumberOfEntries=1\nFile1=\(address)\nTitle1=Live\nVersion=2\n".utf8), to: "list.pls")
    let run = try run(["http://127.0.0.1:\(port)/\(list)"], [("started", "quit")])
    #expect(run.started == [0], "\(run.output)")
    #expect(run.all("failed").isEmpty)
  }
}
