import GeoSupport
import Synchronization

/// Writes lines to standard error from a thread of its own, a few times a second. Who logs only appends to memory.
///
/// When standard error takes nothing for long, lines are dropped and counted: requests do not wait for their log.
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

  private let dropped: @Sendable (Int) -> [UInt8]

  /// The only one of a process; its thread runs to the end.
  ///
  /// - Parameter dropped: the line that says how many were dropped.
  init(dropped: @escaping @Sendable (Int) -> [UInt8]) {
    self.dropped = dropped
    SystemThread.start { [self] in
      while true {
        usleep(200_000)
        flush()
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

  /// Writes what waits. To be called once more when the process ends.
  func flush() {
    flushes.withLock { flushes in
      flushes += 1
      var taken = pending.withLock { pending in
        defer { pending = Pending() }
        return pending
      }
      if taken.dropped > 0 { taken.bytes += dropped(taken.dropped) }
      LineWriter.write(taken.bytes)
    }
  }

  private static func write(_ bytes: [UInt8]) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress! + offset, bytes.count - offset) }
      if count < 0, errno != EINTR { return }
      offset += max(0, count)
    }
  }
}
