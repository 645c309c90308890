import CDeflate
import NIOCore

/// A request's body that was compressed by gzip (RFC 1952).
///
/// Its last four bytes give the decompressed length. So the memory is reserved before any work is done, and a short
/// body that claims gigabytes is never decompressed.
struct PackedBody {
  /// An error in such a body.
  enum Fault: Error {
    /// It is not exactly one whole gzip member.
    case damaged
  }

  private let bytes: ByteBufferView

  /// The length of the header and trailer of an empty member.
  private static let smallestLength = 18

  /// Creates it from the received bytes.
  init(_ body: ByteBuffer) throws(Fault) {
    bytes = body.readableBytesView
    guard bytes.count >= PackedBody.smallestLength else { throw .damaged }
  }

  /// The decompressed length that it claims.
  var unpackedLength: Int { bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) } }

  /// Decompresses the body. It takes ``unpackedLength`` bytes of memory, which the caller has limited.
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
