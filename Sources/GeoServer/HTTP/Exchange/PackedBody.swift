import CDeflate
import NIOCore

/// A request's body that was compressed by gzip (RFC 1952): one member, or several whose texts follow each other.
///
/// The memory for the text is reserved before any work is done, and a text longer than the limit is never decompressed
/// beyond it. The length at a member's end may be wrong, and a body that was cut ends with any bytes. So the length is
/// used only as the first amount of memory to try.
struct PackedBody {
  /// An error in such a body.
  enum Fault: Error {
    /// It is not a sequence of whole gzip members.
    case damaged
  }

  private let bytes: ByteBufferView

  /// The length of the header and trailer of an empty member.
  private static let smallestLength = 18

  /// The largest factor by which Deflate shortens a text: two bits stand for at most 258 bytes.
  private static let largestFactor = 1032

  /// Creates it from the received bytes.
  init(_ body: ByteBuffer) throws(Fault) {
    bytes = body.readableBytesView
    guard bytes.count >= PackedBody.smallestLength else { throw .damaged }
  }

  /// The amounts of memory to try, in this order: first the length that the last member claims, which is right for a
  /// whole body of one member; then the length of the longest possible text.
  ///
  /// - Parameter limit: the longest text that is accepted.
  func rooms(limit: Int) -> [Int] {
    let claimed: Int = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    let longest = min(limit, PackedBody.largestFactor * bytes.count)
    return claimed < longest ? [claimed, longest] : [longest]
  }

  /// Decompresses the body.
  ///
  /// - Parameter room: the memory that it takes for the text.
  /// - Returns: nil if the text is longer.
  func unpacked(room: Int) throws(Fault) -> ByteBuffer? {
    guard let decompressor = libdeflate_alloc_decompressor() else { throw .damaged }
    defer { libdeflate_free_decompressor(decompressor) }
    var result = LIBDEFLATE_SUCCESS
    let text = [UInt8](unsafeUninitializedCapacity: max(1, room)) { buffer, count in
      bytes.withUnsafeBytes { packed in
        var read = 0
        while result == LIBDEFLATE_SUCCESS, read < packed.count {
          var (used, written) = (0, 0)
          result = libdeflate_gzip_decompress_ex(
            decompressor, packed.baseAddress! + read, packed.count - read, buffer.baseAddress! + count, room - count,
            &used, &written)
          (read, count) = (read + used, count + written)
        }
      }
    }
    if result == LIBDEFLATE_INSUFFICIENT_SPACE { return nil }
    guard result == LIBDEFLATE_SUCCESS else { throw .damaged }
    return ByteBuffer(bytes: text)
  }
}
