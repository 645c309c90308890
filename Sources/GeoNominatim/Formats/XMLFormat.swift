import GeoModel
import GeoStore
import GeoWire

/// The format `xml`: one element each for the answer, its address and whatever else was asked for.
enum XMLFormat {
  /// Writes the document.
  static func write(_ result: NominatimResult?, _ request: NominatimRequest, to bytes: inout [UInt8]) {
    var xml = XMLWriter()
    swap(&xml.bytes, &bytes)
    defer { swap(&xml.bytes, &bytes) }
    xml.raw("<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n")
    xml.start("reversegeocode")
    xml.attribute("timestamp", HTTPDate.now())
    xml.attribute("attribution") { $0.append(Attribution.line) }
    xml.attribute("querystring", query(request))
    xml.endStart()
    if let result { write(result, request, &xml) } else { xml.element("error", "\(Attribution.nothingFound)") }
    xml.end("reversegeocode")
  }

  /// The request as it would be written in a URL, without what is as usual.
  private static func query(_ request: NominatimRequest) -> String {
    let point = "lat=\(request.latitude)&lon=\(request.longitude)&format=xml"
    return request.zoom.map { point + "&zoom=\($0)" } ?? point
  }

  /// The elements of an answer that was found.
  private static func write(_ result: NominatimResult, _ request: NominatimRequest, _ xml: inout XMLWriter) {
    place(result, request, &xml)
    if request.geometry == .kml, let shape = result.shape {
      xml.start("geokml")
      xml.endStart()
      xml.bytes += GeometryText.text(shape, .kml)
      xml.end("geokml")
    }
    if request.includesAddress, !result.parts.isEmpty { address(result, &xml) }
    if request.includesExtraTags { tags(result.extraTags, &xml) }
    if request.includesNames { names(result.names, &xml) }
    if request.includesEntrances { entrances(result.entrances ?? [], &xml) }
  }

  // MARK: The answer

  /// The element of the answer: ids, place and ranks as attributes, the address as text.
  private static func place(_ result: NominatimResult, _ request: NominatimRequest, _ xml: inout XMLWriter) {
    xml.start("result")
    identity(result, &xml)
    xml.attribute("lat") { JSONWriter.appendDegrees(result.center.y, to: &$0) }
    xml.attribute("lon") { JSONWriter.appendDegrees(result.center.x, to: &$0) }
    xml.attribute("boundingbox") { append(result.box, to: &$0) }
    xml.attribute("place_rank", String(result.ranks.search))
    xml.attribute("address_rank", String(result.ranks.address))
    shape(result.shape, request.geometry, &xml)
    xml.endStart()
    xml.text(result.displayName)
    xml.end("result")
  }

  /// Which object it is.
  private static func identity(_ result: NominatimResult, _ xml: inout XMLWriter) {
    if let id = result.placeID { xml.attribute("place_id", String(id)) }
    if let source = result.source {
      xml.attribute("osm_type", source.type.rawValue)
      xml.attribute("osm_id", String(source.id))
    }
    // Old clients take the name from here when there is no reference.
    if let reference = result.names.first(where: { $0.key == "ref" })?.value ?? result.name {
      xml.attribute("ref", reference)
    }
  }

  /// South, north, west, east, as the documentation lists them.
  private static func append(_ box: FixedBox, to bytes: inout [UInt8]) {
    for (index, edge) in [box.minY, box.maxY, box.minX, box.maxX].enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      JSONWriter.appendDegrees(edge, to: &bytes)
    }
  }

  /// The shape as an attribute, except KML, which is XML itself and stands beside.
  private static func shape(_ shape: MapGeometry?, _ format: GeometryFormat?, _ xml: inout XMLWriter) {
    guard let shape, let format else { return }
    switch format {
    case .geojson: xml.attribute("geojson", String(decoding: GeometryText.geoJSON(shape), as: UTF8.self))
    case .svg: xml.attribute("geosvg", String(decoding: GeometryText.text(shape, .svg), as: UTF8.self))
    case .text: xml.attribute("geotext") { $0 += GeometryText.text(shape, .text) }
    case .kml: break
    }
  }
}

extension [UInt8] {
  /// Appends a constant.
  mutating func append(_ text: StaticString) {
    append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }
}

extension XMLFormat {
  /// The parts of the address, each an element named by its label.
  static func address(_ result: NominatimResult, _ xml: inout XMLWriter) {
    xml.raw("<addressparts>")
    AddressFields.visit(result) { label, level, value in
      xml.element(level.map { label + String($0) } ?? elementName(label), value)
    }
    xml.raw("</addressparts>")
  }

  /// Labels come from tags, which may hold what no name of an element may.
  private static func elementName(_ label: String) -> String {
    func isNameByte(_ byte: UInt8) -> Bool {
      (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte >= 0x80
        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
    }
    if label.utf8.allSatisfy(isNameByte) { return label }
    let bytes = label.utf8.map { isNameByte($0) ? $0 : UInt8(ascii: "_") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Tags as empty elements.
  static func tags(_ tags: [MapTag], _ xml: inout XMLWriter) {
    xml.raw("<extratags>")
    for tag in tags { self.tag(tag, &xml) }
    xml.raw("</extratags>")
  }

  /// Names as elements with a text.
  static func names(_ names: [MapTag], _ xml: inout XMLWriter) {
    xml.raw("<namedetails>")
    for name in names {
      xml.start("name")
      xml.attribute("desc", name.key)
      xml.endStart()
      xml.text(name.value)
      xml.end("name")
    }
    xml.raw("</namedetails>")
  }

  /// Doors with their tags.
  static func entrances(_ entrances: [MapEntrance], _ xml: inout XMLWriter) {
    xml.raw("<entrances>")
    for entrance in entrances {
      xml.start("entrance")
      xml.attribute("osm_id", String(entrance.source.id))
      xml.attribute("type", entrance.kind)
      xml.attribute("lat") { JSONWriter.appendDegrees(entrance.point.y, to: &$0) }
      xml.attribute("lon") { JSONWriter.appendDegrees(entrance.point.x, to: &$0) }
      xml.endStart()
      for tag in entrance.extraTags { self.tag(tag, &xml) }
      xml.end("entrance")
    }
    xml.raw("</entrances>")
  }

  /// One tag as an empty element.
  private static func tag(_ tag: MapTag, _ xml: inout XMLWriter) {
    xml.start("tag")
    xml.attribute("key", tag.key)
    xml.attribute("value", tag.value)
    xml.endEmpty()
  }
}
