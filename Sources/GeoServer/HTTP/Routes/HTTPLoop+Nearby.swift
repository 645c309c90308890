import GeoEngine
import GeoModel
import GeoWire

extension HTTPLoop {
  /// Answers `/nearby`: the objects around a point.
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
      // The engine's message names files of this machine, so it goes only to the log.
      state.server.noteUnreadable(error.message)
      throw WireError.unreadableStore
    }
  }
}

extension NearbyQuery {
  /// Parses the parameters of `/nearby`: a coordinate as in `/placemark`, `kind` (repeatable), `radius`, `limit` and
  /// `language`.
  ///
  /// - Throws: ``WireError`` that names the parameter.
  init(parameters: [(name: String, value: String)]) throws(WireError) {
    let names = ["radius": "radiusMeters", "limit": "limit", "languages": "languages", "language": "languages"]
    let options = parameters.compactMap { name, value in names[name].map { ($0, value) } }
    self = try TextOptions(options, labels: ["radiusMeters": "radius", "kinds": "kind"]).nearby(
      try PlacemarkParameters.coordinate(parameters), kinds: parameters.lazy.filter { $0.name == "kind" }.map(\.value))
  }
}
