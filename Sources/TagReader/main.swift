import CGdkPixbuf
import CSandbox
import CTagLib
import Glibc
import PlayerCore

// nagara-tagreader: reads tags and covers of files that nobody vouches for, and edits tags of copies. It is started by the app with a
// socket as descriptor 3, gets requests and open descriptors over it, and ends when the socket closes. A file
// that makes it crash or hang costs only that file: the app starts another one.
//
// `Sandbox` is what it gives up first, `TagReading` and `CoverDecoding` do the work; here is the loop.

guard CommandLine.arguments.count == 2, CommandLine.arguments[1] == TagRequest.version else {
  let usage = "nagara-tagreader is started by nagara and is of no use alone.\n"
  write(STDERR_FILENO, usage, usage.utf8.count)
  exit(64)  // EX_USAGE
}

// The next file needs what the last one did: only what a large picture took goes back to the system at once.
mallopt(M_MMAP_THRESHOLD, 4 << 20)
mallopt(M_TRIM_THRESHOLD, 16 << 20)

// What opens files when it is first used does so now; after that nothing can.
CoverDecoding.prepare()
Sandbox.enter()

var keys: Keys?
let channel = Channel(socket: CSB_HELPER_SOCKET)
while let (request, descriptors) = channel.receive() {
  switch request {
  case .tags(let extensions, let wants, let locale):
    if wants.contains(.keys), keys?.locale != locale { keys = Keys(locale: locale) }
    var together: [[UInt8]] = []
    for (descriptor, hint) in zip(descriptors, extensions) {
      if let answer = TestFault.strike(on: hint) {
        if wants.contains(.together) {
          together.append(answer.encoded())
        } else {
          channel.send(answer.encoded())
        }
        close(descriptor)
        continue
      }
      let reply = TagReading.read(descriptor, extensionHint: hint, wants: wants, keys).encoded()
      if wants.contains(.together) { together.append(reply) } else { channel.send(reply) }
      close(descriptor)
    }
    if wants.contains(.together) { channel.send(TagReplies.encoded(together)) }
  case .cover(let origin, let maximumEdge):
    channel.send(CoverDecoding.cover(descriptors[0], origin: origin, maximumEdge: maximumEdge).encoded())
    close(descriptors[0])
  case .edit(let edit, let hint):
    let reply = TagWriting.edit(
      descriptors[0], extensionHint: hint, edit, picture: descriptors.dropFirst().first)
    channel.send(reply.encoded())
    for descriptor in descriptors { close(descriptor) }
  case .pictureHash(let origin):
    channel.send(CoverDecoding.hash(descriptors[0], origin: origin).encoded())
    close(descriptors[0])
  case .storedCover(let origin, let maximumEdge):
    let reply = CoverDecoding.storedCover(descriptors[0], origin: origin, maximumEdge: maximumEdge)
    channel.send(reply.encoded())
    close(descriptors[0])
  }
}
