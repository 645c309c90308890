import CDeflate
import NIOCore

/// A request's body that was sent packed by gzip (RFC 1952).
///
/// Its last four bytes say how long it is when it is unpacked, so that the room for it is known before any work is done, and a short body that
/// would unpack to gigabytes never does.
struct PackedBody {
  /// What is wrong with one.
  enum Fault: Error {
    /// It is not one whole member of gzip.
    case damaged
  }

  private let bytes: ByteBufferView

  /// Header and trailer of a member of nothing.
  private static let smallestLength = 18

  /// The body as it came.
  init(_ body: ByteBuffer) throws(Fault) {
    bytes = body.readableBytesView
    guard bytes.count >= PackedBody.smallestLength else { throw .damaged }
  }

  /// How long it says that it is.
  var unpackedLength: Int { bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) } }

  /// What was packed. It takes ``unpackedLength`` bytes of memory, which the caller has bounded.
  func unpacked() throws(Fault) -> ByteBuffer {
    guard let decompressor = libdeflate_alloc_decompressor() else { throw .damaged }
    defer { libdeflate_free_decompressor(decompressor) }
    let length = unpackedLength
    var (used, result) = (0, LIBDEFLATE_BAD_DATA)
    let text = [UInt8](unsafeUninitializedCapacity: max(1, length)) { buffer, count in
      result = bytes.withUnsafeBytes {
        libdeflate_gzip_decompress_ex(decompressor, $0.baseAddress, $0.count, buffer.baseAddress, length, &used, &count)
      }
      if result != LIBDEFLATE_SUCCESS { count = 0 }
    }
    guard result == LIBDEFLATE_SUCCESS, used == bytes.count else { throw .damaged }
    return ByteBuffer(bytes: text)
  }
}
