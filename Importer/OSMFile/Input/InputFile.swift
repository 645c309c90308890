import GeoSupport

/// An open file for random access, closed when its last owner is released.
final class InputFile: Sendable {
  /// The descriptor for reading.
  let descriptor: Int32
  /// The size in bytes when the file was opened; 0 if unknown.
  let size: Int

  /// Takes ownership of a descriptor.
  init(descriptor: Int32) { (self.descriptor, size) = (descriptor, 0) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Opens a regular, non-empty file.
  ///
  /// - Throws: ``OSMFileError`` if there is none.
  init(path: String) throws(OSMFileError) {
    // Opening a pipe without a writer would block. The flag has no effect on files.
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

/// An unnamed file with the converted data of inputs that cannot be read twice or in parts: standard input, compressed
/// files, XML. It disappears when the program ends, in whatever way.
struct SpoolFile {
  /// The file for reading and writing.
  let file: InputFile
  private(set) var size = 0
  private let folder: String

  /// Creates an empty file.
  ///
  /// - Parameter folder: the folder of the file, which needs room for the data as uncompressed PBF.
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
  /// - Throws: ``OSMFileError`` with code `.cannotWrite`, for example if the disk is full.
  mutating func append(_ bytes: [UInt8]) throws(OSMFileError) {
    let code = bytes.withUnsafeBytes { SystemCall.write($0, to: file.descriptor, at: size) }
    guard code == 0 else {
      throw OSMFileError(
        .cannotWrite, path: folder, "a working file in this folder cannot be written: \(systemMessage(code))")
    }
    size += bytes.count
  }

  /// Leaves a hole of some bytes. Offsets stay the same as in the input, and the hole takes no space.
  mutating func skip(_ count: Int) { size += count }

  /// Extends the file to its whole size if it ends with a hole.
  ///
  /// - Throws: ``OSMFileError`` with code `.cannotWrite`.
  func finish() throws(OSMFileError) {
    if SystemCall.truncate(file.descriptor, to: size) == 0 { return }
    throw OSMFileError(system: .cannotWrite, folder, "a working file in this folder cannot be written")
  }
}
