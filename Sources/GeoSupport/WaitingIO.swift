// Whether reading and writing wait is a property of the pipe, not of the program: another program that has the same pipe may have told it not
// to wait, as Node.js and some terminals do. Signals interrupt neither of these functions.

/// Reads the next bytes of a file, pipe or socket as the system's `read` does, but waits until there are some.
///
/// - Returns: how many there are: 0 at the end, below 0 where `errno` says why they cannot be read.
package func waitingRead(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer) -> Int {
  while true {
    let count = SystemCall.repeated { read(descriptor, memory.baseAddress, memory.count) }
    if count >= 0 || !isRepeated(errno, descriptor, POLLIN) { return count }
  }
}

/// Writes all bytes to a file, pipe or socket.
///
/// - Returns: 0, or the system's error, after some of them may have been written.
package func waitingWrite(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var written = 0
  while written < bytes.count {
    let count = SystemCall.repeated { write(descriptor, bytes.baseAddress! + written, bytes.count - written) }
    if count >= 0 { written += count } else if !isRepeated(errno, descriptor, POLLOUT) { return errno }
  }
  return 0
}

/// Whether an error is none: then it is time to try again.
private func isRepeated(_ error: Int32, _ descriptor: Int32, _ event: Int32) -> Bool {
  guard error == EAGAIN else { return false }
  var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
  _ = SystemCall.repeated { poll(&request, 1, -1) }
  return true
}
