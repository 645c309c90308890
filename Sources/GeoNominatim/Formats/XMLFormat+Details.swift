import GeoStore
import GeoWire

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
