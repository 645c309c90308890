import CDeflate

/// PNG files of a few bytes with many pixels.
enum ThinPNG {
  /// A file of one color.
  ///
  /// - Parameters:
  ///   - depth: bits of a pixel, 1 or 8 with a palette, 16 for gray.
  ///   - comment: makes the file different from others.
  static func file(_ width: Int, _ height: Int, depth: Int = 1, comment: String = "") -> [UInt8] {
    let row = 1 + (width * depth + 7) / 8
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    append("IHDR", number(width) + number(height) + [UInt8(depth), depth == 16 ? 0 : 3, 0, 0, 0], to: &file)
    append("tEXt", Array("Comment".utf8) + [0] + Array(comment.utf8), to: &file)
    if depth != 16 { append("PLTE", [255, 0, 0, 0, 255, 0], to: &file) }
    append("IDAT", compressed([UInt8](repeating: 0, count: row * height)), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    let compressor = libdeflate_alloc_compressor(9)
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = libdeflate_zlib_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
    }
  }

  private static func append(_ name: String, _ content: [UInt8], to file: inout [UInt8]) {
    let chunk = Array(name.utf8) + content
    file += number(content.count) + chunk + number(Int(libdeflate_crc32(0, chunk, chunk.count)))
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
