import CCairo
import GeoMap

/// Decodes the images of a picture one by one as they are drawn. Of a large image it keeps only a version in the
/// displayed size.
final class ImageDecoder {
  /// Identifies an image by the address of its bytes, which stays unique while the image is kept. A large image is also
  /// identified by its displayed size.
  private struct Key: Hashable {
    let address: UnsafeRawPointer?
    let count: Int
    let width: Int, height: Int
  }

  private var kept: [Key: (image: MapImage, surface: OpaquePointer)] = [:]
  private var keptBytes = 0
  /// Whether the format is a vector format, whose files hold all images until they are written.
  private let isVector: Bool

  /// The decoded size up to which images are kept in full.
  private static let smallBytes = 1 << 20

  init(_ format: PictureFormat) { isVector = format != .png }

  deinit { forget() }

  private func forget() {
    for image in kept.values { cairo_surface_destroy(image.surface) }
    (kept, keptBytes) = ([:], 0)
  }

  /// Returns the pixels of an image, valid until the next call.
  ///
  /// - Parameters:
  ///   - width: the displayed width in pixels.
  ///   - height: the displayed height in pixels.
  /// - Throws: ``RenderError/image(_:)`` when the image is damaged, too large, or of a format without pixels.
  func surface(of image: MapImage, width: Double, height: Double) throws(RenderError) -> OpaquePointer {
    func side(_ length: Double) -> Int { Int(min(Double(Int16.max), max(1, length.rounded(.up)))) }
    // A vector file may be enlarged, so its images get twice the resolution.
    let (width, height) = (side(isVector ? 2 * width : width), side(isVector ? 2 * height : height))
    let isSmall = (image.pixels?.byteCount ?? 0) <= ImageDecoder.smallBytes
    let key = Key(
      address: image.bytes.withUnsafeBytes { $0.baseAddress }, count: image.bytes.count, width: isSmall ? 0 : width,
      height: isSmall ? 0 : height)
    if let known = kept[key] { return known.surface }
    let surface = isSmall ? try ImageDecoder.whole(image) : try ImageDecoder.reduced(image, width, height)
    try makeRoom(for: surface)
    kept[key] = (image, surface)
    return surface
  }

  /// Discards earlier images when there is no room for another one; in a vector file that is an error.
  private func makeRoom(for surface: OpaquePointer) throws(RenderError) {
    let bytes = Int(cairo_image_surface_get_stride(surface)) * Int(cairo_image_surface_get_height(surface))
    if keptBytes + bytes > PictureLimits.imageBytes {
      guard !isVector else {
        cairo_surface_destroy(surface)
        throw .image("the images of an SVG or PDF may take \(PictureLimits.imageBytes >> 20) MB; make them smaller")
      }
      forget()
    }
    keptBytes += bytes
  }

  private static func whole(_ image: MapImage) throws(RenderError) -> OpaquePointer {
    switch image.format {
    case .png: try png(image.bytes)
    case .jpeg: try jpeg(image.bytes, width: .max, height: .max)
    case .svg: throw .image("SVG is drawn by pages only; give a PNG or JPEG")
    case .symbol: throw .image("a symbol has no pixels")
    }
  }

  /// Decodes an image to at most the displayed number of pixels.
  private static func reduced(_ image: MapImage, _ width: Int, _ height: Int) throws(RenderError) -> OpaquePointer {
    let whole = image.format == .jpeg ? try jpeg(image.bytes, width: width, height: height) : try whole(image)
    let (fullWidth, fullHeight) = (cairo_image_surface_get_width(whole), cairo_image_surface_get_height(whole))
    let (newWidth, newHeight) = (min(fullWidth, Int32(width)), min(fullHeight, Int32(height)))
    guard newWidth < fullWidth || newHeight < fullHeight else { return whole }
    defer { cairo_surface_destroy(whole) }
    let small: OpaquePointer = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, newWidth, newHeight)
    let cairo: OpaquePointer = cairo_create(small)
    cairo_scale(cairo, Double(newWidth) / Double(fullWidth), Double(newHeight) / Double(fullHeight))
    cairo_set_source_surface(cairo, whole, 0, 0)
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
    cairo_paint(cairo)
    cairo_destroy(cairo)
    return small
  }

  /// Decodes a JPEG, halving its size as long as enough pixels remain.
  private static func jpeg(_ bytes: [UInt8], width: Int, height: Int) throws(RenderError) -> OpaquePointer {
    var reason = [CChar](repeating: 0, count: 256)
    // At most as many pixels as the header declared when memory was estimated.
    let limit = min(PictureLimits.pixelsPerImage, MapImage.Pixels(of: bytes)?.count ?? 0)
    let surface = cairo_jpeg_decode(
      bytes, bytes.count, Int64(limit), Int32(clamping: width), Int32(clamping: height), &reason, reason.count)
    guard let surface else {
      let words = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      throw .image("the JPEG is damaged or too large: \(words)")
    }
    return surface
  }

  static func png(_ bytes: [UInt8]) throws(RenderError) -> OpaquePointer {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), let pixels = MapImage.Pixels(of: bytes)
    else { throw .image("the bytes are not PNG") }
    guard max(pixels.width, pixels.height) <= Int16.max, pixels.count <= PictureLimits.pixelsPerImage
    else { throw .image("the PNG has \(pixels.width) x \(pixels.height) pixels") }
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

  /// Passes the next bytes of a file to Cairo.
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
