import CCompression
import GeoSupport

/// Decompresses members of one format, one after the other.
package protocol Unpacker: AnyObject {
  /// The format's name.
  var format: String { get }
  /// Begins a member.
  func begin()
  /// Decompresses a piece of the member and returns the numbers of bytes used and written.
  ///
  /// With empty input, only Zstandard returns output that it still holds.
  func unpack(
    _ input: UnsafeMutableRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (used: Int, written: Int, MemberState)
}

/// The state of a member.
package enum MemberState: Sendable { case unfinished, finished, damaged }

final class GzipMember: Unpacker {
  let format = "gzip"
  private var stream = z_stream()

  deinit { inflateEnd(&stream) }

  func begin() {
    inflateEnd(&stream)
    stream = z_stream()
    // 15 is the largest window; adding 16 selects gzip's header and checksum.
    let status = inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    if status == Z_MEM_ERROR { endWithoutMemory() }
  }

  func unpack(
    _ input: UnsafeMutableRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (used: Int, written: Int, MemberState) {
    guard !input.isEmpty else { return (0, 0, .unfinished) }
    stream.next_in = input.baseAddress!.assumingMemoryBound(to: UInt8.self)
    stream.avail_in = UInt32(input.count)
    stream.next_out = output.baseAddress!.assumingMemoryBound(to: UInt8.self)
    stream.avail_out = UInt32(output.count)
    let status = inflate(&stream, Z_NO_FLUSH)
    if status == Z_MEM_ERROR { endWithoutMemory() }
    let state: MemberState = status == Z_STREAM_END ? .finished : status == Z_OK ? .unfinished : .damaged
    return (input.count - Int(stream.avail_in), output.count - Int(stream.avail_out), state)
  }
}

final class Bzip2Member: Unpacker {
  let format = "bzip2"
  private var stream = bz_stream()

  deinit { BZ2_bzDecompressEnd(&stream) }

  func begin() {
    BZ2_bzDecompressEnd(&stream)
    stream = bz_stream()
    if BZ2_bzDecompressInit(&stream, 0, 0) == BZ_MEM_ERROR { endWithoutMemory() }
  }

  func unpack(
    _ input: UnsafeMutableRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (used: Int, written: Int, MemberState) {
    guard !input.isEmpty else { return (0, 0, .unfinished) }
    stream.next_in = input.baseAddress!.assumingMemoryBound(to: CChar.self)
    stream.avail_in = UInt32(input.count)
    stream.next_out = output.baseAddress!.assumingMemoryBound(to: CChar.self)
    stream.avail_out = UInt32(output.count)
    let status = BZ2_bzDecompress(&stream)
    if status == BZ_MEM_ERROR { endWithoutMemory() }
    let state: MemberState = status == BZ_STREAM_END ? .finished : status == BZ_OK ? .unfinished : .damaged
    return (input.count - Int(stream.avail_in), output.count - Int(stream.avail_out), state)
  }
}

final class ZstdFrame: Unpacker {
  let format = "Zstandard"
  private let stream = made(ZSTD_createDStream())

  deinit { ZSTD_freeDStream(stream) }

  func begin() { ZSTD_initDStream(stream) }

  func unpack(
    _ input: UnsafeMutableRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) -> (used: Int, written: Int, MemberState) {
    var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
    var target = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
    let rest = ZSTD_decompressStream(stream, &target, &source)
    if ZSTD_getErrorCode(rest) == ZSTD_error_memory_allocation { endWithoutMemory() }
    let state: MemberState = ZSTD_isError(rest) != 0 ? .damaged : rest == 0 ? .finished : .unfinished
    return (source.pos, target.pos, state)
  }
}
