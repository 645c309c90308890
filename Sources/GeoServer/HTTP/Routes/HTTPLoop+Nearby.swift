import GeoEngine
import GeoModel
import GeoWire

extension HTTPLoop {
  /// `/nearby`: what is around a point.
  func nearby(_ call: HTTPCall, _ opened: OpenedEngine) -> HTTPReply {
    do throws(WireError) {
      guard state.limit.isNone else {
        throw WireError(.invalidQuery, "this server answers no more than its --max-detail; ask /placemark")
      }
      let query = try NearbyQuery(parameters: call.parameters)
      let things = try nearby(query, opened)
      return .json { $0.things(things) }
    } catch { return .problem(error) }
  }

  private func nearby(_ query: NearbyQuery, _ opened: OpenedEngine) throws(WireError) -> [NearbyThing] {
    do throws(GeocodingError) { return try opened.engine.nearby(query) } catch {
      guard error.code == .serverFailure else { throw WireError(error) }
      // The sentence names files of this machine.
      state.server.noteUnreadable(error.message)
      throw WireError.unreadableStore
    }
  }
}

extension NearbyQuery {
  /// Reads the query of `/nearby`: a coordinate as `/placemark` takes it, `kind` (may be repeated), `radius`, `limit` and `language`.
  ///
  /// - Throws: ``WireError`` that names the parameter.
  init(parameters: [(name: String, value: String)]) throws(WireError) {
    self.init(coordinate: try PlacemarkParameters.coordinate(parameters))
    func first(_ name: String) -> String? { parameters.first { $0.name == name }?.value }
    if let radius = first("radius") { radiusMeters = try PlacemarkParameters.number(radius, "radius") }
    if let text = first("limit") {
      guard let limit = Int(text) else { throw WireError(.invalidQuery, "'limit' must be a whole number") }
      self.limit = limit
    }
    for text in parameters.lazy.filter({ $0.name == "kind" }).map(\.value) {
      guard let kind = NearbyKind(text) else {
        throw WireError(.invalidQuery, "'kind' must be street, house, settlement, or a tag such as amenity=fuel")
      }
      kinds.append(kind)
    }
    var query = PlacemarkQuery(coordinate: coordinate)
    let named = parameters.filter { $0.name == "languages" } + parameters.filter { $0.name == "language" }
    _ = try TextOptions(named.map { ("languages", $0.value) }).readOptions(into: &query)
    languages = query.languages
  }
}
