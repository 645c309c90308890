import CCairo
import GeoMap

/// A sheet that is drawn on in points, and what it becomes.
final class Canvas {
  /// What is drawn on now: the sheet, or the last group.
  private(set) var cairo: OpaquePointer
  let format: PictureFormat
  let size: ScreenSize
  /// Pixels for each point; 1 in vector files.
  let scale: Double

  /// How many pixels it has; of a vector file, points.
  var pixels: Double { size.width * size.height * scale * scale }

  /// How far from its place the edge of a curve, or of a round end, may be, in pixels: twice what Cairo allows, which nobody sees.
  static let tolerance = 0.2

  private let surface: OpaquePointer
  /// The sheet and the groups below the last one.
  private var below: [OpaquePointer] = []
  /// What a vector surface has written so far.
  private let sink: Unmanaged<ByteSink>

  /// A transparent sheet.
  ///
  /// - Parameters:
  ///   - size: points.
  ///   - scale: pixels for each point, for bitmaps.
  /// - Throws: ``RenderError/pictureSize(width:height:)``, or what Cairo says.
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

  /// - Throws: what went wrong in Cairo since the sheet was made.
  func check() throws(RenderError) {
    let status = cairo_status(cairo)
    guard status == CAIRO_STATUS_SUCCESS else { throw .failed(String(cString: cairo_status_to_string(status))) }
  }

  /// Begins something that is drawn by itself.
  func beginGroup() {
    guard format == .png else { return cairo_push_group(cairo) }
    below.append(cairo)
    cairo = context(on: emptySurface())
  }

  /// Puts what was drawn since on top of what was there.
  func endGroup(alpha: Double, _ mode: BlendMode) {
    guard format == .png else {
      cairo_pop_group_to_source(cairo)
      // There are no pixels to be mixed by hand.
      cairo_set_operator(cairo, mode.cairoOperator ?? CAIRO_OPERATOR_MULTIPLY)
      return cairo_paint_with_alpha(cairo, alpha)
    }
    guard let parent = below.popLast() else { return }
    // Cairo would clear all of the sheet, and not where something was drawn.
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
  ///   - source: sets what is drawn in a context whose unit is a pixel.
  ///   - cover: draws it where it belongs, with the operator and source that are set.
  func blend(_ mode: BlendMode, source: (OpaquePointer) -> Void, cover: (OpaquePointer) -> Void) {
    cairo_save(cairo)
    defer { cairo_restore(cairo) }
    if format != .png || (mode.cairoOperator != nil && !mode.isUnbounded) {
      cairo_set_operator(cairo, mode.cairoOperator ?? CAIRO_OPERATOR_MULTIPLY)
      inPixels(cairo, source)
      return cover(cairo)
    }
    // Everything is mixed on a copy, and the copy is put where something is drawn.
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

  /// Sets a source whose unit is a pixel, whatever the unit of what covers.
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

  /// Turns what is drawn from now on, until the context is restored.
  func turn(by degrees: Double, about center: ScreenPoint) {
    cairo_translate(cairo, center.x, center.y)
    cairo_rotate(cairo, degrees * .pi / 180)
    cairo_translate(cairo, -center.x, -center.y)
  }

  /// Whether what is drawn now is turned.
  var isTurned: Bool {
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    return matrix.xy != 0 || matrix.yx != 0
  }

  /// A context of points, turned as what is drawn now, that owns its surface.
  private func context(on surface: OpaquePointer) -> OpaquePointer {
    let context: OpaquePointer = cairo_create(surface)
    cairo_surface_destroy(surface)
    var matrix = cairo_matrix_t()
    cairo_get_matrix(cairo, &matrix)
    cairo_set_matrix(context, &matrix)
    cairo_set_tolerance(context, Canvas.tolerance)
    return context
  }

  /// The bytes of the file. Nothing can be drawn afterwards.
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

/// Collects what Cairo writes.
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
