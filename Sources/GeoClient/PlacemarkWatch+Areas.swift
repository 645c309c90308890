import GeoModel
import GeoWire

extension GeoClient {
  /// Sets areas for the watches of this client. Watches whose template asks for `layers` then report when the areas are
  /// entered and left. Other clients do not see the areas. They survive a restart of the daemon.
  ///
  /// - Parameters:
  ///   - layer: the name of the layer: lower-case letters, digits and `_`. A layer with the same name is replaced.
  ///   - geoJSON: GeoJSON text with polygons, longitude first; one feature on each line is allowed too. All layers of a
  ///     client may have 5,000 corners.
  ///   - nameProperty: the property with an area's name; nil for `name`, or else the feature's id.
  ///   - properties: further properties that events include.
  /// - Returns: the number of areas in the layer.
  /// - Throws: ``GeocodingError`` `.invalidQuery` that says what is wrong with the areas, or why the daemon cannot
  ///   accept them.
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

  /// Removes areas; watches leave those that were entered.
  ///
  /// - Returns: whether there was such a layer.
  @discardableResult
  public func removeAreas(_ layer: String) async throws(GeocodingError) -> Bool {
    connection.state.withLock { $0.areas[layer] = nil }
    return try await connection.call("areas.remove", { $0.member("layer", layer) }, { $0.member("removed")?.bool })
  }
}
