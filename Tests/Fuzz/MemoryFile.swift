import GeoSupport

/// A file in memory, for readers that take paths.
final class MemoryFile {
  /// A folder in memory, if the system has one.
  static let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"

  /// A path that opens the file.
  var path: String { "/proc/self/fd/\(descriptor)" }
  /// The descriptor, at the file's beginning after each ``fill(_:)``.
  let descriptor: Int32

  /// Creates an empty file.
  init() {
    let path = "\(MemoryFile.folder)/fuzz-\(getpid())"
    descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { Arguments.stop("\(path): \(String(cString: strerror(errno)))") }
    unlink(path)
  }

  deinit { close(descriptor) }

  /// Replaces the content.
  func fill(_ parts: UnsafeRawBufferPointer...) {
    ftruncate(descriptor, 0)
    lseek(descriptor, 0, SEEK_SET)
    for part in parts where part.count > 0 { write(descriptor, part.baseAddress, part.count) }
    lseek(descriptor, 0, SEEK_SET)
  }
}

/// The bytes of a file; nil when it cannot be read.
func fileBytes(_ path: String) -> [UInt8]? { try? FileContents.bytes(of: path) }

/// The names of the files in a folder, sorted; empty when there is no such folder.
func fileNames(in folder: String) -> [String] {
  FileFolder.names(in: folder).filter { !$0.hasPrefix(".") }.sorted()
}
