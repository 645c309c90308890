import GeoModel
import GeoStore
import GeoWire

/// Writes shapes as GeoJSON, KML, SVG and well-known text, with at most seven decimals.
enum GeometryText {
  /// Writes a shape in a format.
  static func text(_ shape: MapGeometry, _ format: GeometryFormat) -> [UInt8] {
    switch format {
    case .geojson: nested(shape, isJSON: true)
    case .kml: kml(shape)
    case .svg: svg(shape)
    case .text: nested(shape, isJSON: false)
    }
  }

  /// Writes a GeoJSON geometry or well-known text of the Open Geospatial Consortium.
  ///
  /// Both are nested lists, longitude first, in different brackets.
  private static func nested(_ shape: MapGeometry, isJSON: Bool) -> [UInt8] {
    var text = ShapeWriter(
      between: isJSON ? "," : " ", around: isJSON ? ("[", "]") : ("", ""), separator: ",",
      brackets: isJSON ? ("[", "]") : ("(", ")"))
    text.raw(isJSON ? "{\"type\":\"\(name(shape))\",\"coordinates\":" : name(shape).uppercased())
    switch shape {
    case .point(let point): if isJSON { text.point(point) } else { text.line([point]) }
    case .line(let line): text.line(line)
    case .polygons(let polygons) where polygons.count == 1: text.list(polygons[0]) { $0.line($1) }
    case .polygons(let polygons): text.list(polygons) { text, rings in text.list(rings) { $0.line($1) } }
    }
    if isJSON { text.raw("}") }
    return text.bytes
  }

  /// The GeoJSON type of a shape.
  private static func name(_ shape: MapGeometry) -> String {
    switch shape {
    case .point: "Point"
    case .line: "LineString"
    case .polygons(let polygons): polygons.count == 1 ? "Polygon" : "MultiPolygon"
    }
  }

  /// Writes a KML geometry without a namespace, for use in any document.
  private static func kml(_ shape: MapGeometry) -> [UInt8] {
    var text = ShapeWriter(between: ",", separator: " ")
    switch shape {
    case .point(let point): text.element(name(shape)) { $0.kmlCoordinates([point]) }
    case .line(let line): text.element(name(shape)) { $0.kmlCoordinates(line) }
    case .polygons(let polygons) where polygons.count == 1: text.kmlPolygon(polygons[0])
    case .polygons(let polygons):
      text.element("MultiGeometry") { for polygon in polygons { $0.kmlPolygon(polygon) } }
    }
    return text.bytes
  }

  /// Writes the data of an SVG path; for a point, the attributes of a circle.
  private static func svg(_ shape: MapGeometry) -> [UInt8] {
    var text = ShapeWriter(between: " ", separator: " ")
    switch shape {
    case .point(let point):
      text = ShapeWriter(between: "\" cy=\"", around: ("cx=\"", "\""), separator: " ")
      text.point(point.upsideDown)
    case .line(let line): text.svgPath(line)
    case .polygons(let polygons):
      for (index, ring) in polygons.joined().enumerated() {
        if index > 0 { text.raw(" ") }
        text.svgPath(ring.dropLast())
        text.raw(" Z")
      }
    }
    return text.bytes
  }
}

/// Writes lists of points, nested as a format requires.
private struct ShapeWriter {
  /// The bytes written so far.
  var bytes: [UInt8] = []
  /// The text between longitude and latitude.
  private let between: String
  /// The texts before and after a point.
  private let around: (String, String)
  /// The text between points and between lists.
  private let separator: String
  /// The texts before and after a list.
  private let brackets: (String, String)

  /// A writer for a format.
  init(
    between: String, around: (String, String) = ("", ""), separator: String, brackets: (String, String) = ("", "")
  ) {
    (self.between, self.around, self.separator, self.brackets) = (between, around, separator, brackets)
  }

  /// Writes text as it is.
  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  /// Writes a point: longitude, then latitude, without trailing zeros.
  mutating func point(_ point: FixedPoint) {
    raw(around.0)
    JSONWriter.appendShortDegrees(point.x, to: &bytes)
    raw(between)
    JSONWriter.appendShortDegrees(point.y, to: &bytes)
    raw(around.1)
  }

  /// Writes the elements of a list, separated and in brackets.
  mutating func list<Elements: Collection>(
    _ elements: Elements, _ body: (inout ShapeWriter, Elements.Element) -> Void
  ) {
    raw(brackets.0)
    for (index, element) in elements.enumerated() {
      if index > 0 { raw(separator) }
      body(&self, element)
    }
    raw(brackets.1)
  }

  /// Writes a list of points.
  mutating func line(_ points: some Collection<FixedPoint>) { list(points) { $0.point($1) } }

  /// Writes an XML element.
  mutating func element(_ name: String, _ body: (inout ShapeWriter) -> Void) {
    raw("<\(name)>")
    body(&self)
    raw("</\(name)>")
  }

  /// Writes the points of a KML geometry.
  mutating func kmlCoordinates(_ points: [FixedPoint]) { element("coordinates") { $0.line(points) } }

  /// Writes a KML polygon.
  mutating func kmlPolygon(_ rings: [[FixedPoint]]) {
    element("Polygon") { text in
      for (index, ring) in rings.enumerated() {
        text.element(index == 0 ? "outerBoundaryIs" : "innerBoundaryIs") {
          $0.element("LinearRing") { $0.kmlCoordinates(ring) }
        }
      }
    }
  }

  /// Writes the commands of an SVG path: move to the first point, then lines to the others.
  mutating func svgPath(_ line: some Collection<FixedPoint>) {
    guard let first = line.first else { return }
    raw("M ")
    point(first.upsideDown)
    raw(" L ")
    self.line(line.dropFirst().map(\.upsideDown))
  }
}

extension FixedPoint {
  /// The point with the sign of its latitude inverted, because screens count from the top.
  fileprivate var upsideDown: FixedPoint { FixedPoint(x: x, y: -y) }
}
