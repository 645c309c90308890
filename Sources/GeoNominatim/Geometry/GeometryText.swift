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
