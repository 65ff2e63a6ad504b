import GLibBridge
import Glibc
import Testing

@Suite struct DetachedThreadTests {
  @Test func itsWorkIsDoneOnAThreadOfItsName() async {
    let name = await withCheckedContinuation { (done: CheckedContinuation<[UInt8], Never>) in
      DetachedThread.run("own") {
        let file = open("/proc/thread-self/comm", O_RDONLY)
        var name = [UInt8](repeating: 0, count: 16)
        let count = read(file, &name, name.count)
        close(file)
        done.resume(returning: Array(name.prefix(max(0, count))))
      }
    }

    #expect(name == Array("own\n".utf8))
  }
}
