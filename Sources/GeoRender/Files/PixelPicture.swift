import CCairo
import GeoMap

/// A picture as pixels, for programs that display it themselves.
public struct PixelPicture: Sendable {
  /// A color without opacity, each component 0 to 255.
  public typealias Pixel = (red: UInt8, green: UInt8, blue: UInt8)

  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  private let bytes: [UInt8]

  /// Decodes a PNG file on a white background.
  ///
  /// - Throws: ``RenderError/image(_:)`` when it is damaged or too large.
  public init(png: [UInt8]) throws(RenderError) {
    let surface = try ImageDecoder.png(png)
    defer { cairo_surface_destroy(surface) }
    width = Int(cairo_image_surface_get_width(surface))
    height = Int(cairo_image_surface_get_height(surface))
    let sheet: OpaquePointer = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    defer { cairo_surface_destroy(sheet) }
    let cairo: OpaquePointer = cairo_create(sheet)
    cairo_set_source_rgba(cairo, 1, 1, 1, 1)
    cairo_paint(cairo)
    cairo_set_source_surface(cairo, surface, 0, 0)
    cairo_paint(cairo)
    cairo_destroy(cairo)
    cairo_surface_flush(sheet)
    guard let data = cairo_image_surface_get_data(sheet) else { throw .failed("there are no pixels") }
    // A pixel of this format has four bytes, so there are no gaps between rows.
    bytes = Array(UnsafeBufferPointer(start: data, count: width * height * 4))
  }

  /// The pixel at a column and row, both counted from 0.
  public subscript(x: Int, y: Int) -> Pixel {
    let start = (y * width + x) * 4
    return (bytes[start + 2], bytes[start + 1], bytes[start])
  }
}
