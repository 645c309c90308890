// Whether reading and writing block is a property of the pipe, not of the program. Another program with the same pipe
// may have made it non-blocking, as Node.js and some terminals do. Signals do not interrupt these functions.

/// Reads the next bytes of a file, pipe or socket like the system's `read`, but always waits for them.
///
/// - Returns: the number of bytes: 0 at the end, negative on failure, with `errno` set.
package func waitingRead(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer) -> Int {
  while true {
    let count = SystemCall.repeated { read(descriptor, memory.baseAddress, memory.count) }
    if count >= 0 || !isRepeated(errno, descriptor, POLLIN) { return count }
  }
}

/// Writes all bytes to a file, pipe or socket.
///
/// - Returns: 0, or the system's error number. Some of the bytes may have been written then.
package func waitingWrite(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  var written = 0
  while written < bytes.count {
    let count = SystemCall.repeated { write(descriptor, bytes.baseAddress! + written, bytes.count - written) }
    if count >= 0 { written += count } else if !isRepeated(errno, descriptor, POLLOUT) { return errno }
  }
  return 0
}

/// Whether to repeat a call, because it would have blocked; waits first until it no longer would.
private func isRepeated(_ error: Int32, _ descriptor: Int32, _ event: Int32) -> Bool {
  guard error == EAGAIN else { return false }
  var request = pollfd(fd: descriptor, events: Int16(event), revents: 0)
  _ = SystemCall.repeated { poll(&request, 1, -1) }
  return true
}
