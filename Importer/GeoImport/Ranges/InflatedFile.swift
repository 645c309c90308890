import CCompression
import GeoSupport

/// The bytes of a file in order, unpacked if it is compressed with gzip. Memory does not depend on the file's size.
final class InflatedFile {
  /// The file's path.
  let path: String
  private static let pieceBytes = 256 << 10

  private let file: Int32
  private var stream = z_stream()
  private var isCompressed = false
  /// Whether a compressed member has ended and nothing follows it.
  private var hasEnded = false
  private var input = [UInt8](repeating: 0, count: pieceBytes)
  private var unread = 0..<0
  private var output = [UInt8](repeating: 0, count: pieceBytes)
  private var ready = 0..<0

  /// Opens a file.
  ///
  /// - Throws: ``ImportError`` when it does not exist, may not be read or is no regular file.
  init(path: String) throws(ImportError) {
    self.path = path
    file = open(path, O_RDONLY | O_CLOEXEC)
    var status = stat()
    guard file >= 0, fstat(file, &status) == 0 else {
      throw ImportError(.missingExtract, "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ImportError(.missingExtract, "\(path) is not a regular file")
    }
    try fill()
    isCompressed = input[unread].starts(with: [0x1F, 0x8B])
    // 15 is the largest window; 16 more asks for gzip's header and check sum.
    if isCompressed, inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) != Z_OK {
      throw ImportError(.unreadableExtract, "\(path) cannot be unpacked: no memory")
    }
  }

  deinit {
    if isCompressed { inflateEnd(&stream) }
    close(file)
  }

  /// The next bytes, at most so many; empty at the end.
  ///
  /// - Throws: ``ImportError`` when the file cannot be read any further, or its compression is damaged.
  func read(_ most: Int) throws(ImportError) -> ArraySlice<UInt8> {
    if ready.isEmpty {
      if isCompressed {
        try inflateMore()
      } else {
        if unread.isEmpty { try fill() }
        swap(&input, &output)
        (ready, unread) = (unread, 0..<0)
      }
    }
    let piece = ready.prefix(most)
    ready = piece.upperBound..<ready.upperBound
    return output[piece]
  }

  /// Reads the next piece of the file.
  private func fill() throws(ImportError) {
    var count = -1
    repeat { count = Glibc.read(file, &input, input.count) } while count < 0 && errno == EINTR
    guard count >= 0 else {
      throw ImportError(.unreadableExtract, "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    unread = 0..<count
  }

  /// Unpacks until there is something, or the file ends. Several members one behind the other count as one, as gzip has it.
  private func inflateMore() throws(ImportError) {
    while ready.isEmpty {
      if unread.isEmpty { try fill() }
      if unread.isEmpty {
        guard hasEnded else { throw damaged("it ends too early") }
        return
      }
      if hasEnded {
        // Padding behind the last member, as tapes have it.
        guard input[unread.lowerBound] != 0 else { return unread = 0..<0 }
        inflateReset(&stream)
        hasEnded = false
      }
      try inflatePiece()
    }
  }

  private func inflatePiece() throws(ImportError) {
    let (result, left, room) = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress! + unread.lowerBound
        stream.avail_in = UInt32(unread.count)
        stream.next_out = output.baseAddress!
        stream.avail_out = UInt32(output.count)
        let result = inflate(&stream, Z_NO_FLUSH)
        return (result, Int(stream.avail_in), Int(stream.avail_out))
      }
    }
    guard result == Z_OK || result == Z_STREAM_END else { throw damaged("its check sums do not fit") }
    unread = unread.upperBound - left..<unread.upperBound
    ready = 0..<output.count - room
    hasEnded = result == Z_STREAM_END
  }

  private func damaged(_ reason: String) -> ImportError {
    ImportError(.unreadableExtract, "\(path) cannot be unpacked: \(reason)")
  }
}
