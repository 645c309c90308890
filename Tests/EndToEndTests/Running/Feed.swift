import Foundation
import GeoSupport
import GeoTestKit

/// A named pipe for a program's input: the program cannot end before the test closes it, however fast the program is.
final class Feed {
  /// The path that the program opens as its input.
  let path: String
  private let descriptor: Int32

  init(in folder: TemporaryFolder) throws {
    path = folder.file("feed")
    // Opened for both, so that neither opening nor writing needs a reader.
    descriptor = mkfifo(path, 0o600) == 0 ? open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) : -1
    guard descriptor >= 0 else {
      throw ProgramError(message: "cannot make \(path): \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    close(descriptor)
    unlink(path)
  }

  /// Writes a text, and waits until the program has read enough to make room for it.
  ///
  /// - Throws: when there is no room for two minutes.
  func write(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&request, 1, 120_000) > 0 else { throw ProgramError(message: "nobody reads \(path)") }
      }
    }
  }
}
