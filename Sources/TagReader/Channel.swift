import CSandbox
import Glibc
import PlayerCore

/// The socket to the app. Its end, and anything on it that is no request, ends the process.
struct Channel {
  let socket: Int32

  /// The next request and its descriptors; `nil` when the app has closed the socket.
  func receive() -> (TagRequest, [Int32])? {
    let capacity = Int(CSB_MOST_DESCRIPTORS)
    var descriptors = [Int32](repeating: -1, count: capacity)
    var count = 0
    var length: UInt32 = 0
    guard csb_receive_length(socket, &length, -1, &descriptors, capacity, &count) == 1 else { return nil }
    // A request is some extensions, or some texts; this is plenty.
    guard length <= 1 << 20 else { exit(Channel.protocolError) }
    var bytes = [UInt8](repeating: 0, count: Int(length))
    guard csb_receive(socket, &bytes, bytes.count, -1, &descriptors, capacity, &count) == 1 else {
      return nil
    }
    guard let request = try? TagRequest(decoding: bytes), request.descriptorCount == count else {
      exit(Channel.protocolError)
    }
    return (request, Array(descriptors.prefix(count)))
  }

  func send(_ reply: [UInt8]) {
    // The app has gone: nobody is left to answer.
    guard csb_send(socket, reply, UInt32(reply.count), nil, 0) == 0 else { exit(0) }
  }

  /// EX_PROTOCOL of sysexits.h.
  private static let protocolError: Int32 = 76
}
