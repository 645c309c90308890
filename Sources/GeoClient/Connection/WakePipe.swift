import GeoSupport

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

  /// Wakes the thread. When the pipe is full it is awake already.
  func wake() {
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Forgets all wakes so far.
  func clear() {
    var bytes = (UInt64(0), UInt64(0))
    while read(readEnd, &bytes, 16) == 16 {}
  }

  func close() {
    Glibc.close(readEnd)
    Glibc.close(writeEnd)
  }
}
