import GeoSupport
import Synchronization

/// Writes lines to standard error.
///
/// A separate thread writes the waiting lines a few times a second. `hurry()` also writes at once as many of them as
/// standard error accepts without blocking. Logging never waits for a slow reader, such as a full pipe or a stopped
/// terminal: up to 4 MB of lines stay in memory, and further lines are dropped and counted.
final class LineWriter: Sendable {
  private struct Pending {
    var bytes: [UInt8] = []
    var dropped = 0
  }

  /// The maximum bytes that wait.
  private static let capacity = 4 << 20

  private let pending = Mutex(Pending())
  /// The number of writes. The lock is held during each write, so that the last flush comes last. (With a lock around
  /// an empty value, the thread sanitizer reports a race with the lock itself, at the same address.)
  private let flushes = Mutex(0)

  private let file: LogFile?
  private let dropped: @Sendable (Int) -> [UInt8]

  /// Creates the only writer of a process; its thread never ends.
  ///
  /// - Parameters:
  ///   - file: the file of standard error, if its size is limited.
  ///   - dropped: returns the line that reports the number of dropped lines.
  init(to file: LogFile?, dropped: @escaping @Sendable (Int) -> [UInt8]) {
    (self.file, self.dropped) = (file, dropped)
    SystemThread.start { [self] in
      while true {
        usleep(200_000)
        flush(waiting: 200)
      }
    }
  }

  /// Adds a line with its line end.
  func append(_ line: [UInt8]) {
    pending.withLock { pending in
      if pending.bytes.count < LineWriter.capacity {
        pending.bytes += line
      } else {
        pending.dropped += 1
      }
    }
  }

  /// Writes the waiting lines, as long as standard error takes some of them. Call it once more when the process ends.
  ///
  /// - Parameter milliseconds: how long to wait until standard error takes more; the rest is left for the next time.
  func flush(waiting milliseconds: Int32) { flushes.withLock { writeWhatWaits(&$0, milliseconds) } }

  /// Writes as many waiting lines as standard error takes at once, unless another thread is writing.
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

  /// - Returns: the number of finished bytes: written, or impossible to write.
  private static func write(_ bytes: [UInt8], _ milliseconds: Int32) -> Int {
    var offset = 0
    while offset < bytes.count {
      var end = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
      guard poll(&end, 1, milliseconds) > 0 else { return offset }
      // A writable pipe takes at least a page at once, and perhaps not more.
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
