import GeoMap
import GeoModel
import GeoWire

/// An annotation, as a client has set it.
struct WireAnnotation: HeadedAnnotation {
  var id: AnnotationID
  var coordinate: Coordinate
  var title: String?
  var subtitle: String?
  var heading: Double?
  /// The appearance of its view; nil for that of its template, or else the default.
  var view: MapViewLook?
  /// The client's own data as JSON.
  var data: [UInt8]?

  /// Creates an annotation with a title alone.
  init(id: AnnotationID, coordinate: Coordinate, title: String?) {
    (self.id, self.coordinate, self.title) = (id, coordinate, title)
  }

  /// Reads an annotation.
  ///
  /// - Parameters:
  ///   - unnamed: the id if none is given; nil if an id is required.
  ///   - known: the existing annotation with an id; nil for a new one, which needs a coordinate.
  ///   - overlay: the overlay of the map with an id; nil for none.
  init(
    _ node: JSONNode, unnamed: AnnotationID? = nil, known: (AnnotationID) -> (any Annotation)? = { _ in nil },
    overlay: (OverlayID) -> (any Overlay)? = { _ in nil }
  ) throws(WireError) {
    let json = MapParameters(node)
    if let unnamed, json.value("id") == nil {
      id = unnamed
    } else {
      id = try json.annotationID("id")
      guard id.isClients else {
        throw WireError(.invalidQuery, "'id' may not begin with '\(AnnotationID.clusterWord)', as clusters' ids do")
      }
    }
    let old = known(id)
    // An overlay serves as an annotation too: it has a coordinate, and perhaps a title.
    let shape = json.value("overlay") == nil ? nil : overlay(try json.overlayID("overlay"))
    guard shape != nil || json.value("overlay") == nil else {
      throw WireError(.invalidQuery, MapError.unknownOverlay(try json.overlayID("overlay")).description)
    }
    let name = id
    let said = try json.coordinate("coordinate", of: "annotation '\(name)'")
    guard let coordinate = said ?? shape?.coordinate ?? old?.coordinate else {
      throw WireError(
        .invalidQuery,
        "annotation '\(id)' needs a 'coordinate': {\"latitude\":…,\"longitude\":…}, or the id of an 'overlay' of the map"
      )
    }
    self.coordinate = coordinate
    title = try json.string("title") ?? shape?.title ?? old?.title
    subtitle = try json.string("subtitle") ?? shape?.subtitle ?? old?.subtitle
    heading = try json.number("heading", in: -360...360) ?? (old as? any HeadedAnnotation)?.heading
    let own = old as? WireAnnotation
    view = try json.value("view").map { (node) throws(WireError) in try MapViewLook(node) } ?? own?.view
    data = try json.data("annotation '\(id)'") ?? own?.data
  }
}

extension MapParameters {
  /// The maximum bytes of `data`.
  static let dataBytes = 4_096

  /// The client's own data as JSON.
  func data(_ owner: String) throws(WireError) -> [UInt8]? {
    guard let node = value("data") else { return nil }
    let data = node.isString ? [UInt8(ascii: "\"")] + Array(node.text) + [UInt8(ascii: "\"")] : Array(node.text)
    guard data.count <= MapParameters.dataBytes else {
      throw WireError(.invalidQuery, "'data' of \(owner) is longer than \(MapParameters.dataBytes) bytes")
    }
    return data
  }
}

extension AnnotationColumns {
  /// The maximum number of rows in one request.
  static let wireRows = 100_000

  /// Reads `{"ids":[…],"latitudes":[…],"longitudes":[…],"titles":[…],"subtitles":[…],"headings":[…]}`.
  init(wire json: MapParameters) throws(WireError) {
    let numbers = "an array of numbers, one for each id"
    let texts = "an array of texts, one for each id"
    let ids = try json.annotationIDs("ids") ?? []
    guard ids.count <= AnnotationColumns.wireRows else {
      throw WireError(.invalidQuery, "columns may hold \(AnnotationColumns.wireRows) rows at most; send several")
    }
    guard ids.allSatisfy(\.isClients) else {
      throw WireError(.invalidQuery, "'ids' may not begin with '\(AnnotationID.clusterWord)', as clusters' ids do")
    }
    let latitudes = try json.needed("latitudes", numbers) { $0.doubles }
    let longitudes = try json.needed("longitudes", numbers) { $0.doubles }
    let titles = try json.member("titles", texts) { $0.strings }
    let subtitles = try json.member("subtitles", texts) { $0.strings }
    let headings = try json.member("headings", numbers) { $0.doubles }
    do throws(MapError) {
      try self.init(
        ids: ids, latitudes: latitudes, longitudes: longitudes, titles: titles, subtitles: subtitles, headings: headings
      )
    } catch { throw WireError(.invalidQuery, error.description) }
  }
}
