import GeoSupport

/// Memory into which the bytes of a blob are read; reused from blob to blob.
final class FileBytes {
  private var memory = Column<UInt8>(capacity: 1 << 16)

  /// Opens a regular, non-empty file for reading and tells its size.
  static func open(_ path: String) throws(OSMFileError) -> (descriptor: Int32, size: Int) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(.cannotOpen, path, "cannot be opened") }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
      let isRegular = status.st_mode & S_IFMT == S_IFREG
      close(descriptor)
      throw isRegular
        ? OSMFileError(.empty, path: path, "the file is empty; download it again")
        : OSMFileError(.cannotOpen, path: path, "this is no regular file; give the path of an .osm.pbf file")
    }
    return (descriptor, Int(status.st_size))
  }

  /// Reads a blob; the bytes stay valid until the next call.
  func read(_ blob: OSMBlob, descriptor: Int32, path: String) throws(OSMFileError) -> ProtobufCursor {
    try read(at: blob.offset, count: blob.size, descriptor: descriptor, path: path)
  }

  /// Reads a run of bytes, with the padding that a cursor needs; they stay valid until the next call.
  func read(at offset: Int, count: Int, descriptor: Int32, path: String) throws(OSMFileError) -> ProtobufCursor {
    memory.removeAll()
    memory.reserve(count + ProtobufCursor.padding)
    var done = 0
    while done < count {
      let got = pread(descriptor, memory.base + done, count - done, off_t(offset + done))
      if got < 0 && errno == EINTR { continue }
      if got < 0 { throw Self.failure(.cannotRead, path, "cannot be read") }
      if got == 0 {
        throw OSMFileError(.truncated, path: path, offset: offset + done, "the file became shorter while it was read")
      }
      done += got
    }
    (memory.base + count).initialize(repeating: 0, count: ProtobufCursor.padding)
    return ProtobufCursor(memory.base, count: count)
  }

  private static func failure(_ code: OSMFileError.Code, _ path: String, _ what: String) -> OSMFileError {
    OSMFileError(code, path: path, "\(what): \(String(cString: strerror(errno)))")
  }
}
