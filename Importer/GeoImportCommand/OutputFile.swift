import GeoConsole
import GeoSupport

/// The file an import shall write: looked at before any work is done.
struct OutputFile {
  let path: String
  /// Whether to replace a file that is no store.
  let isForced: Bool

  /// - Throws: `ProgramFailure` when the path is a folder, one of the extracts, or a file that is no store.
  func check(against extracts: [String]) throws(ProgramFailure) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw ProgramFailure(.cannotCreate, "\(path) is a folder; give the name of a file in it with --output")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ProgramFailure(.cannotCreate, "\(path) is no regular file; give the name of a file with --output")
    }
    for extract in extracts {
      var other = stat()
      guard stat(extract, &other) == 0, other.st_ino == status.st_ino, other.st_dev == status.st_dev else { continue }
      throw ProgramFailure(.usage, "\(path) is one of the extracts; give another --output")
    }
    if !isForced, status.st_size > 0, !isDatabase {
      throw ProgramFailure(
        .cannotCreate, "\(path) exists and is no store; give another --output, or --force to replace it")
    }
  }

  /// Whether the file begins as our stores do: SQLite's header with our application id (big-endian, byte 68).
  private var isDatabase: Bool {
    guard let file = fopen(path, "rb") else { return false }
    defer { fclose(file) }
    var header = [UInt8](repeating: 0, count: 72)
    guard fread(&header, 1, 72, file) == 72, header.starts(with: Array("SQLite format 3\0".utf8)) else { return false }
    // `GEOC`, see the documentation of the store's format.
    return header[68..<72].elementsEqual("GEOC".utf8)
  }
}
