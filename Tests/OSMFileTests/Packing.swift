import CCompression

/// Packs bytes as the programs of the same names do.
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
}
