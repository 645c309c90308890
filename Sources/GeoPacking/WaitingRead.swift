import GeoSupport

/// The next bytes of a file, pipe or socket, as the system's `read` gives them. A signal does not end it, and it waits where whoever has started
/// this program reads from the same pipe without waiting.
///
/// - Returns: how many there are: 0 at the end, below 0 where `errno` says why they cannot be read.
package func waitingRead(_ descriptor: Int32, into memory: UnsafeMutableRawBufferPointer) -> Int {
  while true {
    let count = read(descriptor, memory.baseAddress, memory.count)
    if count >= 0 || (errno != EINTR && errno != EAGAIN) { return count }
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if errno == EAGAIN { poll(&request, 1, -1) }
  }
}
