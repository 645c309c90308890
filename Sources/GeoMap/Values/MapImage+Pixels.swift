extension MapImage {
  /// How many pixels an image has, as its first bytes say.
  package struct Pixels: Hashable, Sendable {
    package let width: Int, height: Int
    /// Bytes that a pixel takes once it is unpacked: 16 where a decoder may keep 16 bits of a color.
    package let bytesPerPixel: Int

    /// How many there are.
    package var count: Int { width * height }
    /// What all of them take.
    package var byteCount: Int { count * bytesPerPixel }

    /// Looks into a PNG or JPEG without unpacking it; nil for anything else, and for what is cut off before it says so.
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

    /// The first chunk of a PNG begins behind 8 bytes of signature and 8 of its own head.
    private init?(png bytes: [UInt8]) {
      guard bytes.count > 33 else { return nil }
      self.init(
        width: Pixels.number(bytes[16..<20]), height: Pixels.number(bytes[20..<24]),
        bytesPerPixel: bytes[24] > 8 ? 16 : 4)
    }

    /// Goes from segment to segment to the one that says how large a JPEG is.
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

  /// How many pixels it has; nil for what has none, or does not say so.
  package var pixels: Pixels? { Pixels(of: bytes) }
}
