import Glibc
import Testing

/// Against a little radio station of our own.
@Suite(
  .serialized,
  .enabled(
    if: TestSound.has("souphttpsrc", "icydemux", "mpg123audiodec") && TestSound.hasFFmpeg
      && Background.exists("python3")))
struct StreamTests {
  private let folder: Folder
  private let server: Background
  private let port: String

  /// `/radio` has titles and no end, `/cut` breaks off after each 2 s, `/once` after which nobody listens any more,
  /// `/file` is a file of a known length that breaks off in the middle the first time.
  private static let station = """
    import os, socket, sys, threading, time
    data = open(sys.argv[1], 'rb').read()
    listener = socket.socket()
    listener.bind(('127.0.0.1', 0))
    listener.listen(5)
    open(sys.argv[2] + '.new', 'w').write(str(listener.getsockname()[1]))
    os.rename(sys.argv[2] + '.new', sys.argv[2])
    host = b'http://127.0.0.1:%d' % listener.getsockname()[1]
    lists = {
        '/list.pls': (b'audio/x-scpls', b'[playlist]\\nNumberOfEntries=2\\nFile1=@/gone\\nFile2=@/radio\\n'),
        '/list.m3u': (b'audio/x-mpegurl', b'#EXTM3U\\n#EXTINF:-1,Test\\n@/radio\\n'),
        '/plain.m3u': (b'text/plain', b'@/radio\\n'),
        '/local.m3u': (b'audio/x-mpegurl', b'#EXTM3U\\nfile:///etc/passwd\\n'),
        '/nested.m3u': (b'audio/x-mpegurl', b'#EXTM3U\\n@/list.m3u\\n'),
    }
    seen = {}
    def icy(connection, seconds):
        connection.sendall(b'HTTP/1.0 200 OK\\r\\nContent-Type: audio/mpeg\\r\\nicy-name: Test\\r\\nicy-metaint: 4000\\r\\n\\r\\n')
        start = time.time()
        count = 0
        while time.time() - start < seconds:
            at = count * 4000 % (len(data) - 4000)
            title = b"StreamTitle='Song %d';" % (count // 10 + 1)
            title += bytes(-len(title) % 16)
            connection.sendall(data[at:at + 4000] + bytes([len(title) // 16]) + title)
            count += 1
            time.sleep(0.05)
    def file(connection, request, first):
        start = 0
        for line in request.lower().split(b'\\r\\n'):
            if line.startswith(b'range: bytes='):
                start = int(line[13:].split(b'-')[0])
        head = b'HTTP/1.1 206 Partial Content\\r\\nContent-Range: bytes %d-%d/%d\\r\\n' % (start, len(data) - 1, len(data))
        if start == 0: head = b'HTTP/1.1 200 OK\\r\\n'
        head += b'Accept-Ranges: bytes\\r\\nContent-Type: audio/mpeg\\r\\nConnection: close\\r\\nContent-Length: %d\\r\\n\\r\\n' % (len(data) - start)
        connection.sendall(head)
        end = len(data) // 2 if first else len(data)
        while start < end:
            connection.sendall(data[start:min(end, start + 4000)])
            start += 4000
            time.sleep(0.01)
    def serve(connection):
        try:
            request = connection.recv(4000)
            path = request.split(b' ')[1].decode()
            seen[path] = seen.get(path, 0) + 1
            if path == '/radio': icy(connection, 60)
            elif path == '/cut': icy(connection, 2)
            elif path in lists:
                connection.sendall(b'HTTP/1.0 200 OK\\r\\nContent-Type: ' + lists[path][0] + b'\\r\\n\\r\\n' + lists[path][1].replace(b'@', host))
            elif path == '/file': file(connection, request, seen[path] == 1)
            else: connection.sendall(b'HTTP/1.0 404 Not Found\\r\\n\\r\\n')
        except (OSError, IndexError): pass
        connection.close()
    while True:
        threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
    """

  init() throws {
    folder = try Folder()
    let wav = try folder.write(TestSound.wav(TestSound.sweep(frames: 10 * TestSound.rate)), to: "a.wav")
    let mp3 = folder.file("a.mp3")
    try TestSound.encode(wav, ffmpegCodec: "libmp3lame", to: mp3)
    let portFile = folder.file("port")
    server = try Background(["python3", "-c", StreamTests.station, mp3, portFile])
    try server.waitFor { access(portFile, F_OK) == 0 }
    port = String(decoding: Folder.read(portFile), as: UTF8.self)
  }

  private func run(_ path: String, _ commands: [(Int, String)]) throws -> ProbeRun {
    try ProbeRun(
      ["http://127.0.0.1:\(port)/\(path)"], in: folder, output: "fakesink sync=true", commands: commands,
      options: ["--watch"], environment: ["no_proxy=127.0.0.1"])
  }

  @Test func aStationTellsItsTitles() throws {
    let run = try run("radio", [(6000, "quit")])
    let titles = run.all("title").map(\.title)
    #expect(titles.first == "Song 1", "\(run.output.suffix(1500))")
    #expect(titles.contains("Song 2"))
    #expect(run.all("station").map(\.title) == ["Test"])
    #expect(run.all("failed").isEmpty)
  }

  @Test func aStationThatBreaksOffIsTakenUpAgain() throws {
    let run = try run("cut", [(20_000, "quit")])
    #expect(run.started.count >= 2, "\(run.output.suffix(3000))")
    #expect(run.all("failed").isEmpty)
    #expect(run.all("finished").isEmpty)
    #expect(run.all("buffering").contains { $0.waits })
  }

  @Test func aFileThatBreaksOffGoesOnWhereItWas() throws {
    let run = try run("file", [])
    // GStreamer's source asks for the rest by itself, or we open it again.
    #expect(run.all("failed").isEmpty, "\(run.output.suffix(3000))")
    #expect(run.all("finished").count == 1)
    // It never went back by more than what was buffered.
    let ticks = run.all("tick").map(\.nanoseconds)
    let back = zip(ticks.dropFirst(), ticks).map { $1 - $0 }.max() ?? 0
    #expect(back < 1_000_000_000, "\(back)")
    #expect(ticks.last.map { $0 > 9_000_000_000 } == true)
  }

  @Test(arguments: ["list.pls", "list.m3u", "plain.m3u"])
  func aListOfAddressesPlaysTheFirstThatDoes(path: String) throws {
    let run = try run(path, [(6000, "quit")])
    #expect(run.started == [0], "\(run.output)")
    #expect(run.all("failed").isEmpty, "\(run.output)")
  }

  @Test(arguments: ["local.m3u", "nested.m3u"])
  func aListLeadsNeitherToFilesNorToOtherLists(path: String) throws {
    let run = try run(path, [])
    #expect(run.started.isEmpty)
    #expect(run.all("failed").count == 1, "\(run.output)")
  }

  @Test func aStationThatIsNotThereFailsAtOnce() throws {
    let run = try run("nothing", [])
    #expect(run.all("failed").map(\.code) == ["network"], "\(run.output)")
    #expect(run.started.isEmpty)
  }

  @Test func aPauseEndsTheReconnecting() throws {
    let run = try run("cut", [(9_000, "pause"), (9_500, "live"), (13_000, "quit")])
    let after = run.all("started").filter { $0.time > 9_500 }
    #expect(after.isEmpty, "\(run.output.suffix(2000))")
  }
}
