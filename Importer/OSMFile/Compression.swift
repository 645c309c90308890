import CCompression
import GeoSupport

/// Decompresses Blob messages, reusing its memory.
///
/// Use one per worker.
///
/// The content of a blob has at most 32 MiB, the format's limit. Its stated size is checked before decompression, which
/// stops when that size is reached.
final class Inflater {
  /// The maximum size of a blob, compressed or not, by the format.
  static let maximumSize = 32 << 20

  private let deflate = made(libdeflate_alloc_decompressor())
  private let zstd = made(ZSTD_createDCtx())
  private var output = Column<UInt8>(capacity: 1 << 16)

  deinit {
    libdeflate_free_decompressor(deflate)
    ZSTD_freeDCtx(zstd)
  }

  /// The content of a blob, valid until the next call, but not longer than the blob's own bytes.
  func inflate(_ blob: ProtobufCursor) throws(BlockFault) -> ProtobufCursor {
    let parts = try BlobParts(blob)
    switch parts.compression {
    case .raw: return parts.data
    case .lzma: throw Inflater.unsupported("LZMA")
    case .bzip2: throw Inflater.unsupported("bzip2")
    case .zlib, .lz4, .zstd: return try decompress(parts)
    }
  }

  private static func unsupported(_ name: String) -> BlockFault {
    BlockFault(
      .unsupportedCompression,
      "blobs compressed with \(name) are not supported; convert the file, for example with "
        + "`osmium cat IN -o OUT -f pbf,pbf_compression=zlib`")
  }

  private func decompress(_ parts: BlobParts) throws(BlockFault) -> ProtobufCursor {
    let size = parts.rawSize
    output.removeAll()
    output.reserve(size + ProtobufCursor.padding)
    let input = parts.data.position
    let count = parts.data.remaining
    let written: Bool
    switch parts.compression {
    case .zlib:
      written = libdeflate_zlib_decompress(deflate, input, count, output.base, size, nil) == LIBDEFLATE_SUCCESS
    case .lz4: written = unLZ4(input, count, size)
    default: written = ZSTD_decompressDCtx(zstd, output.base, size, input, count) == size
    }
    guard written else {
      throw BlockFault(
        "the compressed data is damaged or is not the \(size) bytes that the blob states; download the file again")
    }
    return ProtobufCursor(output.base, count: size)
  }

  private func unLZ4(_ input: UnsafePointer<UInt8>, _ count: Int, _ size: Int) -> Bool {
    input.withMemoryRebound(to: CChar.self, capacity: count) { source in
      output.base.withMemoryRebound(to: CChar.self, capacity: max(size, 1)) { target in
        LZ4_decompress_safe(source, target, Int32(count), Int32(size)) == Int32(size)
      }
    }
  }
}

/// The fields of a Blob message.
private struct BlobParts {
  enum Compression { case raw, zlib, lzma, bzip2, lz4, zstd }

  var compression = Compression.raw
  var data = ProtobufCursor.empty
  /// The stated size after decompression, in bytes.
  var rawSize = 0

  init(_ blob: ProtobufCursor) throws(BlockFault) {
    var cursor = blob
    var found = false
    while let field = cursor.field() {
      if field.tag == ProtobufField.number(2) {
        rawSize = Int(clamping: Int64(bitPattern: cursor.varint()))
      } else if let compression = BlobParts.compression(field) {
        self.compression = compression
        data = cursor.message()
        found = true
      } else {
        cursor.skip(field)
      }
    }
    guard !cursor.isMalformed, found else {
      throw BlockFault("the blob is not a valid Blob message; download the file again")
    }
    try checkSize()
  }

  private static func compression(_ field: ProtobufField) -> Compression? {
    switch field.tag {
    case ProtobufField.bytes(1): .raw
    case ProtobufField.bytes(3): .zlib
    case ProtobufField.bytes(4): .lzma
    case ProtobufField.bytes(5): .bzip2
    case ProtobufField.bytes(6): .lz4
    case ProtobufField.bytes(7): .zstd
    default: nil
    }
  }

  private func checkSize() throws(BlockFault) {
    let size = compression == .raw ? data.remaining : rawSize
    guard size >= 0, size <= Inflater.maximumSize else {
      throw BlockFault(.tooLarge, "the blob states \(size) bytes of content; the format allows at most 32 MiB")
    }
  }
}

/// Compresses the bytes of a block into a Blob message.
final class Deflater {
  private let compression: OSMWriteOptions.Compression
  private let deflate: OpaquePointer?

  init(_ compression: OSMWriteOptions.Compression) {
    self.compression = compression
    if case .zlib(let level) = compression {
      deflate = made(libdeflate_alloc_compressor(min(max(level, 1), 12)))
    } else {
      deflate = nil
    }
  }

  deinit {
    if let deflate { libdeflate_free_compressor(deflate) }
  }

  /// The Blob message; nil if the compression fails or the content exceeds the format's 32 MiB.
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

  /// The field number of the Blob message for the compression, and the compressed bytes.
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

  /// Runs a compressor on a buffer with the maximum compressed size.
  ///
  /// The compressor returns the size, or 0 or an impossible size on failure.
  private func buffer(_ bound: Int, _ compress: (UnsafeMutableRawBufferPointer) -> Int) -> [UInt8]? {
    var size = 0
    let data = [UInt8](unsafeUninitializedCapacity: bound) { memory, count in
      size = compress(UnsafeMutableRawBufferPointer(memory))
      count = size > 0 && size <= bound ? size : 0
    }
    return data.isEmpty ? nil : data
  }
}
