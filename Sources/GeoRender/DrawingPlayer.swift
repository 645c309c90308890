import CCairo
import GeoMap

/// Plays drawings on a canvas.
struct DrawingPlayer {
  let canvas: Canvas
  let style: UserInterfaceStyle
  var texts: TextPainter
  let images: ImageDecoder
  /// The images left out because they cannot be drawn; nil if such an image is an error.
  private(set) var leftOut: LeftOutImages?

  /// The position of the current drawing, in points.
  private var origin = ScreenPoint.zero
  private(set) var pointsPerUnit = 1.0
  private var state = State()
  /// Whether the drawing is the ground of a map, on a bitmap.
  private var isCrowded = false
  /// The number of dashes and gaps that may still be drawn.
  var dashesLeft = PictureLimits.dashes
  /// The remaining work of the picture.
  var work: DrawingWork

  /// The state kept by `save` in addition to Cairo's own.
  private struct State {
    var alpha = 1.0
    var mode = BlendMode.normal
  }

  /// Creates a player.
  ///
  /// - Parameters:
  ///   - leavesOutImages: whether images that cannot be drawn are left out.
  ///   - work: the limits of the picture; by default none.
  init(
    _ canvas: Canvas, _ style: UserInterfaceStyle, fontFamily: String, leavesOutImages: Bool = false,
    _ work: DrawingWork = DrawingWork(until: nil)
  ) {
    leftOut = leavesOutImages ? LeftOutImages() : nil
    self.work = work
    self.canvas = canvas
    images = ImageDecoder(canvas.format)
    self.style = style
    texts = TextPainter(family: fontFamily)
  }

  /// Plays a layer on top of what is there.
  ///
  /// - Throws: ``RenderError/image(_:)``; with a deadline also ``RenderError/tooLate``, ``RenderError/tooIntricate`` or
  ///   ``RenderError/tooMuch``.
  mutating func play(_ layer: MapPicture.Layer) throws(RenderError) {
    guard !layer.drawing.isEmpty, layer.alpha > 0 else { return }
    (origin, pointsPerUnit, state) = (layer.origin, layer.pointsPerUnit, State())
    let isGroup = layer.alpha < 1 || layer.blendMode != .normal
    if isGroup { beginGroup() }
    cairo_save(canvas.cairo)
    if layer.rotation != 0, layer.rotation.isFinite { canvas.turn(by: layer.rotation, about: layer.rotationCenter) }
    isCrowded = layer.isCrowded && canvas.format == .png
    if isCrowded { cairo_set_antialias(canvas.cairo, CAIRO_ANTIALIAS_FAST) }
    try play(layer.drawing.steps)
    cairo_restore(canvas.cairo)
    if isGroup { canvas.endGroup(alpha: layer.alpha, layer.blendMode) }
    if let failure = work.failure { throw failure }
  }

  /// Plays steps. Ends whatever is still open at the end, and ignores ends without a beginning.
  private mutating func play(_ steps: [Drawing.Step]) throws(RenderError) {
    // The states to restore; nil for the beginning of a group.
    var open: [State?] = []
    for step in steps {
      guard work.isLeft() else { return }
      switch step {
      case .save:
        open.append(state)
        cairo_save(canvas.cairo)
      case .restore:
        guard let old = open.last, let old else { continue }
        open.removeLast()
        state = old
        cairo_restore(canvas.cairo)
      case .beginGroup:
        open.append(nil)
        groups.append(state)
        state = State()
        beginGroup()
      case .endGroup(let alpha, let mode):
        guard let last = open.lastIndex(where: { $0 == nil }) else { continue }
        close(&open, downTo: last, alpha, mode)
      default: try draw(step)
      }
    }
    while let last = open.lastIndex(where: { $0 == nil }) { close(&open, downTo: last, 1, .normal) }
    for _ in open { cairo_restore(canvas.cairo) }
  }

  /// Begins a group that is drawn separately, on a surface of its own.
  private mutating func beginGroup() {
    work.spend(pixels: canvas.pixels * 2)
    canvas.beginGroup()
  }

