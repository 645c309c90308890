import GeoModel
import GeoSupport

/// Reads custom areas from a GeoJSON text: each feature with a polygon is an area.
///
/// A feature without one, or with an invalid polygon, is counted and left out; the others are kept. A line from one
/// side of longitude 180 to the other takes the short way, unless it goes around the Earth along a parallel.
package struct OwnAreaReader {
  /// The properties to read from features.
  package struct Wish: Hashable, Sendable {
    /// The property with an area's name; nil for one of ``usualNames``.
    ///
    /// Without a name, the id is used, or else the number of the feature.
    package var name: String?
    /// Further properties to include in answers.
    package var properties: [String] = []
    /// The default names of the name property, in upper or lower case; the first one that a feature has counts.
    package var usualNames = ["name"]
    /// Whether a feature without a name is left out.
    package var needsName = false

    /// Reads the default name, and no properties unless given.
    package init(name: String? = nil, properties: [String] = []) { (self.name, self.properties) = (name, properties) }
  }

  /// The contents of a text.
  package struct Result: Sendable {
    /// The areas in their order.
    package var areas: [OwnArea] = []
    /// The number of features left out, by reason.
    package var dropped: [String: Int] = [:]
    /// The first feature left out, in words: its number from 1 and the reason.
    package var firstDropped: String?
  }

  /// The reason why a text has no areas.
  package struct Failure: Error, Hashable, Sendable {
    /// A sentence for users.
    package var message: String

    /// No area has a value of the property with its name.
    fileprivate static func empty(_ property: String) -> Failure {
      Failure(message: "the property '\(property)' has no value in any area; choose another property")
    }
  }

  private let wish: Wish
  private var parser = JSONParser(keptEntries: 1 << 20)
  private var result = Result()
  private var number = 0
  private var hasName = false
  private var keys: Set<String> = []
  private var foundProperties: Set<String> = []

  private init(_ wish: Wish) { self.wish = wish }

  /// Reads the areas of a text.
  ///
  /// - Throws: ``Failure`` if it is not GeoJSON, has no area, or lacks a requested property.
  package static func read(_ text: [UInt8], _ wish: Wish) throws(Failure) -> Result {
    var reader = OwnAreaReader(wish)
    let bytes = withoutMark(text)
    let fault: GeoJSONFault? = bytes.withUnsafeBytes { bytes in
      do throws(GeoJSONFault) {
        try reader.readAll(bytes)
        return nil
      } catch { return error }
    }
    if let fault { throw Failure(message: GeoJSONError(fault, in: bytes).description) }
    return try reader.checked()
  }

  /// Returns all features of a text as one collection on one line, whatever the form of the text.
  ///
  /// - Throws: ``Failure`` as ``read(_:_:)``.
  package static func collection(_ text: [UInt8], _ wish: Wish) throws(Failure) -> [UInt8] {
    _ = try read(text, wish)
    let bytes = withoutMark(text)
    var line = Array(#"{"type":"FeatureCollection","features":["#.utf8)
    bytes.withUnsafeBytes { bytes in
      var pieces = GeoJSONPieces(bytes)
      while let piece = try? pieces.next() {
        if line.last != UInt8(ascii: "[") { line.append(UInt8(ascii: ",")) }
        // Strings contain no control characters.
        line += bytes[piece].lazy.map { $0 < 0x20 ? UInt8(ascii: " ") : $0 }
      }
    }
    return line + Array("]}".utf8)
  }

  private static func withoutMark(_ text: [UInt8]) -> [UInt8] {
    text.starts(with: ByteOrderMark.bytes) ? Array(text.dropFirst(ByteOrderMark.bytes.count)) : text
  }

  private mutating func readAll(_ bytes: UnsafeRawBufferPointer) throws(GeoJSONFault) {
    var pieces = GeoJSONPieces(bytes)
    while let piece = try pieces.next() {
      number += 1
      do throws(JSONError) {
        let outcome = try parser.parse(UnsafeRawBufferPointer(rebasing: bytes[piece])) { node in
          OwnAreaReader.area(node, wish, number)
        }
        take(outcome)
      } catch {
        throw GeoJSONFault(path: "feature \(number)", offset: piece.lowerBound + error.offset, reason: error.reason)
      }
    }
  }

  private mutating func take(_ outcome: Outcome) {
    hasName = hasName || outcome.hasName
    foundProperties.formUnion(outcome.found)
    if keys.count < 60 { keys.formUnion(outcome.keys) }
    switch outcome.area {
    case .success(let area): result.areas.append(area)
    case .failure(let fault):
      result.dropped[fault.kind, default: 0] += 1
      if result.firstDropped == nil { result.firstDropped = "feature \(number): \(fault.sentence)" }
    }
  }

  /// Returns the result, after checking that the requested properties exist.
  private func checked() throws(Failure) -> Result {
    let names = keys.sorted().prefix(40).map { $0.prefix(60) }.joined(separator: ", ")
    let there = keys.isEmpty ? "none has any" : "there are: \(names)"
    if result.areas.isEmpty, result.dropped[OwnAreaReader.nameless] != nil {
      let wanted = wish.name.map { [$0] } ?? wish.usualNames
      if let empty = wanted.first(where: { keys.contains($0) }) { throw .empty(empty) }
      let list = wanted.map { "'\($0)'" }.joined(separator: ", ")
      throw Failure(message: "no area has a property \(list); \(there)")
    }
    guard !result.areas.isEmpty else {
      let why = result.firstDropped.map { "; \($0)" } ?? ""
      throw Failure(message: "none of its \(number) feature\(number == 1 ? " is an area" : "s is an area")\(why)")
    }
    if let name = wish.name, !hasName {
      if keys.contains(name) { throw .empty(name) }
      throw Failure(message: "no area has a property '\(name)'; \(there)")
    }
    if let missing = wish.properties.first(where: { !foundProperties.contains($0) }) {
      throw Failure(message: "no area has a property '\(missing)'; \(there)")
    }
    return result
  }
}

extension OwnAreaReader {
  /// The outcome for one feature.
  private struct Outcome {
    var area: Swift.Result<OwnArea, Fault>
    var hasName = false
    var keys: [String] = []
    var found: [String] = []
  }

  /// The reason why a feature is not an area.
  private struct Fault: Error {
    /// A stable name of the reason.
    var kind: String
    var sentence: String
  }

  private static func area(_ node: JSONNode, _ wish: Wish, _ number: Int) -> Outcome {
    let isFeature = node.member("type")?.equals("Feature") == true
    let properties = isFeature ? node.member("properties") : nil
    var outcome = Outcome(area: .failure(Fault(kind: "not a feature", sentence: "it is not an object of GeoJSON")))
    let members = properties?.members ?? []
    outcome.keys = members.map(\.name)
    let named = name(members, wish)
    outcome.hasName = named != nil
    let id = node.member("id").flatMap(text)
    var label = LayerArea(name: named ?? id ?? "#\(number)", id: id)
    label.properties = chosen(members, wish.properties, &outcome.found)
    guard let geometry = isFeature ? node.member("geometry") : node, geometry.isObject else {
      outcome.area = .failure(Fault(kind: "no shape", sentence: "it has no geometry"))
      return outcome
    }
    do throws(Fault) {
      let polygons = try polygons(geometry, depth: 0)
      if wish.needsName, named == nil { throw Fault(kind: nameless, sentence: "it has no such property") }
      outcome.area = .success(OwnArea(label: label, polygons: polygons))
    } catch { outcome.area = .failure(error) }
    return outcome
  }

  // MARK: Properties

  /// The reason for leaving out features without a required name.
  private static let nameless = "no name"

  private static func name(_ members: [(name: String, value: JSONNode)], _ wish: Wish) -> String? {
    for wanted in wish.name.map({ [$0] }) ?? wish.usualNames {
      let member =
        members.last { $0.name == wanted }
        ?? (wish.name == nil ? members.last { isAlike($0.name, wanted) } : nil)
      if let member, let name = text(member.value), !name.isEmpty { return name }
    }
    return nil
  }

  /// Whether names are equal except for case. Most differ in length, which is checked first.
  private static func isAlike(_ name: String, _ wanted: String) -> Bool {
    name.utf8.count == wanted.utf8.count && name.lowercased() == wanted.lowercased()
  }

  /// A string, or a number or boolean as it is written; nil for null, objects and arrays.
  private static func text(_ node: JSONNode) -> String? {
    if let text = node.string { return text }
    guard node.isNumber || node.bool != nil else { return nil }
    return String(decoding: node.text, as: UTF8.self)
  }

  private static func chosen(
    _ members: [(name: String, value: JSONNode)], _ wanted: [String], _ found: inout [String]
  ) -> [String: LayerValue] {
    guard !wanted.isEmpty else { return [:] }
    let wanted = Set(wanted)
    var properties: [String: LayerValue] = [:]
    // If members have the same name, the last one counts.
    for (name, value) in members where wanted.contains(name) {
      properties[name] = LayerValue(value)
      // A property that is null is there all the same.
      found.append(name)
    }
    return properties
  }

  // MARK: Shapes

  private static func polygons(_ node: JSONNode, depth: Int) throws(Fault) -> [[[FixedPoint]]] {
    let coordinates = node.member("coordinates")
    switch node.member("type")?.string {
    case "Polygon":
      guard let coordinates else { throw Fault(kind: "no shape", sentence: "its polygon has no coordinates") }
      return try polygon(coordinates)
    case "MultiPolygon":
      guard let coordinates, coordinates.isArray else {
        throw Fault(kind: "no shape", sentence: "its polygons have no coordinates")
      }
      var polygons: [[[FixedPoint]]] = []
      for element in coordinates.elements { polygons += try polygon(element) }
      guard !polygons.isEmpty else { throw Fault(kind: "no shape", sentence: "it has no polygon") }
      return polygons
    case "GeometryCollection":
      guard depth < 8, let parts = node.member("geometries"), parts.isArray else { break }
      var polygons: [[[FixedPoint]]] = []
      for part in parts.elements where !isPointOrLine(part) { polygons += try self.polygons(part, depth: depth + 1) }
      guard !polygons.isEmpty else { throw Fault(kind: "not an area", sentence: "its collection has no polygon") }
      return polygons
    case let type?:
      throw Fault(
        kind: isPointOrLine(node) ? "not an area" : "no shape",
        sentence: isPointOrLine(node) ? "it is a \(type), not an area" : "'\(type.prefix(40))' is not a type of GeoJSON"
      )
    case nil: break
    }
    throw Fault(kind: "no shape", sentence: "its geometry is not one of GeoJSON")
  }

  private static func isPointOrLine(_ node: JSONNode) -> Bool {
    ["Point", "MultiPoint", "LineString", "MultiLineString"].contains(node.member("type")?.string ?? "")
  }

  /// A polygon, split in two where it crosses longitude 180 unless it goes around the Earth.
  private static func polygon(_ node: JSONNode) throws(Fault) -> [[[FixedPoint]]] {
    guard node.isArray else { throw Fault(kind: "no shape", sentence: "its polygon is not an array of rings") }
    var rings: [[FixedPoint]] = []
    for element in node.elements { rings.append(try ring(element)) }
    guard !rings.isEmpty else { throw Fault(kind: "no shape", sentence: "its polygon has no ring") }
    let goesAround = rings.contains(where: Antimeridian.goesAround)
    return goesAround ? [Antimeridian.flattened(rings)] : Antimeridian.parts(of: [rings])
  }

  /// Reads a ring and closes it.
  private static func ring(_ node: JSONNode) throws(Fault) -> [FixedPoint] {
    guard node.isArray else { throw Fault(kind: "no shape", sentence: "a ring is not an array of positions") }
    var ring: [FixedPoint] = []
    for position in node.elements {
      let point = try point(position)
      if ring.last != point { ring.append(point) }
    }
    guard let first = ring.first, let second = ring.dropFirst().first,
      ring.contains(where: { $0 != first && $0 != second })
    else {
      throw Fault(kind: "fewer than three corners", sentence: "a ring has fewer than three corners")
    }
    if ring.last != first { ring.append(first) }
    return ring
  }

  /// Longitude first, as in GeoJSON.
  private static func point(_ node: JSONNode) throws(Fault) -> FixedPoint {
    var numbers = node.elements
    guard let longitude = numbers.next()?.double, let latitude = numbers.next()?.double else {
      throw Fault(kind: "bad coordinates", sentence: "a position is not an array of longitude and latitude")
    }
    guard abs(latitude) <= 90, abs(longitude) <= 360 else {
      throw Fault(
        kind: "bad coordinates",
        sentence: GeoJSONReader.advice(latitude: latitude, longitude: longitude))
    }
    let turned = abs(longitude) > 180 ? longitude - 360 * ((longitude + 180) / 360).rounded(.down) : longitude
    return FixedPoint(
      x: Int32((turned * FixedPoint.unitsPerDegree).rounded()),
      y: Int32((latitude * FixedPoint.unitsPerDegree).rounded()))
  }
}
