import GeoModel
import GeoStore
import GeoWire

// The formats `json` and `jsonv2`. Latitudes, longitudes and the box are strings there, ids and ranks are numbers.

extension JSONWriter {
  /// Writes the whole answer. The two formats differ in the key of the main tag.
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

  /// Writes the store's id and the OpenStreetMap object, which things of the world layer lack.
  ///
  /// A format may require the license between the two.
  mutating func identity(_ result: NominatimResult, isLicensed: Bool = false) {
    if let id = result.placeID { member("place_id", id) }
    if isLicensed { member("licence", word: Attribution.line) }
    guard let source = result.source else { return }
    member("osm_type", source.type.rawValue)
    member("osm_id", source.id)
  }

  /// Writes importance and names.
  mutating func description(_ result: NominatimResult) {
    member("importance", number: result.importance)
    member("addresstype", result.addressType)
    member("name", result.name ?? "")
    member("display_name", result.displayName)
  }

  /// Writes the optional parts if they were requested. In the address, the finest part of each label is used.
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

  /// Writes the shape under the key of its format: GeoJSON as an object, all others as text.
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

  /// Writes tags as an object.
  ///
  /// Their keys must be distinct.
  mutating func tags(_ name: StaticString, _ tags: [MapTag]) {
    member(name) { json in for tag in tags { json.dynamicMember(tag.key, tag.value) } }
  }

  /// Writes the list of entrances; `null` when none is known.
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

  /// Writes a point as two strings.
  private mutating func degreesMembers(_ point: FixedPoint) {
    key("lat")
    degreesText(point.y)
    key("lon")
    degreesText(point.x)
  }
}

/// The fields of an address in order, for the formats that list them by label.
enum AddressFields {
  /// The label for codes of subdivisions, followed by the level of the boundary.
  private static let subdivisionLabel = "ISO3166-2-lvl"

  /// Visits the label and value of each field, finest first, with the country code last. A label is visited once.
  ///
  /// - Parameter body: receives a label, the number to append to it (if any), and the value.
  @inline(__always)
  static func visit(_ result: NominatimResult, _ body: (_ label: String, _ level: UInt8?, _ value: String) -> Void) {
    for (index, part) in result.parts.enumerated() {
      // There are at most a dozen parts, so a search is faster than a set.
      if !result.parts[..<index].contains(where: { $0.label == part.label }) { body(part.label, nil, part.name) }
      if let code = part.subdivisionCode, let level = part.adminLevel { body(subdivisionLabel, level, code) }
    }
    if let code = result.countryCode { body("country_code", nil, code) }
  }
}
