import GeoModel
import GeoWire

extension GeoClient {
  /// Gives the watches of this client areas: from now on those whose template asks for `layers` tell when they are entered and left. No other client
  /// hears of them. They survive a restart of the daemon.
  ///
  /// - Parameters:
  ///   - layer: what the layer is called: small letters, digits and `_`. One with the same name is replaced.
  ///   - geoJSON: a text of GeoJSON with polygons, longitude first, also with a feature on each line: 5,000 corners for all layers of a client at most.
  ///   - nameProperty: the property that is an area's name; nil: `name`.
  ///   - properties: properties that events tell besides.
  /// - Returns: how many areas the layer has.
  /// - Throws: ``GeocodingError`` `.invalidQuery` that says what is wrong with the areas, or why the daemon cannot take them.
  @discardableResult
  public func setAreas(
    _ layer: String, geoJSON: String, nameProperty: String? = nil, properties: [String] = []
  ) async throws(GeocodingError) -> Int {
    let text: [UInt8]
    do throws(OwnAreaReader.Failure) {
      let wish = OwnAreaReader.Wish(name: nameProperty, properties: properties)
      text = try OwnAreaReader.collection(Array(geoJSON.utf8), wish)
    } catch { throw GeocodingError(.invalidQuery, error.message) }
    func params(_ writer: inout JSONWriter) {
      writer.member("layer", layer)
      writer.member("nameProperty", nameProperty)
      if !properties.isEmpty { writer.member("properties", properties) }
      writer.key("areas")
      writer.raw(text)
    }
    let count: Int = try await connection.call("areas.set", params) { $0.member("areas")?.integer }
    var writer = JSONWriter()
    writer.request("areas.set", id: .absent, params: params)
    writer.endLine()
    let line = writer.bytes
    connection.state.withLock { $0.areas[layer] = line }
    return count
  }

  /// Takes areas away again; what was entered is left then.
  ///
  /// - Returns: whether there was such a layer.
  @discardableResult
  public func removeAreas(_ layer: String) async throws(GeocodingError) -> Bool {
    connection.state.withLock { $0.areas[layer] = nil }
    return try await connection.call("areas.remove", { $0.member("layer", layer) }, { $0.member("removed")?.bool })
  }
}
