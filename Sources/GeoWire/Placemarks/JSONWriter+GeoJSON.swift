import GeoModel

// GeoJSON (RFC 7946) puts the longitude first, so this file writes it before the latitude.
extension JSONWriter {
  /// Writes a GeoJSON feature.
  package mutating func feature(_ placemark: Placemark) {
    beginObject()
    key("type")
    word("Feature")
    key("geometry")
    if let overlay = placemark.overlay { geometry(overlay) } else { point(placemark.coordinate) }
    key("properties")
    beginObject()
    featureProperties(placemark)
    endObject()
    endObject()
  }

  /// Writes a GeoJSON geometry with its `bbox` (west, south, east, north) and its name as `title`.
  package mutating func geometry(_ overlay: ShapeOverlay) {
    beginObject()
    key("type")
    switch overlay.shape {
    case .polyline(let line), .geodesicPolyline(let line): geometryMembers("LineString") { $0.positions(line) }
    case .multiPolyline(let lines): geometryMembers("MultiLineString") { $0.rings(lines) }
    case .polygon(let rings): geometryMembers("Polygon") { $0.rings(rings) }
    case .multiPolygon(let polygons):
      geometryMembers("MultiPolygon") { writer in
        writer.beginArray()
        for polygon in polygons { writer.rings(polygon) }
        writer.endArray()
      }
    case .circle(let center, let radius):
      geometryMembers("Polygon") { $0.rings([OverlayShape.circleRing(center: center, radiusMeters: radius)]) }
    case nil: geometryMembers("Point") { $0.position(overlay.coordinate) }
    }
    box(overlay.boundingRegion)
    member("title", overlay.title)
    endObject()
  }

  private mutating func geometryMembers(_ type: StaticString, _ coordinates: (inout JSONWriter) -> Void) {
    word(type)
    key("coordinates")
    coordinates(&self)
  }

  private mutating func point(_ coordinate: Coordinate) {
    beginObject()
    key("type")
    geometryMembers("Point") { $0.position(coordinate) }
    endObject()
  }

  private mutating func featureProperties(_ placemark: Placemark) {
    member("title", placemark.title)
    member("subtitle", placemark.subtitle)
    member("name", placemark.name)
    addressMembers(placemark)
    member("formattedAddress", placemark.formattedAddress)
    matchMembers(placemark)
    member("source", placemark.sourcePath)
    qualityMembers(placemark)
    if let areas = placemark.areas { self.areas(areas) }
    if let layers = placemark.layers { self.layers(layers) }
    if let road = placemark.road { self.road(road) }
    if let trace = placemark.trace { self.trace(trace) }
  }

  private mutating func box(_ region: CoordinateRegion) {
    key("bbox")
    beginArray()
    for edge in [region.west, region.south, region.east, region.north] { degrees(edge) }
    endArray()
  }

  private mutating func rings(_ rings: [[Coordinate]]) {
    beginArray()
    for ring in rings { positions(ring) }
    endArray()
  }

  private mutating func positions(_ coordinates: [Coordinate]) {
    beginArray()
    for coordinate in coordinates { position(coordinate) }
    endArray()
  }

  private mutating func position(_ coordinate: Coordinate) {
    beginArray()
    degrees(coordinate.longitude)
    degrees(coordinate.latitude)
    endArray()
  }
}