  /// The states outside the open groups.
  private var groups: [State] = []

  /// Ends a group, including saved states within it.
  private mutating func close(_ open: inout [State?], downTo index: Int, _ alpha: Double, _ mode: BlendMode) {
    for _ in open[(index + 1)...] { cairo_restore(canvas.cairo) }
    open.removeSubrange(index...)
    state = groups.popLast() ?? State()
    canvas.endGroup(alpha: DrawingPlayer.unit(alpha) * state.alpha, mode == .normal ? state.mode : mode)
  }

  private mutating func draw(_ step: Drawing.Step) throws(RenderError) {
    // Blend modes may need a copy of the surface.
    if state.mode != .normal { work.spend(pixels: canvas.pixels * 4) }
    switch step {
    case .clip(let path, let rule):
      guard isAffordable(path) else { return }
      trace(path, isArea: true)
      cairo_set_fill_rule(canvas.cairo, rule.cairo)
      clip()
    case .fill(let path, let color, let rule):
      let path = path.thinned(to: finestUnits)
      guard isAffordable(path) else { return }
      paint(color) { cairo in
        trace(path, isArea: true)
        cairo_set_fill_rule(cairo, rule.cairo)
        cairo_fill(cairo)
      }
    case .stroke(let path, let color, let stroke): self.stroke(path, color, stroke)
    case .gradientStroke(let path, let gradient, let stroke): self.stroke(path, gradient, stroke)
    case .linearGradient(let gradient, let from, let to):
      let (a, b) = (place(from), place(to))
      guard a.isDrawable, b.isDrawable else { return }
      fill(cairo_pattern_create_linear(a.x, a.y, b.x, b.y), gradient)
    case .radialGradient(let gradient, let center, let radius):
      let (middle, length) = (place(center), radius * pointsPerUnit)
      guard middle.isDrawable, length > 0, length.isFinite else { return }
      fill(cairo_pattern_create_radial(middle.x, middle.y, 0, middle.x, middle.y, length), gradient)
    case .text(let text, let point, let textStyle):
      let height = textStyle.size * canvas.scale
      guard work.spend(text, height: height, hasHalo: textStyle.halo != nil) else { return }
      let point = place(point)
      group { player in player.texts.draw(text, at: point, textStyle, player.style, player.canvas.cairo) }
    case .image(let image, let rect): try draw(image, rect)
    case .alpha(let alpha): state.alpha = DrawingPlayer.unit(alpha)
    case .blend(let mode): state.mode = mode
    case .save, .restore, .beginGroup, .endGroup: break
    }
  }

  /// Clips to the path. The ground of a map is clipped to whole pixels. Otherwise two copies of the world that meet
  /// within a pixel would each cover half of it and let the background through.
  private func clip() {
    let smoothing = cairo_get_antialias(canvas.cairo)
    if isCrowded { cairo_set_antialias(canvas.cairo, CAIRO_ANTIALIAS_NONE) }
    cairo_clip(canvas.cairo)
    cairo_set_antialias(canvas.cairo, smoothing)
  }

  /// Draws something of several colors, as a group if the opacity or blend mode requires it.
  mutating func group(_ body: (inout DrawingPlayer) -> Void) {
    let isGroup = state.alpha < 1 || state.mode != .normal
    if isGroup { beginGroup() }
    body(&self)
    if isGroup { canvas.endGroup(alpha: state.alpha, state.mode) }
  }

  /// Draws something of a single color.
  func paint(_ color: Color, _ cover: (OpaquePointer) -> Void) {
    let color = color.components(in: style)
    canvas.blend(
      state.mode,
      source: { cairo_set_source_rgba($0, color.red, color.green, color.blue, color.alpha * state.alpha) },
      cover: { cairo in
        cairo_new_path(cairo)
        cover(cairo)
        cairo_new_path(cairo)
      })
  }

