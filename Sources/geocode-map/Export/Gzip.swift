import CDeflate
import GeoConsole

/// Compresses blocks of memory in gzip format (RFC 1952). The same bytes always give the same output. Not thread-safe.
final class Gzip {
  private let compressor: OpaquePointer

  /// Creates a compressor with libdeflate's level 6.
  init() throws(ProgramFailure) {
    guard let compressor = libdeflate_alloc_compressor(6) else {
      throw ProgramFailure(.cannotCreate, "there is no memory for the compressor")
    }
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }

  /// Returns the compressed bytes.
  func packed(_ bytes: [UInt8]) -> [UInt8] {
    let bound = libdeflate_gzip_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = libdeflate_gzip_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
    }
  }
}
