import GeoSupport
import GeoWire
import Synchronization

/// Writes lines to standard error from a thread of its own, some times a second. Who logs only appends to memory.
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

  /// The only one; it has a thread from its first use to the end of the process.
  static let standardError = LineWriter()

  private init() {
    SystemThread.start { [self] in
      while true {
        usleep(200_000)
        flush()
      }
    }
  }

  /// Adds a line with its end.
  func append(_ line: String) {
    pending.withLock { pending in
      if pending.bytes.count < LineWriter.capacity {
        pending.bytes.append(contentsOf: line.utf8)
      } else {
        pending.dropped += 1
      }
    }
  }

  /// Writes what waits. Called once more when the process ends.
  func flush() {
    flushes.withLock { flushes in
      flushes += 1
      var taken = pending.withLock { pending in
        defer { pending = Pending() }
        return pending
      }
      if taken.dropped > 0 { taken.bytes += Array("\(taken.dropped) lines were dropped: nobody took them\n".utf8) }
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
