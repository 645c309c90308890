import GeoModel

/// Fills and strokes a path (`MKOverlayPathRenderer`; before iOS 7 `MKOverlayPathView`).
open class PathRenderer: OverlayRenderer {
  /// The fill color; nil, the default, for none.
  public var fillColor: Color?
  /// The line color; nil, the default, for none.
  public var strokeColor: Color?
  /// The width of the line in points of the screen, independent of the zoom. 0, the default, gives the width of roads
  /// at the scale.
  public var lineWidth = 0.0
  /// How lines meet. Default round.
  public var lineJoin = LineJoin.round
  /// How lines end. Default round.
  public var lineCap = LineCap.round
  /// How far pointed corners reach, in half line widths. Default 10.
  public var miterLimit = 10.0
  /// Alternating lengths of dash and gap in points of the screen, repeated along the whole line. Nil, the default, for
  /// a solid line.
  public var lineDashPattern: [Double]?
  /// The offset into the pattern at which the line begins. Default 0.
  public var lineDashPhase = 0.0
  /// Whether MapKit would draw a bitmap.
  ///
  /// Default false. It has no effect here: paths are sharp at every zoom.
  public var shouldRasterize = false

  private var kept: Path?

  /// The path, in units of the context. ``createPath()`` makes it on first use; it is kept until ``invalidatePath()``.
  public var path: Path? {
    get {
      if kept == nil { createPath() }
      return kept
    }
    set { kept = newValue }
  }

  /// Sets ``path``. By default it does nothing.
  open func createPath() {}

  /// Discards the path, so that it is made again, and redraws everything.
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

  /// Sets the color, width, joins, caps and dashes of a context.
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

  /// Sets the fill color of a context.
  open func applyFillProperties(to context: DrawingContext, atZoomScale zoomScale: ZoomScale) {
    if let fillColor { context.setFillColor(fillColor) }
  }

  /// Strokes a path.
  open func strokePath(_ path: Path, in context: DrawingContext) {
    context.beginPath()
    context.addPath(path)
    context.strokePath()
  }

  /// Fills a path by the even-odd rule, so holes stay empty whatever their direction.
  open func fillPath(_ path: Path, in context: DrawingContext) {
    context.beginPath()
    context.addPath(path)
    context.fillPath(using: .evenOdd)
  }
}
