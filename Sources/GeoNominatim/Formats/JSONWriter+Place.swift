import GeoModel
import GeoStore
import GeoWire

// The formats `json` and `jsonv2`. Latitudes, longitudes and the box are texts there, ids and ranks numbers.

extension JSONWriter {
  /// The whole answer; the two formats differ in the key of the main tag.
  mutating func place(_ result: NominatimResult, _ request: NominatimRequest) {
    object { json in
      json.identity(result, isLicensed: true)
      json.degreesMembers(result.center)
      json.member(request.format == .json ? "class" : "category", result.category)
      json.member("type", result.type)
      json.member("place_rank", result.ranks.search)
      json.description(result)
      json.details(result, request)
      json.member("boundingbox", array: [result.box.minY, result.box.maxY, result.box.minX, result.box.maxX]) {
        $0.degreesText($1)
      }
      json.shape(result.shape, request.geometry)
    }
  }

  /// The row and the OpenStreetMap object, neither of the world layer; between them whose data it is, where a format wants that.
  mutating func identity(_ result: NominatimResult, isLicensed: Bool = false) {
    if let id = result.placeID { member("place_id", id) }
    if isLicensed { member("licence", word: Attribution.line) }
    guard let source = result.source else { return }
    member("osm_type", source.type.rawValue)
    member("osm_id", source.id)
  }

  /// Importance and names.
  mutating func description(_ result: NominatimResult) {
    member("importance", number: result.importance)
    member("addresstype", result.addressType)
    member("name", result.name ?? "")
    member("display_name", result.displayName)
  }

  /// The parts that are there when they are asked for. Of the address the finest part of a label counts.
  mutating func details(_ result: NominatimResult, _ request: NominatimRequest) {
    if request.includesAddress {
      member("address") { json in
        AddressFields.visit(result) { label, level, value in
          json.dynamicMember(level.map { label + String($0) } ?? label, value)
        }
      }
    }
    if request.includesEntrances { entrances(result.entrances) }
    if request.includesExtraTags { tags("extratags", result.extraTags) }
    if request.includesNames { tags("namedetails", result.names) }
  }

  /// The shape under the key of its format: GeoJSON as an object, all others as text.
  private mutating func shape(_ shape: MapGeometry?, _ format: GeometryFormat?) {
    guard let shape, let format else { return }
    let text = GeometryText.text(shape, format)
    switch format {
    case .geojson:
      key("geojson")
      raw(text)
    case .kml: member("geokml", String(decoding: text, as: UTF8.self))
    case .svg: member("svg", String(decoding: text, as: UTF8.self))
    case .text: member("geotext", String(decoding: text, as: UTF8.self))
    }
  }

  /// Tags as an object; of a repeated key the first counts.
  mutating func tags(_ name: StaticString, _ tags: [MapTag]) {
    member(name) { json in for tag in tags { json.dynamicMember(tag.key, tag.value) } }
  }

  /// The list of doors, `null` when none is known.
  mutating func entrances(_ entrances: [MapEntrance]?) {
    guard let entrances else {
      key("entrances")
      return null()
    }
    member("entrances", array: entrances) { json, entrance in
      json.object { json in
        json.member("osm_id", entrance.source.id)
        json.member("type", entrance.kind)
        json.degreesMembers(entrance.point)
        if !entrance.extraTags.isEmpty { json.tags("extratags", entrance.extraTags) }
      }
    }
  }

  /// A point as two texts.
  private mutating func degreesMembers(_ point: FixedPoint) {
    key("lat")
    degreesText(point.y)
    key("lon")
    degreesText(point.x)
  }
}

/// The fields of an address in their order, for the formats that list them by label.
enum AddressFields {
  /// Codes of subdivisions are listed under this label and the level of the boundary.
  private static let subdivisionLabel = "ISO3166-2-lvl"

  /// Visits label and value of each field, finest first, the code of the country last. A label is visited once.
  ///
  /// - Parameter body: is called with a label, the number that belongs behind it if any, and the value.
  @inline(__always)
  static func visit(_ result: NominatimResult, _ body: (_ label: String, _ level: UInt8?, _ value: String) -> Void) {
    for (index, part) in result.parts.enumerated() {
      // A dozen parts at most: looking back is quicker than a set.
      if !result.parts[..<index].contains(where: { $0.label == part.label }) { body(part.label, nil, part.name) }
      if let code = part.subdivisionCode, let level = part.adminLevel { body(subdivisionLabel, level, code) }
    }
    if let code = result.countryCode { body("country_code", nil, code) }
  }
}
