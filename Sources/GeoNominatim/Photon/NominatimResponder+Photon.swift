import GeoEngine
import GeoModel
import GeoStore
import GeoWire

extension NominatimResponder {
  /// Responds to Photon's `/reverse` with the named or numbered things around a point, also when nothing is found.
  ///
  /// - Throws: ``StoreError`` when the store cannot be read.
  package func respond(to request: PhotonRequest) throws(StoreError) -> NominatimResponse {
    let results = try results(for: request)
    var json = JSONWriter()
    json.object { json in
      json.member("type", word: "FeatureCollection")
      json.member("features", array: results) { $0.photonFeature($1) }
    }
    return NominatimResponse(contentType: ContentType.json, body: json.bytes)
  }

  /// The things around a point in Photon's order.
  func results(for request: PhotonRequest) throws(StoreError) -> [NominatimResult] {
    let results = try confirmed { () throws(StoreError) in try nearest(request) }
    return request.isSortedByDistance ? results : results.sorted { $0.importance > $1.importance }
  }

  private func nearest(_ request: PhotonRequest) throws(StoreError) -> [NominatimResult] {
    let names = names(for: request.nominatim.languages)
    var results: [NominatimResult] = []
    var known: Set<[String?]> = []
    try NearbySearch(shelf: lookup.shelf).visit(
      around: request.point, withinMeters: request.radiusMeters, request.levels
    ) { found throws(StoreError) in
      let object = try lookup.shelf.object(found.id)
      guard request.tags.wants(object.object.mainTag), try !lookup.linked.isLinked(object) else { return true }
      let place = try lookup.found(object, at: request.point, found.distanceMeters, request.nominatim)
      let situation = ResultBuilder.Situation(
        point: request.point, request: request.nominatim, grounded: place.grounded, names: names)
      let result = try builder.result(place, situation)
      if request.isDeduplicated {
        let fields = result.parts.filter { $0.label == "house_number" || $0.label == "postcode" || $0.label == "road" }
        guard known.insert([result.type, result.name] + fields.map(\.name)).inserted else { return true }
      }
      results.append(result)
      return results.count < request.limit
    }
    return results
  }

  /// Writes an error as Photon does.
  package static func photonResponse(to problem: NominatimProblem) -> NominatimResponse {
    var json = JSONWriter()
    json.object { $0.member("message", problem.message) }
    return NominatimResponse(status: problem.status, contentType: ContentType.json, body: json.bytes)
  }

  /// Responds to Photon's `/status`.
  ///
  /// - Parameter info: the metadata of the store; nil when there is no store.
  package static func photonStatus(_ info: StoreInfo?) -> NominatimResponse {
    var json = JSONWriter()
    json.object { json in
      json.member("status", word: info == nil ? "No database" : "Ok")
      json.member("import_date", info?.metadata.dataDate)
    }
    return NominatimResponse(status: info == nil ? 503 : 200, contentType: ContentType.json, body: json.bytes)
  }
}

extension JSONWriter {
  /// Writes one thing with its address. Each level appears once, and the thing itself is not part of its address.
  fileprivate mutating func photonFeature(_ result: NominatimResult) {
    object { json in
      json.member("type", word: "Feature")
      json.member("properties") { json in
        if let source = result.source {
          json.member("osm_type", source.type.photonLetter)
          json.member("osm_id", source.id)
        }
        json.member("osm_key", result.category)
        json.member("osm_value", result.type)
        json.member("type", PhotonLayer(result.ranks.address).rawValue)
        json.member("name", result.name)
        json.addressFields(result)
        json.member("countrycode", result.countryCode?.uppercased())
        if result.source?.type != .node {
          // From the northwestern to the southeastern corner.
          let box = result.box
          json.member("extent", array: [box.minX, box.maxY, box.maxX, box.minY]) {
            $0.degrees(Double($1) / FixedPoint.unitsPerDegree)
          }
        }
      }
      json.key("geometry")
      json.raw(GeometryText.text(.point(result.center), .geojson))
    }
  }
}

extension SourceReference.ObjectType {
  fileprivate var photonLetter: String {
    switch self {
    case .node: "N"
    case .way: "W"
    case .relation: "R"
    // A row of a table is replaced by the way of its street before this.
    case .table: "T"
    }
  }
}
