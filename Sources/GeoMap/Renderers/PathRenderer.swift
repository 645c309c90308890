import GeoModel

/// Fills and strokes a path (`MKOverlayPathRenderer`; before iOS 7 `MKOverlayPathView`).
open class PathRenderer: OverlayRenderer {
  /// The color inside; nil, the default, for none.
  public var fillColor: Color?
  /// The color of the line; nil, the default, for none.
  public var strokeColor: Color?
  /// Points of the screen across the line, whatever the zoom. 0, the default: as wide as roads at the scale.
  public var lineWidth = 0.0
  /// How lines meet. Default round.
  public var lineJoin = LineJoin.round
  /// How lines end. Default round.
  public var lineCap = LineCap.round
  /// How far pointed corners reach, in half line widths. Default 10.
  public var miterLimit = 10.0
  /// Lengths of line and gap in turn, in points of the screen, repeated along the whole line; nil, the default, for a solid one.
  public var lineDashPattern: [Double]?
  /// Where in the pattern the line begins. Default 0.
  public var lineDashPhase = 0.0
  /// Whether it is drawn as a bitmap. Default false: sharp at every zoom. A subclass that overrides ``OverlayRenderer/draw(_:zoomScale:in:)``
  /// sets it if what it draws is a bitmap anyway.
  public var shouldRasterize = false

  private var kept: Path?

  /// The path, in units of the context; made by ``createPath()`` when it is asked for, and kept until ``invalidatePath()``.
  public var path: Path? {
    get {
      if kept == nil { createPath() }
      return kept
    }
    set { kept = newValue }
  }

  /// Makes ``path``. Default: none.
  open func createPath() {}

  /// Forgets the path, so that it is made anew, and draws everything again.
  public func invalidatePath() {
    kept = nil
    setNeedsDisplay()
  }

  /// Fills and strokes the path.
  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) {
    guard let path, !path.isEmpty else { return }
    if fillColor != nil {
      context.saveGState()
      applyFillProperties(to: context, atZoomScale: zoomScale)
      fillPath(path, in: context)
      context.restoreGState()
    }
    if strokeColor != nil {
      context.saveGState()
      applyStrokeProperties(to: context, atZoomScale: zoomScale)
      strokePath(path, in: context)
      context.restoreGState()
    }
  }

  /// Sets color, width, joins, caps and dashes of a context.
  open func applyStrokeProperties(to context: DrawingContext, atZoomScale zoomScale: ZoomScale) {
    if let strokeColor { context.setStrokeColor(strokeColor) }
    let width = lineWidth > 0 ? lineWidth : MapScale.roadWidth(at: zoomScale)
    context.setLineWidth(width / zoomScale)
    context.setLineJoin(lineJoin)
    context.setLineCap(lineCap)
    context.setMiterLimit(miterLimit)
    context.setLineDash(
      phase: lineDashPhase / zoomScale, lengths: (lineDashPattern ?? []).map { max(0, $0) / zoomScale })
  }

  /// Sets the color of a context.
  open func applyFillProperties(to context: DrawingContext, atZoomScale zoomScale: ZoomScale) {
    if let fillColor { context.setFillColor(fillColor) }
  }

  /// Strokes a path.
  open func strokePath(_ path: Path, in context: DrawingContext) {
    context.beginPath()
    context.addPath(path)
    context.strokePath()
  }

  /// Fills a path; holes stay empty, whatever the direction of their corners.
  open func fillPath(_ path: Path, in context: DrawingContext) {
    context.beginPath()
    context.addPath(path)
    context.fillPath(using: .evenOdd)
  }
}