  /// Fills the clip with a gradient.
  private mutating func fill(_ pattern: OpaquePointer?, _ gradient: Gradient) {
    guard let pattern else { return }
    work.spend(pixels: canvas.pixels * 4)
    for (color, location) in zip(gradient.colors, gradient.locations) {
      let color = color.components(in: style)
      cairo_pattern_add_color_stop_rgba(pattern, location, color.red, color.green, color.blue, color.alpha)
    }
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    group { player in
      cairo_save(player.canvas.cairo)
      cairo_set_source(player.canvas.cairo, pattern)
      cairo_paint(player.canvas.cairo)
      cairo_restore(player.canvas.cairo)
    }
    cairo_pattern_destroy(pattern)
  }

  private mutating func draw(_ image: MapImage, _ rect: ScreenRect) throws(RenderError) {
    let corner = place(rect.origin)
    let size = ScreenSize(width: rect.width * pointsPerUnit, height: rect.height * pointsPerUnit)
    guard corner.isDrawable, size.isValid, size.width < 1e6, size.height < 1e6 else { return }
    if image.format == .symbol {
      let symbol = Symbols.drawing(
        of: String(decoding: image.bytes, as: UTF8.self), in: ScreenRect(origin: corner, size: size))
      let (outer, scale) = (origin, pointsPerUnit)
      (origin, pointsPerUnit) = (.zero, 1)
      defer { (origin, pointsPerUnit) = (outer, scale) }
      for step in symbol.steps { try draw(step) }
      return
    }
    let surface: OpaquePointer
    do throws(RenderError) {
      surface = try images.surface(
        of: image, width: size.width * canvas.scale, height: size.height * canvas.scale)
    } catch {
      guard case .image(let reason) = error else { throw error }
      if leftOut?.add(reason, corner) != nil { return }
      throw .image("at \(Int(corner.x)), \(Int(corner.y)) of the picture: \(reason)")
    }
    let (width, height) = (cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface))
    work.spend(pixels: min(canvas.pixels, size.width * size.height * canvas.scale * canvas.scale))
    group { player in
      let cairo = player.canvas.cairo
      cairo_save(cairo)
      cairo_rectangle(cairo, corner.x, corner.y, size.width, size.height)
      // A pixel belongs to a single image. Otherwise two tiles that meet within a pixel would each cover half of it and
      // let the background through. Rotated images are not tiles.
      let smoothing = cairo_get_antialias(cairo)
      if !player.canvas.isTurned { cairo_set_antialias(cairo, CAIRO_ANTIALIAS_NONE) }
      cairo_clip(cairo)
      cairo_set_antialias(cairo, smoothing)
      cairo_translate(cairo, corner.x, corner.y)
      cairo_scale(cairo, size.width / Double(width), size.height / Double(height))
      cairo_set_source_surface(cairo, surface, 0, 0)
      // Repeats the edge pixels of an image, so that tiles meet without a seam.
      cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
      cairo_paint(cairo)
      cairo_restore(cairo)
    }
  }

  /// Transforms a point of the drawing to the canvas.
  func place(_ point: ScreenPoint) -> ScreenPoint {
    ScreenPoint(x: origin.x + point.x * pointsPerUnit, y: origin.y + point.y * pointsPerUnit)
  }

  /// The smallest visible distance, in units of the drawing; 0 in vector files, which may be enlarged.
  var finestUnits: Double {
    canvas.format == .png && pointsPerUnit > 0 ? Canvas.tolerance / canvas.scale / pointsPerUnit : 0
  }

  /// Clamps a value to 0 to 1; NaN becomes 0.
  private static func unit(_ value: Double) -> Double { value > 0 ? min(1, value) : 0 }
}

extension OpaquePointer {
  /// Fills the whole clip of a context.
  func fillAll() { cairo_paint(self) }
}

extension FillRule {
  var cairo: cairo_fill_rule_t { self == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING }
}

extension ScreenPoint {
  /// Whether Cairo can draw at this place at every scale; Cairo's coordinates have 24 bits for whole pixels.
  var isDrawable: Bool { abs(x) <= 1e6 && abs(y) <= 1e6 }
}
