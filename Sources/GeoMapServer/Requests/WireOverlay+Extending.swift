import GeoMap
import GeoModel
import GeoWire

/// An extension of an overlay, for tracks that grow and shapes that are longer than a request may be.
enum OverlayExtension {
  /// Vertices behind the last one of its last line or ring.
  case places([MapPoint])
  /// More lines.
  case lines([[MapPoint]])
  /// More holes in its last area.
  case holes([[MapPoint]])
  /// More areas, each with its rings, the outer one first.
  case polygons([[[MapPoint]]])

  /// Reads the extension of a request.
  init(_ json: MapParameters) throws(WireError) {
    let lines = "an array of lines, each an array of places, [longitude,latitude] in degrees"
    let rings = "an array of rings, each an array of places, [longitude,latitude] in degrees"
    let areas = "an array of areas, each an array of rings, the outer one first"
    let places =
      "an array of places, each [longitude,latitude] in degrees, unless 'lines', 'holes' or 'polygons' are given"
    if let lines = try json.places("lines", lines, { $0.all { $0.places } }) {
      self = .lines(lines)
    } else if let holes = try json.places("holes", rings, { $0.all { $0.places } }) {
      self = .holes(holes)
    } else if let polygons = try json.places("polygons", areas, { $0.all { $0.all { $0.places } } }) {
      self = .polygons(polygons)
    } else {
      guard let more = try json.places("places", places, { $0.places }) else {
        throw MapParameters.wrong("places", places)
      }
      self = .places(more)
    }
  }

  /// The number of vertices.
  var vertexCount: Int {
    switch self {
    case .places(let places): places.count
    case .lines(let lines), .holes(let lines): lines.reduce(0) { $0 + $1.count }
    case .polygons(let areas): areas.joined().reduce(0) { $0 + $1.count }
    }
  }

  /// The name in error messages.
  var name: String {
    switch self {
    case .places: "places"
    case .lines: "lines"
    case .holes: "holes"
    case .polygons: "polygons"
    }
  }
}

extension WireOverlay {
  /// Returns the extended overlay; nil if its shape cannot be extended in this way.
  func extended(by more: OverlayExtension) throws(WireError) -> WireOverlay? {
    do {
      guard let longer = try WireOverlay.extended(shapeOverlay, by: more) else { return nil }
      let count = (longer as? GeodesicPolyline)?.points.count ?? vertexCount + more.vertexCount
      var overlay = WireOverlay(id: id, longer, vertexCount: count, title: title, look: look)
      overlay.data = data
      return overlay
    } catch let error as WireError {
      throw error
    } catch { throw WireError(.invalidQuery, "overlay '\(id)': \(error)") }
  }

  private static func extended(
    _ shape: any Overlay & Sendable, by more: OverlayExtension
  ) throws -> (any Overlay & Sendable)? {
    switch (shape, more) {
    case (let line as Polyline, .places(let places)): return try Polyline(points: line.points + places)
    case (let line as GeodesicPolyline, .places(let places)):
      guard case .geodesicPolyline(let corners)? = line.shape else { return nil }
      return try WireOverlay.geodesic(corners + places.map(\.coordinate))
    case (let lines as MultiPolyline, .places(let places)):
      guard let last = lines.polylines.last else { return nil }
      return try MultiPolyline(lines.polylines.dropLast() + [try Polyline(points: last.points + places)])
    case (let lines as MultiPolyline, .lines(let more)):
      return try MultiPolyline(lines.polylines + (try more.map { try Polyline(points: $0) }))
    case (let polygon as Polygon, .places(let places)): return try withLongerRing(polygon, places)
    case (let polygon as Polygon, .holes(let holes)): return try withHoles(polygon, holes)
    case (let polygons as MultiPolygon, .polygons(let more)):
      return try MultiPolygon(polygons.polygons + (try more.map { try WireOverlay.polygon($0) }))
    case (let polygons as MultiPolygon, .places(let places)):
      guard let last = polygons.polygons.last else { return nil }
      return try MultiPolygon(polygons.polygons.dropLast() + [try withLongerRing(last, places)])
    case (let polygons as MultiPolygon, .holes(let holes)):
      guard let last = polygons.polygons.last else { return nil }
      return try MultiPolygon(polygons.polygons.dropLast() + [try withHoles(last, holes)])
    default: return nil
    }
  }

  private static func withLongerRing(_ polygon: Polygon, _ places: [MapPoint]) throws -> Polygon {
    guard let holes = polygon.interiorPolygons, let last = holes.last else {
      return try Polygon(points: polygon.points + places)
    }
    return try Polygon(
      points: polygon.points, interiorPolygons: holes.dropLast() + [try Polygon(points: last.points + places)])
  }

  private static func withHoles(_ polygon: Polygon, _ holes: [[MapPoint]]) throws -> Polygon {
    let more = try holes.map { try Polygon(points: $0) }
    return try Polygon(points: polygon.points, interiorPolygons: (polygon.interiorPolygons ?? []) + more)
  }
}
