import GeoModel
import GeoStore
import GeoWire

/// Shapes as text: GeoJSON, KML, SVG and well-known text, with seven decimals at most.
enum GeometryText {
  /// A shape in a format.
  static func text(_ shape: MapGeometry, _ format: GeometryFormat) -> [UInt8] {
    switch format {
    case .geojson: geoJSON(shape)
    case .kml: kml(shape)
    case .svg: svg(shape)
    case .text: wellKnownText(shape)
    }
  }

  /// A GeoJSON geometry.
  static func geoJSON(_ shape: MapGeometry) -> [UInt8] {
    var text = ShapeWriter(between: ",", around: ("[", "]"), separator: ",")
    switch shape {
    case .point(let point):
      text.raw("{\"type\":\"Point\",\"coordinates\":")
      text.point(point)
    case .line(let line):
      text.raw("{\"type\":\"LineString\",\"coordinates\":")
      text.list(line, open: "[", close: "]") { $0.point($1) }
    case .polygons(let polygons) where polygons.count == 1:
      text.raw("{\"type\":\"Polygon\",\"coordinates\":")
      text.polygon(polygons[0], open: "[", close: "]")
    case .polygons(let polygons):
      text.raw("{\"type\":\"MultiPolygon\",\"coordinates\":")
      text.list(polygons, open: "[", close: "]") { $0.polygon($1, open: "[", close: "]") }
    }
    text.raw("}")
    return text.bytes
  }

  /// Well-known text of the Open Geospatial Consortium, longitude first.
  private static func wellKnownText(_ shape: MapGeometry) -> [UInt8] {
    var text = ShapeWriter(between: " ", around: ("", ""), separator: ",")
    switch shape {
    case .point(let point):
      text.raw("POINT")
      text.list([point], open: "(", close: ")") { $0.point($1) }
    case .line(let line):
      text.raw("LINESTRING")
      text.list(line, open: "(", close: ")") { $0.point($1) }
    case .polygons(let polygons) where polygons.count == 1:
      text.raw("POLYGON")
      text.polygon(polygons[0], open: "(", close: ")")
    case .polygons(let polygons):
      text.raw("MULTIPOLYGON")
      text.list(polygons, open: "(", close: ")") { $0.polygon($1, open: "(", close: ")") }
    }
    return text.bytes
  }

  // MARK: KML

  /// A KML geometry without a name space, to be put into any document.
  private static func kml(_ shape: MapGeometry) -> [UInt8] {
    var text = ShapeWriter(between: ",", around: ("", ""), separator: " ")
    switch shape {
    case .point(let point): text.kml("Point", [point])
    case .line(let line): text.kml("LineString", line)
    case .polygons(let polygons) where polygons.count == 1: text.kmlPolygon(polygons[0])
    case .polygons(let polygons):
      text.raw("<MultiGeometry>")
      for polygon in polygons { text.kmlPolygon(polygon) }
      text.raw("</MultiGeometry>")
    }
    return text.bytes
  }

  // MARK: SVG

  /// The data of a path; of a point the attributes of a circle.
  private static func svg(_ shape: MapGeometry) -> [UInt8] {
    var text = ShapeWriter(between: " ", around: ("", ""), separator: " ")
    text.isUpsideDown = true
    switch shape {
    case .point(let point):
      text.raw("cx=\"")
      text.degrees(point.x)
      text.raw("\" cy=\"")
      text.degrees(text.svgY(point))
      text.raw("\"")
    case .line(let line): text.svgPath(line)
    case .polygons(let polygons):
      for (index, ring) in polygons.joined().enumerated() {
        if index > 0 { text.raw(" ") }
        text.svgPath(Array(ring.dropLast()))
        text.raw(" Z")
      }
    }
    return text.bytes
  }
}

/// Writes lists of points, nested as a format wants them.
struct ShapeWriter {
  /// What was written so far.
  var bytes: [UInt8] = []
  /// Whether latitudes are written with the other sign, as screens count from above.
  var isUpsideDown = false
  /// Stands between longitude and latitude.
  private let between: StaticString
  /// Stand before and after a point.
  private let around: (StaticString, StaticString)
  /// Stands between points and between lists.
  private let separator: StaticString

  /// A writer for a format.
  ///
  /// - Parameters:
  ///   - between: stands between longitude and latitude.
  ///   - around: stand before and after a point.
  ///   - separator: stands between points and between lists.
  init(between: StaticString, around: (StaticString, StaticString), separator: StaticString) {
    self.between = between
    self.around = around
    self.separator = separator
  }

  /// Bytes as they are.
  mutating func raw(_ text: StaticString) { bytes.append(text) }

  /// A number of degrees, without trailing zeros.
  mutating func degrees(_ units: Int32) { JSONWriter.appendShortDegrees(units, to: &bytes) }

  /// The latitude as SVG wants it.
  func svgY(_ point: FixedPoint) -> Int32 { isUpsideDown ? -point.y : point.y }

  /// A point: longitude, then latitude.
  mutating func point(_ point: FixedPoint) {
    raw(around.0)
    degrees(point.x)
    raw(between)
    degrees(svgY(point))
    raw(around.1)
  }

  /// The elements of a list, separated, in brackets.
  mutating func list<Element>(
    _ elements: [Element], open: StaticString, close: StaticString, _ body: (inout ShapeWriter, Element) -> Void
  ) {
    raw(open)
    for (index, element) in elements.enumerated() {
      if index > 0 { raw(separator) }
      body(&self, element)
    }
    raw(close)
  }

  /// A polygon: its outer ring and its holes.
  mutating func polygon(_ rings: [[FixedPoint]], open: StaticString, close: StaticString) {
    list(rings, open: open, close: close) { writer, ring in
      writer.list(ring, open: open, close: close) { $0.point($1) }
    }
  }

  /// A KML element with coordinates.
  mutating func kml(_ name: StaticString, _ points: [FixedPoint]) {
    raw("<")
    raw(name)
    raw(">")
    list(points, open: "<coordinates>", close: "</coordinates>") { $0.point($1) }
    raw("</")
    raw(name)
    raw(">")
  }

  /// A KML polygon.
  mutating func kmlPolygon(_ rings: [[FixedPoint]]) {
    raw("<Polygon>")
    for (index, ring) in rings.enumerated() {
      raw(index == 0 ? "<outerBoundaryIs>" : "<innerBoundaryIs>")
      kml("LinearRing", ring)
      raw(index == 0 ? "</outerBoundaryIs>" : "</innerBoundaryIs>")
    }
    raw("</Polygon>")
  }

  /// The commands of an SVG path: move to the first point, lines to the others.
  mutating func svgPath(_ line: [FixedPoint]) {
    guard let first = line.first else { return }
    raw("M ")
    point(first)
    list(Array(line.dropFirst()), open: " L ", close: "") { $0.point($1) }
  }
}
