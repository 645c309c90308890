import GeoMap
import GeoModel
import GeoWire

/// An overlay, as a client has set it: a shape with the style of its renderer.
struct WireOverlay: Overlay, Sendable {
  let id: OverlayID
  private(set) var shapeOverlay: any Overlay & Sendable
  let vertexCount: Int
  let title: String?
  /// The client's own data as JSON.
  var data: [UInt8]?
  /// The style; nil if the client is asked for it, or the overlay is not shown.
  var look: RendererLook?

  var coordinate: Coordinate { shapeOverlay.coordinate }
  var boundingMapRect: MapRect { shapeOverlay.boundingMapRect }
  var shape: OverlayShape? { shapeOverlay.shape }
  var canReplaceMapContent: Bool { shapeOverlay.canReplaceMapContent }

  /// Reads an overlay.
  ///
  /// - Parameter unnamed: the id if none is given; nil if an id is required.
  init(_ node: JSONNode, unnamed: OverlayID? = nil) throws(WireError) {
    let json = MapParameters(node)
    if let unnamed, json.value("id") == nil { id = unnamed } else { id = try json.overlayID("id") }
    title = try json.string("title")
    data = try json.data("overlay '\(id)'")
    guard let shape = json.value("shape"), let first = shape.members.first, shape.members.count == 1 else {
      throw WireError(
        .invalidQuery, "'shape' of overlay '\(id)' must be an object with one member named after its kind")
    }
    (shapeOverlay, vertexCount) = try WireOverlay.shape(first.name, first.value, id)
    look = try json.value("renderer").map { (node) throws(WireError) in try RendererLook(node) }
    try look?.check(for: self)
  }

  /// Creates an overlay from a shape of a program or file.
  init(id: OverlayID, _ shape: any Overlay & Sendable, vertexCount: Int, title: String?, look: RendererLook?) {
    (self.id, shapeOverlay, self.vertexCount, self.title, self.look) = (id, shape, vertexCount, title, look)
  }

  /// The overlay with the current areas of the layer that it names; as it is if it names none.
  ///
  /// - Throws: ``WireError`` when there is no such layer.
  func showing(_ layers: MapLayers) throws(WireError) -> WireOverlay {
    guard let layer = shapeOverlay as? LayerOverlay else { return self }
    var shown = self
    for found in try layers.overlays(of: .named([layer.layer])) { shown.shapeOverlay = found }
    return shown
  }

  private static func shape(
    _ kind: String, _ node: JSONNode, _ id: OverlayID
  ) throws(WireError) -> (any Overlay & Sendable, Int) {
    func wrong(_ expected: String) -> WireError {
      node.misplaced(kind, of: " of overlay '\(id)'")
        ?? WireError(
          .invalidQuery, "'\(kind)' of overlay '\(id)' must be \(expected), each place [longitude,latitude] in degrees")
    }
    do {
      switch kind {
      case "circle":
        let json = MapParameters(node)
        guard let center = try json.coordinate("center", of: "'circle' of overlay '\(id)'"),
          let radius = try json.number("radiusMeters", in: 0...20_100_000)
        else { throw WireError(.invalidQuery, "'circle' of overlay '\(id)' needs 'center' and 'radiusMeters'") }
        return (try Circle(center: center, radiusMeters: radius), 1)
      case "polyline":
        guard let line = node.places else { throw wrong("an array of places") }
        return (try Polyline(points: line), line.count)
      case "geodesicPolyline":
        guard let line = node.places else { throw wrong("an array of places") }
        let made = try geodesic(line.map(\.coordinate))
        return (made, made.points.count)
      case "multiPolyline":
        guard let lines = node.all({ $0.places }) else { throw wrong("an array of lines") }
        return (try MultiPolyline(try lines.map { try Polyline(points: $0) }), lines.reduce(0) { $0 + $1.count })
      case "polygon":
        guard let rings = node.all({ $0.places }) else { throw wrong("an array of rings, the outer one first") }
        return (try polygon(rings), rings.reduce(0) { $0 + $1.count })
      case "multiPolygon":
        guard let polygons = node.all({ $0.all { $0.places } }) else { throw wrong("an array of polygons") }
        return (try MultiPolygon(try polygons.map { try polygon($0) }), polygons.joined().reduce(0) { $0 + $1.count })
      case "custom": return (try DrawnOverlay(node, named: "overlay '\(id)'"), 1)
      case "layer":
        guard let name = node.string else {
          throw WireError(.invalidQuery, "'layer' of overlay '\(id)' must be a name")
        }
        return (LayerOverlay(layer: name), layerVertices)
      case "tiles": return (try TileOverlay(wire: MapParameters(node)), 1)
      case "world":
        let rings = try MapParameters(node).places("holes", "an array of rings") { $0.all { $0.places } } ?? []
        let edge = MapPoint.maximumLatitude
        let corners = [(edge, -180.0), (edge, 180), (-edge, 180), (-edge, -180)]
        let world = corners.map { MapPoint(Coordinate(clampingLatitude: $0.0, longitude: $0.1)) }
        return (try polygon([world] + rings), rings.reduce(4) { $0 + $1.count })
      default:
        throw WireError(
          .invalidQuery,
          "'\(kind)' is not a shape; there are circle, polyline, geodesicPolyline, multiPolyline, polygon, multiPolygon, world, layer, tiles, custom"
        )
      }
    } catch let error as WireError {
      throw error
    } catch { throw WireError(.invalidQuery, "overlay '\(id)': \(error)") }
  }

  /// The vertices that a layer counts as. It has its areas in common with all other maps.
  private static let layerVertices = 1_000

  /// The maximum number of points of a geodesic line: one is made for each degree between the given ones.
  private static let geodesicPoints = 1_000_000

  static func geodesic(_ corners: [Coordinate]) throws -> GeodesicPolyline {
    guard GeodesicPolyline.pointCount(through: corners) <= geodesicPoints else {
      throw WireError(
        .invalidQuery, "a geodesic line may have \(geodesicPoints) points, one for each degree; send several")
    }
    return try GeodesicPolyline(corners)
  }

  static func polygon(_ rings: [[MapPoint]]) throws -> Polygon {
    let holes = try rings.dropFirst().map { try Polygon(points: $0) }
    return try Polygon(points: rings.first ?? [], interiorPolygons: holes)
  }
}

extension JSONNode {
  /// Vertices as `[longitude,latitude]`; across the antimeridian, longitudes continue beyond 180.
  var places: [MapPoint]? {
    all { place in
      place.doubles.flatMap { $0.count >= 2 ? try? MapPoint(latitude: $0[1], unwrappedLongitude: $0[0]) : nil }
    }
  }

  /// The error about the first place in nested arrays that is nowhere on the Earth; nil if all of them are.
  ///
  /// - Parameters:
  ///   - path: where this array is, such as `polygon[0]`.
  ///   - owner: the words that follow the path, such as ` of overlay '1'`.
  func misplaced(_ path: String, of owner: String = "") -> WireError? {
    if let place = doubles, place.count >= 2 {
      let (name, value, most) = abs(place[0]) > 540 ? ("longitude", place[0], 540) : ("latitude", place[1], 90)
      guard abs(value) > Double(most) else { return nil }
      return WireError(
        .invalidQuery,
        "'\(path)'\(owner) has the \(name) \(value), which is out of range (-\(most) to \(most)); a place is [longitude,latitude] in degrees"
      )
    }
    for (index, element) in elements.enumerated() {
      if let found = element.misplaced("\(path)[\(index)]", of: owner) { return found }
    }
    return nil
  }
}
