extension MapImage {
  /// The dimensions of an image, read from its header.
  package struct Pixels: Hashable, Sendable {
    package let width: Int, height: Int
    /// Bytes per decoded pixel: 4, or 16 for a PNG of 16 bits per color, which Cairo may decode into four floats.
    package let bytesPerPixel: Int

    /// The number of pixels.
    package var count: Int { width * height }
    /// The size of all decoded pixels in bytes.
    package var byteCount: Int { count * bytesPerPixel }

    /// Reads the header of a PNG or JPEG without decoding it; nil for other formats and truncated headers.
    package init?(of bytes: [UInt8]) {
      switch Format(of: bytes) {
      case .png: self.init(png: bytes)
      case .jpeg: self.init(jpeg: bytes)
      default: return nil
      }
    }

    private init?(width: Int, height: Int, bytesPerPixel: Int = 4) {
      guard width > 0, height > 0 else { return nil }
      (self.width, self.height, self.bytesPerPixel) = (width, height, bytesPerPixel)
    }

    /// The first chunk's data follows 8 bytes of signature and the chunk's 8-byte header.
    private init?(png bytes: [UInt8]) {
      guard bytes.count > 33 else { return nil }
      self.init(
        width: Pixels.number(bytes[16..<20]), height: Pixels.number(bytes[20..<24]),
        bytesPerPixel: bytes[24] > 8 ? 16 : 4)
    }

    /// Skips segments up to the one that contains the size.
    private init?(jpeg bytes: [UInt8]) {
      var offset = 2
      while offset + 9 < bytes.count, bytes[offset] == 0xFF {
        let marker = bytes[offset + 1]
        if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
          self.init(
            width: Pixels.number(bytes[offset + 7..<offset + 9]), height: Pixels.number(bytes[offset + 5..<offset + 7]))
          return
        }
        offset += 2 + Pixels.number(bytes[offset + 2..<offset + 4])
      }
      return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
  }

  /// The dimensions of the image; nil when its header cannot be read.
  package var pixels: Pixels? { Pixels(of: bytes) }
}
