import CDeflate

/// Writes PNG files: four to six times as fast as Cairo, with the rows filtered by what is above and compressed by libdeflate.
enum PNGFile {
  /// A file of pixels as Cairo has them: 32 bits each, blue first, multiplied by their opacity.
  ///
  /// - Parameters:
  ///   - stride: bytes from one row to the next.
  ///   - scale: pixels for each point, which the file says as its resolution.
  static func encode(
    _ pixels: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int, scale: Double
  ) throws(RenderError) -> [UInt8] {
    let isOpaque = (0..<height).allSatisfy { row in
      (0..<width).allSatisfy { pixels[row * stride + $0 * 4 + 3] == 255 }
    }
    let depth = isOpaque ? 3 : 4
    let rows = filtered(pixels, width: width, height: height, stride: stride, depth: depth)
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    append("IHDR", bigEndian(width) + bigEndian(height) + [8, isOpaque ? 2 : 6, 0, 0, 0], to: &file)
    // Pixels in a meter: a point is a seventy-second of an inch.
    let resolution = bigEndian(Int((scale * 72 / 0.0254).rounded()))
    append("pHYs", resolution + resolution + [1], to: &file)
    append("IDAT", try compressed(rows), to: &file)
    append("IEND", [], to: &file)
    return file
  }

  /// The rows with their colors in the order of the file, not multiplied, each as its difference from the row above: maps have large areas of
  /// one color, which become zeros.
  private static func filtered(
    _ pixels: UnsafeRawBufferPointer, width: Int, height: Int, stride: Int, depth: Int
  ) -> [UInt8] {
    let length = 1 + width * depth
    return [UInt8](unsafeUninitializedCapacity: length * height) { bytes, count in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: width * depth) { above in
        above.initialize(repeating: 0)
        for row in 0..<height {
          var to = row * length
          bytes[to] = 2
          to += 1
          var from = row * stride
          for column in Swift.stride(from: 0, to: width * depth, by: depth) {
            let alpha = UInt32(pixels[from + 3])
            for channel in 0..<depth {
              let value: UInt8
              if channel == 3 {
                value = UInt8(alpha)
              } else {
                let multiplied = UInt32(pixels[from + 2 - channel])
                value =
                  alpha == 255 || alpha == 0
                  ? UInt8(multiplied) : UInt8(min(255, (multiplied * 255 + alpha / 2) / alpha))
              }
              bytes[to] = value &- above[column + channel]
              above[column + channel] = value
              to += 1
            }
            from += 4
          }
        }
      }
      count = length * height
    }
  }

  private static func compressed(_ bytes: [UInt8]) throws(RenderError) -> [UInt8] {
    // Level 3 is twice as fast as 6 for pictures of maps, and its files are 4 % larger.
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
