import GeoModel

/// Strokes a line, including geodesic ones (`MKPolylineRenderer`; before iOS 7 `MKPolylineView`). It never fills.
open class PolylineRenderer: ShapeRenderer {
  /// Where drawing begins, as a fraction of the line's length. Default 0.
  public var strokeStart = 0.0 { didSet { partChanged() } }
  /// Where drawing ends, as a fraction of the line's length. Default 1. Nothing is drawn unless it exceeds
  /// ``strokeStart``.
  public var strokeEnd = 1.0 { didSet { partChanged() } }

  /// Discards what was made for the drawn part.
  func partChanged() { path = nil }

  /// The line to draw.
  public var polyline: (any MultiPointShape)? { overlay as? any MultiPointShape }

  /// Creates a renderer of a line.
  public convenience init(polyline: any MultiPointShape) { self.init(overlay: polyline) }

  /// Makes the path of the drawn part.
  open override func createPath() {
    guard strokeStart > 0 || strokeEnd < 1, let polyline else { return super.createPath() }
    var path = Path()
    add(PolylineRenderer.part(of: polyline.points, strokeStart, strokeEnd), closed: false, to: &path)
    self.path = path
  }

  /// The points of a line between two fractions of its length.
  static func part(of points: [MapPoint], _ start: Double, _ end: Double) -> [MapPoint] {
    let lengths = MapLine.lengths(points)
    guard let total = lengths.last, total > 0, max(0, start) < min(1, end) else { return [] }
    let (first, last) = (max(0, start) * total, min(1, end) * total)
    func point(at length: Double) -> MapPoint {
      let after = lengths.firstIndex { $0 >= length } ?? points.count - 1
      guard after > 0, lengths[after] > lengths[after - 1] else { return points[after] }
      let part = (length - lengths[after - 1]) / (lengths[after] - lengths[after - 1])
      let (a, b) = (points[after - 1], points[after])
      return MapPoint(x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y))
    }
    let between = points.indices.filter { lengths[$0] > first && lengths[$0] < last }.map { points[$0] }
    return [point(at: first)] + between + [point(at: last)]
  }
}

/// Strokes a line with colors along its length (`MKGradientPolylineRenderer`).
open class GradientPolylineRenderer: PolylineRenderer {
  /// The colors along the line.
  public var colors: [Color] { gradient?.colors ?? [] }
  /// The positions of the colors, as fractions of the line's length.
  public var locations: [Double] { gradient?.locations ?? [] }
  /// The error in the colors set last; nil when there was none. The map reports it to its delegate.
  public private(set) var problem: MapError?

  private var gradient: Gradient? { didSet { cutGradient = nil } }
  /// The colors of the drawn part, computed once and shared by all pictures.
  private var cutGradient: Gradient?

  override func partChanged() {
    super.partChanged()
    cutGradient = nil
  }

  /// Sets the colors and their positions; a line's `location(atPointIndex:)` gives the position of one of its points.
  ///
  /// Colors between two locations are interpolated, and the first and last colors continue to the ends. There must be
  /// as many locations as colors, in ascending order and each from 0 to 1; other arguments only set ``problem``.
  public func setColors(_ colors: [Color], locations: [Double]) {
    do throws(MapError) {
      gradient = try Gradient(colors: colors, locations: locations)
      problem = nil
    } catch {
      problem = error
      map?.report(error)
    }
  }

  /// Strokes the line with its colors; without any, in ``PathRenderer/strokeColor``.
  open override func draw(_ mapRect: MapRect, zoomScale: ZoomScale, in context: DrawingContext) {
    guard let gradient, let path, !path.isEmpty else { return super.draw(mapRect, zoomScale: zoomScale, in: context) }
    context.saveGState()
    applyStrokeProperties(to: context, atZoomScale: zoomScale)
    context.beginPath()
    context.addPath(path)
    let colors = cutGradient ?? cut(gradient)
    cutGradient = colors
    context.strokePath(colors)
    context.restoreGState()
  }

  /// The colors of the drawn part.
  private func cut(_ gradient: Gradient) -> Gradient {
    let (start, end) = (max(0, strokeStart), min(1, strokeEnd))
    guard start > 0 || end < 1, start < end else { return gradient }
    var colors = [gradient.color(at: start)]
    var locations = [0.0]
    for (color, location) in zip(gradient.colors, gradient.locations) where location > start && location < end {
      colors.append(color)
      locations.append((location - start) / (end - start))
    }
    return (try? Gradient(colors: colors + [gradient.color(at: end)], locations: locations + [1])) ?? gradient
  }
}
