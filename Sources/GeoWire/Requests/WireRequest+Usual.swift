import GeoModel
import GeoSupport

extension WireRequest {
  /// Reads the most common form of a request without a parser: a query for one coordinate, with a whole number as its
  /// id and no options. Nil for anything else, valid or not, which ``JSONParser`` parses.
  ///
  /// It only saves work: the parser gives the same result for these lines.
  package init?(usualLine line: UnsafeRawBufferPointer) {
    var text = JSONScanner(bytes: line, tape: [])
    var (hasMethod, hasVersion) = (false, false)
    var id: Int?
    var coordinate: Coordinate?
    guard text.passes("{") else { return nil }
    repeat {
      // Keys in any order, each one once. Their first letters differ.
      switch text.letterInQuotes {
      case UInt8(ascii: "i"):
        guard id == nil, text.passes("\"id\""), text.passes(":"), let number = text.number else { return nil }
        id = JSONNode.plainInteger(number)
        guard id != nil else { return nil }
      case UInt8(ascii: "m"):
        guard !hasMethod, text.passes("\"method\""), text.passes(":"), text.passes("\"reverseGeocode\"") else {
          return nil
        }
        hasMethod = true
      case UInt8(ascii: "p"):
        guard coordinate == nil, text.passes("\"params\""), text.passes(":") else { return nil }
        coordinate = text.coordinateAlone
        guard coordinate != nil else { return nil }
      case UInt8(ascii: "j"):
        guard !hasVersion, text.passes("\"jsonrpc\""), text.passes(":"), text.passes("\"2.0\"") else { return nil }
        hasVersion = true
      default: return nil
      }
    } while text.passes(",")
    guard text.passes("}"), text.isAtEnd, hasMethod, let id, let coordinate else { return nil }
    self.init(
      id: .integer(id), call: .success(.reverseGeocode(WireQuery(query: PlacemarkQuery(coordinate: coordinate)))))
  }
}

// Each of these skips spaces first.
extension JSONScanner {
  /// Skips a text if it comes next.
  @inline(__always) fileprivate mutating func passes(_ text: StaticString) -> Bool {
    skipSpace()
    let length = text.utf8CodeUnitCount
    guard let base = bytes.baseAddress, bytes.count - offset >= length,
      memcmp(base + offset, text.utf8Start, length) == 0
    else { return false }
    offset += length
    return true
  }

  /// The first letter of the next string; 0 if there is none.
  @inline(__always) fileprivate var letterInQuotes: UInt8 {
    mutating get {
      skipSpace()
      return current == UInt8(ascii: "\"") && offset + 1 < bytes.count ? bytes[offset + 1] : 0
    }
  }

  /// The text of the next number; nil if there is none.
  @inline(__always) fileprivate var number: UnsafeRawBufferPointer? {
    mutating get {
      skipSpace()
      let start = offset
      do throws(JSONError) { try passNumber() } catch { return nil }
      return UnsafeRawBufferPointer(rebasing: bytes[start..<offset])
    }
  }

  /// Whether nothing follows.
  @inline(__always) fileprivate var isAtEnd: Bool {
    mutating get {
      skipSpace()
      return offset == bytes.count
    }
  }

  /// The coordinate of `{"coordinate":{"latitude":…,"longitude":…}}`; nil for anything else.
  @inline(__always) fileprivate var coordinateAlone: Coordinate? {
    mutating get {
      guard passes("{"), passes("\"coordinate\""), passes(":"), passes("{"), passes("\"latitude\""), passes(":"),
        let latitude = number, passes(","), passes("\"longitude\""), passes(":"), let longitude = number, passes("}"),
        passes("}")
      else { return nil }
      return try? RequestParameters.coordinate(JSONNode.double(latitude), JSONNode.double(longitude))
    }
  }
}
