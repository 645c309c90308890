import GeoSupport

/// An open file that can be read at any place; closed with the last who holds it.
final class InputFile: Sendable {
  /// For reading.
  let descriptor: Int32
  /// The size in bytes when it was opened; 0 where nobody knows it.
  let size: Int

  /// Takes over a descriptor.
  init(descriptor: Int32) { (self.descriptor, size) = (descriptor, 0) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Opens a regular, non-empty file.
  ///
  /// - Throws: ``OSMFileError`` when there is none.
  init(path: String) throws(OSMFileError) {
    // A pipe without a writer would be waited for; files do not care.
    descriptor = SystemCall.open(path, O_RDONLY | O_NONBLOCK)
    let error = errno
    let status = descriptor >= 0 ? SystemCall.status(of: descriptor) : nil
    size = status.map { Int($0.st_size) } ?? 0
    guard descriptor >= 0 else {
      errno = error
      throw OSMFileError(opening: path)
    }
    guard let status else { throw OSMFileError(system: .cannotRead, path, "cannot be read") }
    guard status.isRegular else { throw .notRegular(path) }
    if size == 0 { throw OSMFileError(.empty, path: path, "the file is empty; download it again") }
  }
}

/// A file without a name that holds what cannot be read twice or not in parts: standard input, packed files, XML. It vanishes with the
/// program however that ends.
struct SpoolFile {
  /// For reading and writing.
  let file: InputFile
  private(set) var size = 0
  private let folder: String

  /// Makes an empty file.
  ///
  /// - Parameter folder: where; it needs as much room as the unpacked data takes as PBF.
  /// - Throws: ``OSMFileError`` with code `.cannotWrite`.
  init(in folder: String) throws(OSMFileError) {
    let descriptor = NamelessFile.make(in: folder, prefix: "geocode-input")
    guard descriptor >= 0 else {
      throw OSMFileError(system: .cannotWrite, folder, "no working file can be made in this folder")
    }
    file = InputFile(descriptor: descriptor)
    self.folder = folder
  }

  /// Appends bytes.
  ///
  /// - Throws: ``OSMFileError`` with code `.cannotWrite`, such as when the disk is full.
  mutating func append(_ bytes: [UInt8]) throws(OSMFileError) {
    let code = bytes.withUnsafeBytes { SystemCall.write($0, to: file.descriptor, at: size) }
    guard code == 0 else {
      throw OSMFileError(
        .cannotWrite, path: folder, "a working file in this folder cannot be written: \(systemMessage(code))")
    }
    size += bytes.count
  }

  /// Leaves a hole of so many bytes: places behind it are as in the input, and it takes no room.
  mutating func skip(_ count: Int) { size += count }

  /// Gives the file its whole size, if it ends with a hole.
  ///
  /// - Throws: ``OSMFileError`` with code `.cannotWrite`.
  func finish() throws(OSMFileError) {
    if SystemCall.truncate(file.descriptor, to: size) == 0 { return }
    throw OSMFileError(system: .cannotWrite, folder, "a working file in this folder cannot be written")
  }
}
