import GeoModel

/// Fills and strokes any overlay with a shape.
open class ShapeRenderer: PathRenderer {
  /// Makes the path of the overlay's shape.
  open override func createPath() {
    var path = Path()
    switch overlay {
    case let circle as Circle: add(circle, to: &path)
    case let polygon as Polygon: add(polygon, to: &path)
    case let polygons as MultiPolygon: for polygon in polygons.polygons { add(polygon, to: &path) }
    case let lines as MultiPolyline: for line in lines.polylines { add(line.points, closed: false, to: &path) }
    case let line as any MultiPointShape: add(line.points, closed: false, to: &path)
    default: add(overlay.shape, to: &path)
    }
    self.path = path
  }

  /// Adds the shape of a program's own overlay or of a placemark.
  private func add(_ shape: OverlayShape?, to path: inout Path) {
    func add(_ lines: [[Coordinate]], closed: Bool) {
      for line in lines { self.add(line.map { MapPoint($0) }, closed: closed, to: &path) }
    }
    switch shape {
    case .polyline(let line): add([line], closed: false)
    case .multiPolyline(let lines): add(lines, closed: false)
    case .polygon(let rings): add(rings, closed: true)
    case .multiPolygon(let polygons): for rings in polygons { add(rings, closed: true) }
    case .geodesicPolyline(let line):
      if let line = try? GeodesicPolyline(line) { self.add(line.points, closed: false, to: &path) }
    case .circle(let center, let radius):
      if let circle = try? Circle(center: center, radiusMeters: radius) { self.add(circle, to: &path) }
    case nil: break
    }
  }

  func add(_ points: [MapPoint], closed: Bool, to path: inout Path) {
    path.addLines(points.lazy.map { self.point(for: $0) }, closed: closed)
  }

  private func add(_ polygon: Polygon, to path: inout Path) {
    add(polygon.points, closed: true, to: &path)
    guard let holes = polygon.interiorPolygons else { return }
    let outline = polygon.boundingMapRect
    for ring in holes.flatMap({ WorldHoles.parts(of: $0, within: outline) }) { add(ring, closed: true, to: &path) }
  }

  private func add(_ circle: Circle, to path: inout Path) { path.addEllipse(in: rect(for: circle.boundingMapRect)) }

  /// Whether the shape has an inside to fill.
  var hasInside: Bool {
    switch overlay {
    case is Circle, is Polygon, is MultiPolygon: true
    case is any MultiPointShape, is MultiPolyline: false
    default:
      switch overlay.shape {
      case .polygon, .multiPolygon, .circle: true
      default: false
      }
    }
  }

  /// Fills a path, except for lines, which have no inside.
  open override func fillPath(_ path: Path, in context: DrawingContext) {
    if hasInside { super.fillPath(path, in: context) }
  }
}

/// Draws a circle (`MKCircleRenderer`; before iOS 7 `MKCircleView`).
open class CircleRenderer: ShapeRenderer {
  /// The circle to draw.
  public var circle: Circle? { overlay as? Circle }
  /// Creates a renderer of a circle.
  public convenience init(circle: Circle) { self.init(overlay: circle) }
}

/// Draws a polygon with its holes (`MKPolygonRenderer`; before iOS 7 `MKPolygonView`).
open class PolygonRenderer: ShapeRenderer {
  /// The polygon to draw.
  public var polygon: Polygon? { overlay as? Polygon }
  /// Creates a renderer of a polygon.
  public convenience init(polygon: Polygon) { self.init(overlay: polygon) }
}

/// Draws several polygons with one set of attributes (`MKMultiPolygonRenderer`).
open class MultiPolygonRenderer: ShapeRenderer {
  /// The polygons to draw.
  public var multiPolygon: MultiPolygon? { overlay as? MultiPolygon }
  /// Creates a renderer of several polygons.
  public convenience init(multiPolygon: MultiPolygon) { self.init(overlay: multiPolygon) }
}

/// Draws several lines with one set of attributes (`MKMultiPolylineRenderer`).
open class MultiPolylineRenderer: ShapeRenderer {
  /// The lines to draw.
  public var multiPolyline: MultiPolyline? { overlay as? MultiPolyline }
  /// Creates a renderer of several lines.
  public convenience init(multiPolyline: MultiPolyline) { self.init(overlay: multiPolyline) }
}
