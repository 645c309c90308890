import GeoModel
import GeoSupport

/// A connected stream socket, with the few calls that both clients need.
struct ClientSocket {
  let descriptor: Int32

  /// Connects to the daemon. Unix sockets connect at once or not at all.
  ///
  /// - Throws: ``GeocodingError`` of code `serverFailure` that says why there is no connection.
  init(path: String) throws(GeocodingError) {
    guard path.utf8.count <= UnixAddress.pathLimit else {
      throw GeocodingError(.serverFailure, "the socket's path is too long: \(path)")
    }
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw ClientSocket.failure("no socket can be made") }
    guard UnixAddress.with(path.utf8, { connect(descriptor, $0, $1) }) != 0 else { return }
    let error = ClientSocket.failure("no geocoded listens on \(path)")
    Glibc.close(descriptor)
    throw error
  }

  /// The outcome of one read or write.
  enum Outcome {
    /// The number of bytes that were moved.
    case moved(Int)
    /// The socket would have to wait.
    case wait
    /// The other side has closed.
    case ended
  }

  /// Writes as much as the socket takes without waiting. A closed connection is an outcome, not a signal.
  func send(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    outcome { Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
  }

  /// Reads the available bytes without waiting.
  func receive(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    let outcome = outcome { recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)) }
    if case .moved(0) = outcome { return .ended }
    return outcome
  }

  /// Waits until the socket can be read or written.
  ///
  /// - Parameter milliseconds: the time limit; negative for none.
  /// - Returns: false if the time has run out.
  func wait(toWrite: Bool = false, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(toWrite ? POLLOUT : POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) != 0
  }

  func close() { Glibc.close(descriptor) }

  private func outcome(_ call: () -> Int) -> Outcome {
    while true {
      let count = call()
      if count >= 0 { return .moved(count) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wait
      default: return .ended
      }
    }
  }

  private static func failure(_ sentence: String) -> GeocodingError {
    GeocodingError(.serverFailure, "\(sentence): \(systemMessage())")
  }
}

/// Wakes a thread that waits in `poll`.
struct WakePipe {
  let readEnd: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    let code = pipe(&ends)
    precondition(code == 0, "no pipe can be made: too many open files")
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  /// Wakes the thread. A full pipe means that the thread is already awake.
  func wake() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Discards all wakes so far.
  func clear() {
    var bytes = (UInt64(0), UInt64(0))
    while read(readEnd, &bytes, 16) == 16 {}
  }

  func close() {
    Glibc.close(readEnd)
    Glibc.close(writeEnd)
  }
}
