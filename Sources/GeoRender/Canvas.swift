import CCairo
import GeoMap

/// A surface to draw on in points, which is then written to a file.
final class Canvas {
  /// The current drawing context: that of the surface or of the innermost group.
  private(set) var cairo: OpaquePointer
  let format: PictureFormat
  let size: ScreenSize
  /// Pixels per point; 1 in vector files.
  let scale: Double

  /// The number of pixels; in a vector file, of square points.
  var pixels: Double { size.width * size.height * scale * scale }

  /// How far the outline of a curve or round end may deviate, in pixels: twice Cairo's default, which is not visible.
  static let tolerance = 0.2

  private let surface: OpaquePointer
  /// The contexts below the current group, including that of the surface.
  private var below: [OpaquePointer] = []
  /// Collects the output of a vector surface.
  private let sink: Unmanaged<ByteSink>

  /// Creates a transparent canvas.
  ///
  /// - Parameters:
  ///   - size: the size in points.
  ///   - scale: pixels per point, for bitmaps.
  /// - Throws: ``RenderError/pictureSize(width:height:)``, or Cairo's error.
  init(size: ScreenSize, scale: Double, format: PictureFormat) throws(RenderError) {
    let pixels = format == .png ? scale : 1
    let (width, height) = ((size.width * pixels).rounded(.up), (size.height * pixels).rounded(.up))
    let limit = Double(PictureLimits.pixelsPerSide)
    guard width >= 1, height >= 1, width <= limit, height <= limit else {
      throw .pictureSize(width: width, height: height)
    }
    self.format = format
    self.size = size
    self.scale = pixels
    sink = Unmanaged.passRetained(ByteSink())
    surface =
      switch format {
      case .png: cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height))
      case .svg: cairo_svg_surface_create_for_stream(ByteSink.write, sink.toOpaque(), size.width, size.height)
      case .pdf: cairo_pdf_surface_create_for_stream(ByteSink.write, sink.toOpaque(), size.width, size.height)
      }
    cairo = cairo_create(surface)
    cairo_scale(cairo, pixels, pixels)
    cairo_set_tolerance(cairo, Canvas.tolerance)
    try check()
  }

  deinit {
    for context in below + [cairo] { cairo_destroy(context) }
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
    sink.release()
  }

  /// - Throws: any Cairo error since the canvas was created.
  func check() throws(RenderError) {
    let status = cairo_status(cairo)
    guard status == CAIRO_STATUS_SUCCESS else { throw .failed(String(cString: cairo_status_to_string(status))) }
  }

  /// Begins a group that is drawn separately.
  func beginGroup() {
    guard format == .png else { return cairo_push_group(cairo) }
    below.append(cairo)
    cairo = context(on: emptySurface())
  }

  /// Composites the group onto what was there before.
  func endGroup(alpha: Double, _ mode: BlendMode) {
    guard format == .png else {
      cairo_pop_group_to_source(cairo)
      // Without pixels, plusDarker is approximated by multiply.
      cairo_set_operator(cairo, mode.cairoOperator ?? CAIRO_OPERATOR_MULTIPLY)
      return cairo_paint_with_alpha(cairo, alpha)
    }
    guard let parent = below.popLast() else { return }
    // Cairo would clear the whole canvas instead of the drawn area.
    let mode = mode == .clear ? .destinationOut : mode
    let group = cairo
    cairo = parent
    blend(mode, source: { cairo_set_source_surface($0, cairo_get_target(group), 0, 0) }) {
      cairo_paint_with_alpha($0, alpha)
    }
    cairo_destroy(group)
  }

  /// Draws with a blend mode.
  ///
  /// - Parameters:
  ///   - source: sets the source in a context whose unit is a pixel.
  ///   - cover: draws the shape, with the operator and source already set.
  func blend(_ mode: BlendMode, source: (OpaquePointer) -> Void, cover: (OpaquePointer) -> Void) {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    if format != .png || (mode.cairoOperator != nil && !mode.isUnbounded) {
      cairo_set_operator(cairo, mode.cairoOperator ?? CAIRO_OPERATOR_MULTIPLY)
      inPixels(cairo, source)
      return cover(cairo)
    }
    // Blends everything on a copy, then copies the result only where something is drawn.
    let mixed = emptySurface()
    let context = cairo_create(mixed)
    cairo_set_source_surface(context, cairo_get_target(cairo), 0, 0)
    cairo_paint(context)
    if let word = mode.cairoOperator {
      cairo_set_operator(context, word)
      source(context!)
      cairo_paint(context)
    } else {
      let above = emptySurface()
      let sheet = cairo_create(above)
      source(sheet!)
      cairo_paint(sheet)
      cairo_destroy(sheet)
      Blending.plusDarker(mixed, above)
      cairo_surface_destroy(above)
    }
    cairo_destroy(context)
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE)
    inPixels(cairo) { cairo_set_source_surface($0, mixed, 0, 0) }
    cover(cairo)
    cairo_surface_destroy(mixed)
  }

  /// Sets a source in pixels, whatever the current unit of the context.
  private func inPixels(_ context: OpaquePointer, _ source: (OpaquePointer) -> Void) {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(context, &matrix)
    cairo_identity_matrix(context)
    source(context)
    cairo_set_matrix(context, &matrix)
  }

  private func emptySurface() -> OpaquePointer {
    cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface))
  }

  /// Rotates everything drawn from now on, until the context is restored.
  func turn(by degrees: Double, about center: ScreenPoint) {
    cairo_translate(cairo, center.x, center.y)
    cairo_rotate(cairo, degrees * .pi / 180)
    cairo_translate(cairo, -center.x, -center.y)
  }

  /// Whether drawing is currently rotated.
  var isTurned: Bool {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    return matrix.xy != 0 || matrix.yx != 0
  }

  /// Creates a context in points that owns its surface and has the current transform.
  private func context(on surface: OpaquePointer) -> OpaquePointer {
    let context: OpaquePointer = cairo_create(surface)
    cairo_surface_destroy(surface)
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    cairo_set_matrix(context, &matrix)
    cairo_set_tolerance(context, Canvas.tolerance)
    return context
  }

  /// Returns the bytes of the file. Nothing can be drawn afterward.
  func finish() throws(RenderError) -> [UInt8] {
    try check()
    guard format == .png else {
      cairo_surface_finish(surface)
      let status = cairo_surface_status(surface)
      guard status == CAIRO_STATUS_SUCCESS else { throw .failed(String(cString: cairo_status_to_string(status))) }
      let bytes = sink.takeUnretainedValue().bytes
      return format == .svg ? SVGFile.numbered(bytes) : bytes
    }
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { throw .failed("there are no pixels") }
    let (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
    let stride = Int(cairo_image_surface_get_stride(surface))
    let pixels = UnsafeRawBufferPointer(start: data, count: height * stride)
    return try PNGFile.encode(pixels, width: width, height: height, stride: stride, scale: scale)
  }
}

/// Collects the bytes that Cairo writes.
private final class ByteSink {
  var bytes: [UInt8] = []

  static let write: @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, UInt32) -> cairo_status_t = {
    closure, data, count in
    guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
    Unmanaged<ByteSink>.fromOpaque(closure).takeUnretainedValue().bytes
      .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
    return CAIRO_STATUS_SUCCESS
  }
}
