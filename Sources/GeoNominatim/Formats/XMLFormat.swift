import GeoModel
import GeoStore
import GeoSupport

/// The format `xml`: one element each for the answer, its address and every other requested part.
enum XMLFormat {
  /// Writes the document.
  static func write(_ result: NominatimResult?, _ request: NominatimRequest, to bytes: inout [UInt8]) {
    var xml = XMLWriter()
    swap(&xml.bytes, &bytes)
    defer { swap(&xml.bytes, &bytes) }
    xml.raw(XMLWriter.declaration)
    xml.element("reversegeocode") { xml in
      xml.attribute("timestamp", UTCTime.now().inHeaders(zone: "+00:00"))
      xml.attribute("attribution", "\(Attribution.line)")
      xml.attribute("querystring", query(request))
    } content: { xml in
      if let result { write(result, request, &xml) } else { xml.element("error", "\(Attribution.nothingFound)") }
    }
  }

  /// The request as a URL query, without default values.
  private static func query(_ request: NominatimRequest) -> String {
    let point = "lat=\(request.latitude)&lon=\(request.longitude)&format=xml"
    return request.zoom.map { point + "&zoom=\($0)" } ?? point
  }

  /// Writes the elements of an answer.
  private static func write(_ result: NominatimResult, _ request: NominatimRequest, _ xml: inout XMLWriter) {
    xml.element("result", attributes: { attributes(result, request, &$0) }, content: { $0.text(result.displayName) })
    if request.geometry == .kml, let shape = result.shape {
      xml.element("geokml", content: { $0.bytes += GeometryText.text(shape, .kml) })
    }
    if request.includesAddress, !result.parts.isEmpty {
      xml.element(
        "addressparts",
        content: { xml in
          AddressFields.visit(result) { label, level, value in
            xml.element(XMLName(level.map { label + String($0) } ?? label), value)
          }
        })
    }
    if request.includesExtraTags { xml.element("extratags", content: { tags(result.extraTags, &$0) }) }
    if request.includesNames {
      xml.element(
        "namedetails",
        content: { xml in
          for name in result.names {
            xml.element("name", attributes: { $0.attribute("desc", name.key) }, content: { $0.text(name.value) })
          }
        })
    }
    if request.includesEntrances {
      let entrances = result.entrances ?? []
      xml.element("entrances", content: { xml in for entrance in entrances { self.entrance(entrance, &xml) } })
    }
  }

  /// Writes the id, position, ranks and shape of the answer as attributes.
  private static func attributes(_ result: NominatimResult, _ request: NominatimRequest, _ xml: inout XMLWriter) {
    if let id = result.placeID { xml.attribute("place_id", String(id)) }
    if let source = result.source {
      xml.attribute("osm_type", source.type.rawValue)
      xml.attribute("osm_id", String(source.id))
    }
    // Old clients read the name from here when there is no reference.
    if let reference = result.names.first(where: { $0.key == "ref" })?.value ?? result.name {
      xml.attribute("ref", reference)
    }
    xml.attribute("lat", result.center.y)
    xml.attribute("lon", result.center.x)
    // South, north, west, east, as the documentation lists them.
    xml.attribute("boundingbox", result.box.minY, result.box.maxY, result.box.minX, result.box.maxX)
    xml.attribute("place_rank", String(result.ranks.search))
    xml.attribute("address_rank", String(result.ranks.address))
    // KML is XML itself and becomes an element of its own.
    guard let shape = result.shape, let format = request.geometry, format != .kml else { return }
    let name: XMLName =
      switch format {
      case .geojson: "geojson"
      case .kml: "geokml"
      case .svg: "geosvg"
      case .text: "geotext"
      }
    xml.attribute(name, String(decoding: GeometryText.text(shape, format), as: UTF8.self))
  }

  /// Writes tags as empty elements.
  private static func tags(_ tags: [MapTag], _ xml: inout XMLWriter) {
    for tag in tags {
      xml.element("tag") { xml in
        xml.attribute("key", tag.key)
        xml.attribute("value", tag.value)
      }
    }
  }

  /// Writes an entrance with its tags.
  private static func entrance(_ entrance: MapEntrance, _ xml: inout XMLWriter) {
    xml.element("entrance") { xml in
      xml.attribute("osm_id", String(entrance.source.id))
      xml.attribute("type", entrance.kind)
      xml.attribute("lat", entrance.point.y)
      xml.attribute("lon", entrance.point.x)
    } content: {
      tags(entrance.extraTags, &$0)
    }
  }
}
