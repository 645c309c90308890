import CCompression

/// Compresses bytes as the programs of the same names do.
enum Packing {
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    let compressor = libdeflate_alloc_compressor(6)
    defer { libdeflate_free_compressor(compressor) }
    return [UInt8](unsafeUninitializedCapacity: libdeflate_gzip_compress_bound(compressor, bytes.count)) {
      memory, count in
      count = libdeflate_gzip_compress(compressor, bytes, bytes.count, memory.baseAddress, memory.count)
    }
  }

  static func bzip2(_ bytes: [UInt8]) -> [UInt8] {
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: bytes.count * 2 + 600)
    var count = UInt32(output.count)
    BZ2_bzBuffToBuffCompress(&output, &count, &input, UInt32(input.count), 9, 0, 0)
    return output.prefix(Int(count)).map { UInt8(bitPattern: $0) }
  }

  /// A frame behind a skippable one that states its length.
  static func pzstd(_ bytes: [UInt8]) -> [UInt8] {
    var output = [UInt8](repeating: 0, count: ZSTD_compressBound(bytes.count))
    output.removeLast(output.count - ZSTD_compress(&output, output.count, bytes, bytes.count, 3))
    let length = UInt32(output.count).littleEndian
    return [0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0] + withUnsafeBytes(of: length) { Array($0) } + output
  }
}
