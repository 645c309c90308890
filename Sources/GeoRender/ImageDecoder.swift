import CCairo
import GeoMap

/// Images of a picture, decoded once each.
final class ImageDecoder {
  private var surfaces: [MapImage: OpaquePointer] = [:]

  deinit { for surface in surfaces.values { cairo_surface_destroy(surface) } }

  /// The pixels of an image.
  ///
  /// - Throws: ``RenderError/image(_:)`` when it is damaged, too large, or of a kind that has no pixels.
  func surface(of image: MapImage) throws(RenderError) -> OpaquePointer {
    if let known = surfaces[image] { return known }
    let surface: OpaquePointer
    switch image.format {
    case .png: surface = try ImageDecoder.png(image.bytes)
    case .jpeg: surface = try ImageDecoder.jpeg(image.bytes)
    case .svg: throw .image("SVG is drawn by pages only; give a PNG or JPEG")
    case .symbol: throw .image("a symbol has no pixels")
    }
    surfaces[image] = surface
    return surface
  }

  private static func jpeg(_ bytes: [UInt8]) throws(RenderError) -> OpaquePointer {
    var reason = [CChar](repeating: 0, count: 256)
    let surface = cairo_jpeg_decode(bytes, bytes.count, Int64(PictureLimits.pixelsPerImage), &reason, reason.count)
    guard let surface else {
      let words = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw .image("the JPEG is damaged or too large: \(words)")
    }
    return surface
  }

  static func png(_ bytes: [UInt8]) throws(RenderError) -> OpaquePointer {
    // Signature, length and name of the first chunk, then width and height.
    guard bytes.count > 33, bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      throw .image("the bytes are not PNG")
    }
    func number(at offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
    let (width, height) = (number(at: 16), number(at: 20))
    guard width > 0, height > 0, width <= 32_767, height <= 32_767, width * height <= PictureLimits.pixelsPerImage
    else { throw .image("the PNG has \(width) x \(height) pixels") }
    let surface = bytes.withUnsafeBytes { bytes -> OpaquePointer? in
      withUnsafeTemporaryAllocation(of: UnsafeRawBufferPointer.self, capacity: 1) { rest in
        rest.initialize(repeating: bytes)
        return cairo_image_surface_create_from_png_stream(read, rest.baseAddress)
      }
    }
    guard let surface else { throw .image("no memory for a PNG") }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      cairo_surface_destroy(surface)
      throw .image("the PNG is damaged: \(String(cString: cairo_status_to_string(status)))")
    }
    return surface
  }

  /// Gives Cairo the next bytes of a file.
  private static let read:
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutablePointer<UInt8>?, UInt32) ->
      cairo_status_t = { closure, data, count in
        guard let rest = closure?.assumingMemoryBound(to: UnsafeRawBufferPointer.self), let data,
          rest.pointee.count >= Int(count)
        else { return CAIRO_STATUS_READ_ERROR }
        UnsafeMutableRawBufferPointer(start: data, count: Int(count))
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest.pointee.prefix(Int(count))))
        rest.pointee = UnsafeRawBufferPointer(rebasing: rest.pointee.dropFirst(Int(count)))
        return CAIRO_STATUS_SUCCESS
      }
}
