import CExpat
import GeoSupport

/// The relevant elements of OpenStreetMap's XML.
enum OSMXMLElement {
  case osm, osmChange, create, modify, delete, bounds, meta, remark, center, node, way, relation, tag, nd, member, other

  /// Finds an element by its name.
  init(_ name: UnsafePointer<XML_Char>) {
    // The frequent ones come first, distinguished by their first letters.
    switch UInt8(bitPattern: name[0]) {
    case UInt8(ascii: "n"): self = Self.isEqual(name, "node") ? .node : Self.isEqual(name, "nd") ? .nd : .other
    case UInt8(ascii: "t"): self = Self.isEqual(name, "tag") ? .tag : .other
    case UInt8(ascii: "w"): self = Self.isEqual(name, "way") ? .way : .other
    default: self = Self.seldom.first { Self.isEqual(name, $0.name) }?.element ?? .other
    }
  }

  private static let seldom: [(name: StaticString, element: OSMXMLElement)] = [
    ("member", .member), ("relation", .relation), ("create", .create), ("modify", .modify), ("delete", .delete),
    ("bounds", .bounds), ("meta", .meta), ("remark", .remark), ("osm", .osm),
    ("osmChange", .osmChange), ("center", .center),
  ]

  /// Whether a zero-terminated text equals another one.
  static func isEqual(_ name: UnsafePointer<XML_Char>, _ text: StaticString) -> Bool {
    strcmp(name, UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
  }

  /// The type of a member of a relation.
  static func memberType(_ text: UnsafePointer<XML_Char>) -> OSMObjectType? {
    if isEqual(text, "node") { return .node }
    if isEqual(text, "way") { return .way }
    return isEqual(text, "relation") ? .relation : nil
  }
}

/// The attributes of an element: expat's list of alternating names and values. Valid during its callback.
struct OSMXMLAttributes {
  private let list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>

  init(_ list: UnsafeMutablePointer<UnsafePointer<XML_Char>?>) { self.list = list }

  /// Whether an attribute has this value.
  func has(_ name: StaticString, _ text: StaticString) -> Bool {
    value(name).map { OSMXMLElement.isEqual($0, text) } ?? false
  }

  /// The value of an attribute as an integer; nil if it is missing or not one.
  func integer(_ name: StaticString) -> Int64? {
    guard let text = value(name), text[0] != 0 else { return nil }
    var end: UnsafeMutablePointer<CChar>?
    errno = 0
    let number = strtoll(text, &end, 10)
    return errno == 0 && end?.pointee == 0 ? Int64(number) : nil
  }

  /// The value of an attribute in degrees, as 1e-7 degree rounded to the nearest; nil if it is missing or not a number.
  func coordinate(_ name: StaticString) -> Int32? { value(name).flatMap(OSMXMLAttributes.units) }

  /// The box of a `bounds` element; nil if it is incomplete.
  var box: OSMBoundingBox? {
    guard let west = coordinate("minlon"), let south = coordinate("minlat"), let east = coordinate("maxlon"),
      let north = coordinate("maxlat")
    else { return nil }
    return OSMBoundingBox(minX: west, minY: south, maxX: east, maxY: north)
  }

  /// The zero-terminated value of an attribute; nil if it is missing.
  func value(_ name: StaticString) -> UnsafePointer<XML_Char>? {
    var index = 0
    while let key = list[index] {
      if OSMXMLElement.isEqual(key, name) { return list[index + 1] }
      index += 2
    }
    return nil
  }

  /// Converts degrees to 1e-7 degree. Decimal notation is parsed exactly, any other (`1e-05`) by the C library.
  private static func units(_ text: UnsafePointer<XML_Char>) -> Int32? {
    var position = text
    let isNegative = position[0] == CChar(bitPattern: UInt8(ascii: "-"))
    if isNegative { position += 1 }
    var (number, decimals, digits) = (Int64(0), -1, 0)
    while digits < 16 {
      let character = UInt8(bitPattern: position[0])
      if character == UInt8(ascii: "."), decimals < 0 {
        decimals = 0
      } else if case UInt8(ascii: "0")...UInt8(ascii: "9") = character {
        number = number * 10 + Int64(character - UInt8(ascii: "0"))
        digits += 1
        if decimals >= 0 { decimals += 1 }
      } else {
        break
      }
      position += 1
    }
    guard position[0] == 0, digits > 0 else { return unitsOfAnyNumber(text) }
    decimals = max(0, decimals)
    while decimals < 7 {
      // Sixteen digits before the decimal point would overflow 64 bits.
      guard number <= Int64(Int32.max) else { return nil }
      number *= 10
      decimals += 1
    }
    var rest: Int64 = 1
    while decimals > 7 {
      rest *= 10
      decimals -= 1
    }
    number = (number + rest / 2) / rest
    return Int32(exactly: isNegative ? -number : number)
  }

  private static func unitsOfAnyNumber(_ text: UnsafePointer<XML_Char>) -> Int32? {
    var end: UnsafeMutablePointer<CChar>?
    let degrees = strtod(text, &end)
    guard let end, end != text, end.pointee == 0 else { return nil }
    return Int32(exactly: (degrees * 1e7).rounded())
  }
}

extension OSMFileHeader {
  /// Seconds since 1970 of a timestamp such as `2025-02-15T21:21:10Z`; nil if it is not one.
  public static func seconds(_ moment: String) -> Int64? { UTCTime.seconds(of: moment).map(Int64.init) }
}
