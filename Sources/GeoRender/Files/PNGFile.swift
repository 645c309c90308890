import CDeflate

/// Writes PNG files, four to six times as fast as Cairo, with rows filtered by the row above and compressed by
/// libdeflate.
enum PNGFile {
  /// Encodes pixels in Cairo's format: 32 bits each, blue first, premultiplied.
  ///
  /// - Parameters:
  ///   - stride: the bytes from one row to the next.
  ///   - scale: pixels per point, recorded in the file as its resolution.
  static func encode(
    _ pixels: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int, scale: Double
  ) throws(RenderError) -> [UInt8] {
    let isOpaque = isOpaque(pixels, width: width, height: height, stride: stride)
    let depth = isOpaque ? 3 : 4
    let rows = filtered(pixels, width: width, height: height, stride: stride, depth: depth)
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    append("IHDR", bigEndian(width) + bigEndian(height) + [8, isOpaque ? 2 : 6, 0, 0, 0], to: &file)
    // Pixels per meter; a point is 1/72 of an inch.
    let resolution = bigEndian(Int((scale * 72 / 0.0254).rounded()))
    append("pHYs", resolution + resolution + [1], to: &file)
    append("IDAT", try compressed(rows), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  private static func isOpaque(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int) -> Bool {
    for row in 0..<height {
      var all = UInt32.max
      for column in 0..<width {
        all &= pixels.loadUnaligned(fromByteOffset: row * stride + column * 4, as: UInt32.self)
      }
      if all >> 24 != 255 { return false }
    }
    return true
  }

  /// The rows with colors in the file's order, not premultiplied, each as the difference from the row above. Maps have
  /// large areas of one color, which become zeros.
  private static func filtered(
    _ pixels: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int, depth: Int
  ) -> [UInt8] {
    let length = 1 + width * depth
    return [UInt8](unsafeUninitializedCapacity: length * height) { bytes, count in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * width * depth) { rows in
        rows.initialize(repeating: 0)
        guard let to = bytes.baseAddress, let from = pixels.bindMemory(to: UInt8.self).baseAddress,
          var above = rows.baseAddress
        else { return }
        var here = above + width * depth
        for row in 0..<height {
          let line = from + row * stride
          if depth == 3 { copyOpaque(line, here, width) } else { copy(line, here, width) }
          let target = to + row * length
          target[0] = 2
          for index in 0..<width * depth { target[1 + index] = here[index] &- above[index] }
          (above, here) = (here, above)
        }
      }
      count = length * height
    }
  }

  private static func copyOpaque(_ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>, _ width: Int) {
    for column in 0..<width {
      to[column * 3] = from[column * 4 + 2]
      to[column * 3 + 1] = from[column * 4 + 1]
      to[column * 3 + 2] = from[column * 4]
    }
  }

  /// Undoes the premultiplication.
  private static func copy(_ from: UnsafePointer<UInt8>, _ to: UnsafeMutablePointer<UInt8>, _ width: Int) {
    for column in 0..<width {
      let alpha = UInt32(from[column * 4 + 3])
      for channel in 0..<3 {
        let value = UInt32(from[column * 4 + 2 - channel])
        to[column * 4 + channel] =
          alpha == 255 || alpha == 0 ? UInt8(value) : UInt8(min(255, (value * 255 + alpha / 2) / alpha))
      }
      to[column * 4 + 3] = UInt8(alpha)
    }
  }

  private static func compressed(_ bytes: [UInt8]) throws(RenderError) -> [UInt8] {
    // Level 3 is twice as fast as 6 for pictures of maps, and files are 4 % larger.
    guard let compressor = libdeflate_alloc_compressor(3) else { throw .failed("no memory for the compressor") }
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
    let result = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = libdeflate_zlib_compress(compressor, bytes, bytes.count, buffer.baseAddress, bound)
    }
    guard !result.isEmpty else { throw .failed("the pixels could not be compressed") }
    return result
  }

  private static func append(_ name: String, _ content: [UInt8], to file: inout [UInt8]) {
    let chunk = Array(name.utf8) + content
    file += bigEndian(content.count) + chunk + bigEndian(Int(libdeflate_crc32(0, chunk, chunk.count)))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
