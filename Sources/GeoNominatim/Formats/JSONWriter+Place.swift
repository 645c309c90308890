import GeoModel
import GeoStore
import GeoWire

// The formats `json` and `jsonv2`. Latitudes, longitudes and the box are texts there, ids and ranks numbers.

extension JSONWriter {
  /// The whole answer; the two formats differ in the key of the main tag.
  mutating func place(_ result: NominatimResult, _ request: NominatimRequest) {
    beginObject()
    identity(result)
    key("lat")
    degreesText(result.center.y)
    key("lon")
    degreesText(result.center.x)
    if request.format == .json { key("class") } else { key("category") }
    string(result.category)
    member("type", result.type)
    key("place_rank")
    integer(result.ranks.search)
    description(result)
    details(result, request)
    key("boundingbox")
    beginArray()
    for edge in [result.box.minY, result.box.maxY, result.box.minX, result.box.maxX] { degreesText(edge) }
    endArray()
    shape(result.shape, request.geometry)
    endObject()
  }

  /// Which object it is, and whose data.
  private mutating func identity(_ result: NominatimResult) {
    placeID(result)
    key("licence")
    word(Attribution.line)
    object(result.source)
  }

  /// The row; nothing for the world layer.
  mutating func placeID(_ result: NominatimResult) {
    guard let id = result.placeID else { return }
    key("place_id")
    integer(id)
  }

  /// The OpenStreetMap object; nothing for the world layer.
  mutating func object(_ source: SourceReference?) {
    guard let source else { return }
    key("osm_type")
    switch source.type {
    case .node: word("node")
    case .way: word("way")
    case .relation: word("relation")
    }
    key("osm_id")
    integer(source.id)
  }

  /// Importance and names.
  mutating func description(_ result: NominatimResult) {
    key("importance")
    number(result.importance)
    member("addresstype", result.addressType)
    member("name", result.name ?? "")
    member("display_name", result.displayName)
  }

  /// The parts that are there when they are asked for.
  mutating func details(_ result: NominatimResult, _ request: NominatimRequest) {
    if request.includesAddress { address(result) }
    if request.includesEntrances { entrances(result.entrances) }
    if request.includesExtraTags {
      key("extratags")
      tags(result.extraTags)
    }
    if request.includesNames {
      key("namedetails")
      tags(result.names)
    }
  }

  /// The parts of the address by their labels; the finest part of a label counts.
  private mutating func address(_ result: NominatimResult) {
    key("address")
    beginObject()
    AddressFields.visit(result) { label, level, value in
      if let level { dynamicMember(label + String(level), value) } else { dynamicMember(label, value) }
    }
    endObject()
  }

  /// The shape under the key of its format: GeoJSON as an object, all others as text.
  private mutating func shape(_ shape: MapGeometry?, _ format: GeometryFormat?) {
    guard let shape, let format else { return }
    switch format {
    case .geojson: key("geojson")
    case .kml: key("geokml")
    case .svg: key("svg")
    case .text: key("geotext")
    }
    if format == .geojson {
      raw(GeometryText.geoJSON(shape))
    } else {
      string(String(decoding: GeometryText.text(shape, format), as: UTF8.self))
    }
  }
}

extension JSONWriter {
  /// Tags as an object; of a repeated key the first counts.
  mutating func tags(_ tags: [MapTag]) {
    beginObject()
    for tag in tags { dynamicMember(tag.key, tag.value) }
    endObject()
  }

  /// The list of doors, `null` when none is known.
  mutating func entrances(_ entrances: [MapEntrance]?) {
    key("entrances")
    guard let entrances else { return null() }
    beginArray()
    for entrance in entrances {
      beginObject()
      key("osm_id")
      integer(entrance.source.id)
      member("type", entrance.kind)
      key("lat")
      degreesText(entrance.point.y)
      key("lon")
      degreesText(entrance.point.x)
      if !entrance.extraTags.isEmpty {
        key("extratags")
        tags(entrance.extraTags)
      }
      endObject()
    }
    endArray()
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
