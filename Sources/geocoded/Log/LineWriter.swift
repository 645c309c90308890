import GeoSupport
import Synchronization

/// Writes lines to standard error from a thread of its own, a few times a second. Who logs only appends to memory.
///
/// Nobody waits for who reads them, be it a pipe that is full or a terminal that was stopped: lines stay in memory, and when standard error
/// takes nothing for long, they are dropped and counted.
final class LineWriter: Sendable {
  private struct Pending {
    var bytes: [UInt8] = []
    var dropped = 0
  }

  /// Bytes that wait at most.
  private static let capacity = 4 << 20

  private let pending = Mutex(Pending())
  /// How often lines were written. Held while they are, so that the last flush comes last. (A lock around nothing at all makes the
  /// thread sanitizer see a race with the lock itself, at the same address.)
  private let flushes = Mutex(0)

  private let file: LogFile?
  private let dropped: @Sendable (Int) -> [UInt8]

  /// The only one of a process; its thread runs to the end.
  ///
  /// - Parameters:
  ///   - file: what standard error leads to, where it is a file to be kept short.
  ///   - dropped: the line that says how many were dropped.
  init(to file: LogFile?, dropped: @escaping @Sendable (Int) -> [UInt8]) {
    (self.file, self.dropped) = (file, dropped)
    SystemThread.start { [self] in
      while true {
        usleep(200_000)
        flush(waiting: 200)
      }
    }
  }

  /// Adds a line with its end.
  func append(_ line: [UInt8]) {
    pending.withLock { pending in
      if pending.bytes.count < LineWriter.capacity {
        pending.bytes += line
      } else {
        pending.dropped += 1
      }
    }
  }

  /// Writes what waits, and goes on as long as standard error takes some of it. To be called once more when the process ends.
  ///
  /// - Parameter milliseconds: how long to wait until it takes more; what it does not take is left for the next time.
  func flush(waiting milliseconds: Int32) { flushes.withLock { writeWhatWaits(&$0, milliseconds) } }

  /// Writes what waits, as far as standard error takes it at once, unless another thread is about it.
  func hurry() { flushes.withLockIfAvailable { writeWhatWaits(&$0, 0) } }

  private func writeWhatWaits(_ flushes: inout Int, _ milliseconds: Int32) {
    flushes += 1
    var taken = pending.withLock { pending in
      defer { pending = Pending() }
      return pending
    }
    if taken.dropped > 0 { taken.bytes += dropped(taken.dropped) }
    if !taken.bytes.isEmpty { file?.turn() }
    let rest = taken.bytes.dropFirst(LineWriter.write(taken.bytes, milliseconds))
    guard !rest.isEmpty else { return }
    pending.withLock { $0.bytes = rest + $0.bytes }
  }

  /// - Returns: how many bytes are done with: written, or such as nobody will ever take.
  private static func write(_ bytes: [UInt8], _ milliseconds: Int32) -> Int {
    var offset = 0
    while offset < bytes.count {
      var end = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
      guard poll(&end, 1, milliseconds) > 0 else { return offset }
      // A pipe that can be written to takes a page at once, and perhaps not more.
      let length = min(bytes.count - offset, 4096)
      let count = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress! + offset, length) }
      if count >= 0 {
        offset += count
      } else if errno != EINTR {
        return errno == EAGAIN ? offset : bytes.count
      }
    }
    return offset
  }
}
