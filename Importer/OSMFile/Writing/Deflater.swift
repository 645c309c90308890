import CCompression

/// Wraps the bytes of a block into a Blob message.
final class Deflater {
  private let compression: OSMWriteOptions.Compression
  private let deflate: OpaquePointer?

  init(_ compression: OSMWriteOptions.Compression) {
    self.compression = compression
    if case .zlib(let level) = compression {
      deflate = libdeflate_alloc_compressor(min(max(level, 1), 12))
    } else {
      deflate = nil
    }
  }

  deinit {
    if let deflate { libdeflate_free_compressor(deflate) }
  }

  /// The Blob message; nil when the compression fails or the content exceeds the format's 32 MiB.
  func blob(_ content: [UInt8]) -> [UInt8]? {
    guard content.count <= Inflater.maximumSize else { return nil }
    var encoder = ProtobufEncoder()
    if compression == .raw {
      encoder.field(1, content)
      return encoder.bytes
    }
    guard let (field, data) = compressed(content) else { return nil }
    encoder.number(2, Int64(content.count))
    encoder.field(field, data)
    return encoder.bytes
  }

  /// The number of the Blob field for the compression, and the compressed bytes.
  private func compressed(_ content: [UInt8]) -> (field: UInt32, data: [UInt8])? {
    switch compression {
    case .raw: return (1, content)
    case .zlib:
      let data = buffer(libdeflate_zlib_compress_bound(deflate, content.count)) {
        libdeflate_zlib_compress(deflate, content, content.count, $0.baseAddress, $0.count)
      }
      return data.map { (3, $0) }
    case .lz4:
      let data = buffer(Int(LZ4_compressBound(Int32(content.count)))) { output in
        content.withUnsafeBytes { input in
          Int(
            LZ4_compress_default(
              input.bindMemory(to: CChar.self).baseAddress, output.bindMemory(to: CChar.self).baseAddress,
              Int32(content.count), Int32(output.count)))
        }
      }
      return data.map { (6, $0) }
    case .zstd(let level):
      let data = buffer(ZSTD_compressBound(content.count)) {
        ZSTD_compress($0.baseAddress, $0.count, content, content.count, level)
      }
      return data.map { (7, $0) }
    }
  }

  /// Runs a compressor on memory of its bound; it returns the size, or 0 or an impossible size when it fails.
  private func buffer(_ bound: Int, _ compress: (UnsafeMutableRawBufferPointer) -> Int) -> [UInt8]? {
    var size = 0
    let data = [UInt8](unsafeUninitializedCapacity: bound) { memory, count in
      size = compress(UnsafeMutableRawBufferPointer(memory))
      count = size > 0 && size <= bound ? size : 0
    }
    return data.isEmpty ? nil : data
  }
}
