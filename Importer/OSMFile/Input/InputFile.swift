import GeoSupport

/// An open file that can be read at any place; closed with the last who holds it.
final class InputFile: Sendable {
  /// For reading.
  let descriptor: Int32

  /// Takes over a descriptor.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens a regular, non-empty file.
  ///
  /// - Throws: ``OSMFileError`` when there is none.
  convenience init(path: String) throws(OSMFileError) {
    // A pipe without a writer would be waited for; files do not care.
    self.init(descriptor: Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    guard descriptor >= 0 else { throw OSMFileError(system: .cannotOpen, path, "cannot be opened") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw OSMFileError(
        .cannotOpen, path: path, "this is not a regular file; give the path of a file, or - for standard input")
    }
    if status.st_size == 0 { throw OSMFileError(.empty, path: path, "the file is empty; download it again") }
  }

  /// The size in bytes.
  var size: Int {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
  }
}

/// A file without a name that holds what cannot be read twice or not in parts: standard input, packed files, XML. It vanishes with the
/// program however that ends.
struct SpoolFile {
  /// For reading and writing.
  let file: InputFile
  private(set) var size = 0

  /// `O_TMPFILE`, a macro that Swift does not import.
  private static let nameless = 0o20_000_000 | O_DIRECTORY

  /// Makes an empty file.
  ///
  /// - Parameter folder: where; it needs as much room as the unpacked data takes as PBF.
  /// - Throws: ``OSMFileError`` with code `.cannotWrite`.
  init(in folder: String) throws(OSMFileError) {
    var descriptor = open(folder, SpoolFile.nameless | O_RDWR | O_CLOEXEC, 0o600)
    if descriptor < 0 {
      // Some file systems have no files without a name: there a name is taken away at once.
      var template = Array("\(folder)/geocode-input-XXXXXX".utf8CString)
      descriptor = mkstemp(&template)
      if descriptor >= 0 { unlink(template) }
    }
    guard descriptor >= 0 else {
      throw OSMFileError(system: .cannotWrite, folder, "no working file can be made in this folder")
    }
    file = InputFile(descriptor: descriptor)
  }

  /// Appends bytes.
  ///
  /// - Throws: ``OSMFileError`` with code `.cannotWrite`, such as when the disk is full.
  mutating func append(_ bytes: [UInt8]) throws(OSMFileError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(file.descriptor, $0.baseAddress! + done, $0.count - done, off_t(size))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw OSMFileError(system: .cannotWrite, "working file", "cannot be written") }
      done += count
      size += count
    }
  }

  /// Leaves a hole of so many bytes: places behind it are as in the input, and it takes no room.
  mutating func skip(_ count: Int) { size += count }

  /// Gives the file its whole size, if it ends with a hole.
  func finish() { ftruncate(file.descriptor, off_t(size)) }
}
