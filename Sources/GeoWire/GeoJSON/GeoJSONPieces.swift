/// Finds the features of a GeoJSON text one after the other, so that each is parsed by itself. A collection of
/// gigabytes then takes the memory of its longest feature.
///
/// It reads a feature collection, a feature, a geometry, and several of them in sequence, as in GeoJSON text sequences
/// (RFC 8142) and with one feature per line. It looks only at brackets and strings; other errors are left to the parser
/// of a piece.
struct GeoJSONPieces {
  private let bytes: UnsafeRawBufferPointer
  private var position: Int
  /// Whether the pieces are elements of a collection.
  private var isInCollection = false

  /// Creates a reader of a text without its byte order mark.
  init(_ bytes: UnsafeRawBufferPointer) { (self.bytes, position) = (bytes, 0) }

  /// Returns the bytes of the next object that is not a collection; nil at the end.
  ///
  /// - Throws: ``GeoJSONFault`` if the text ends too early, or has anything between objects.
  mutating func next() throws(GeoJSONFault) -> Range<Int>? {
    while let byte = skipSeparators() {
      if isInCollection, byte == UInt8(ascii: "]") {
        position += 1
        try leaveCollection()
      } else if byte == UInt8(ascii: "{") {
        if !isInCollection, let features = try features(at: position) {
          (position, isInCollection) = (features, true)
          continue
        }
        let start = position
        position = try end(ofValueAt: start)
        return start..<position
      } else if isInCollection {
        // Not a feature, which the parser of the piece reports.
        let start = position
        position = max(try end(ofValueAt: start), start + 1)
        return start..<position
      } else {
        throw fault("an object of GeoJSON is missing here")
      }
    }
    if isInCollection { throw fault("the text ends in the middle of its features") }
    return nil
  }

  /// The next byte that is neither white space, a comma nor a separator of texts; nil at the end.
  private mutating func skipSeparators() -> UInt8? {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D, 0x1E: break
      case UInt8(ascii: ",") where isInCollection: break
      case let byte: return byte
      }
      position += 1
    }
    return nil
  }

  /// The start of an object's features; nil if it has none of its own.
  private func features(at start: Int) throws(GeoJSONFault) -> Int? {
    var place = start + 1
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        let end = try end(ofValueAt: place)
        let isFeatures = bytes[place..<end].elementsEqual("\"features\"".utf8)
        place = blank(end)
        guard place < bytes.count, bytes[place] == UInt8(ascii: ":") else { return nil }
        place = blank(place + 1)
        if isFeatures, place < bytes.count, bytes[place] == UInt8(ascii: "[") { return place + 1 }
        place = max(try self.end(ofValueAt: place), place + 1)
      case UInt8(ascii: "}"): return nil
      default: place += 1
      }
    }
    return nil
  }

  /// Skips what follows the features in their collection.
  private mutating func leaveCollection() throws(GeoJSONFault) {
    isInCollection = false
    while position < bytes.count, bytes[position] != UInt8(ascii: "}") {
      position = max(try end(ofValueAt: position), position + 1)
    }
    guard position < bytes.count else { throw fault("the feature collection is not closed") }
    position += 1
  }

  private func blank(_ start: Int) -> Int {
    var place = start
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
    return place
  }

  /// The index after an object, array, string or word.
  private func end(ofValueAt start: Int) throws(GeoJSONFault) -> Int {
    var (place, open) = (start, 0)
    while place < bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place += 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
          place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        if open == 0 { return min(place + 1, bytes.count) }
      case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        open -= 1
        if open <= 0 { return open < 0 ? place : place + 1 }
      case UInt8(ascii: ",") where open == 0: return place
      default: break
      }
      place += 1
    }
    if open > 0 { throw fault("the text ends in the middle of an object", at: start) }
    return bytes.count
  }

  private func fault(_ reason: String, at offset: Int? = nil) -> GeoJSONFault {
    GeoJSONFault(path: "", offset: offset ?? position, reason: reason)
  }
}
