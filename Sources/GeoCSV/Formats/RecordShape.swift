import GeoModel

/// The points, lines and areas of one record, and the point that represents them: a point inside the largest area, or
/// else the middle of the longest line, or else the first point.
struct RecordShape {
  private var points: [FixedPoint] = []
  private var lines: [[FixedPoint]] = []
  private var polygons: [[[FixedPoint]]] = []
  /// The problem with the first invalid position.
  private var fault: RowStatus?
  private var looksSwapped = false
  private let isSwapped: Bool

  /// Creates an empty shape.
  ///
  /// - Parameter isSwapped: whether positions have the latitude first, against the rules of the format.
  init(isSwapped: Bool) { self.isSwapped = isSwapped }

  /// Adds a point.
  mutating func addPoint(_ position: RecordPosition) { points += fixed([position]) }

  /// Adds a line.
  mutating func addLine(_ positions: [RecordPosition]) { lines.append(fixed(positions)) }

  /// Adds an area: its outline, then its holes.
  mutating func addPolygon(_ rings: [[RecordPosition]]) { polygons.append(rings.map { fixed($0) }) }

  /// Adds a hole to the last area.
  mutating func addHole(_ ring: [RecordPosition]) {
    guard !polygons.isEmpty else { return addPolygon([ring]) }
    polygons[polygons.count - 1].append(fixed(ring))
  }

  private mutating func fixed(_ positions: [RecordPosition]) -> [FixedPoint] {
    var points: [FixedPoint] = []
    points.reserveCapacity(positions.count)
    for position in positions {
      guard case .degrees(let x) = position.x, case .degrees(let y) = position.y else {
        fault = fault ?? .badCoordinate
        continue
      }
      do throws(CoordinateError) {
        points.append(FixedPoint(asked: try Coordinate(latitude: isSwapped ? x : y, longitude: isSwapped ? y : x)))
      } catch {
        fault = fault ?? .outOfRange
        if case .outOfRange(_, _, looksSwapped: true) = error { looksSwapped = true }
      }
    }
    return points
  }

  /// Sets the record's coordinate to the point that represents the shape, or sets the status if there is none.
  func place(_ located: inout LocatedRecord) {
    if let fault {
      located.status = fault
      if looksSwapped { located.traits.insert(.looksSwapped) }
    } else if let point {
      located.point = PointKey(point)
    } else {
      located.status = .missingCoordinate
    }
  }

  private var point: FixedPoint? {
    let largest = polygons.max { RecordShape.area($0) < RecordShape.area($1) }
    if let largest, let point = InteriorPoint.of(largest.map { $0[...] }) { return point }
    let longest = lines.map { ($0, RecordShape.lengths($0)) }.max { $0.1.last ?? -1 < $1.1.last ?? -1 }
    if let (line, lengths) = longest, let point = RecordShape.middle(line, lengths) { return point }
    return points.first
  }

  private static func area(_ rings: [[FixedPoint]]) -> Double {
    rings.first.map { abs(InteriorPoint.moments(of: $0[...]).doubledArea) } ?? 0
  }

  /// The length of a line up to each of its points, in meters.
  private static func lengths(_ line: [FixedPoint]) -> [Double] {
    var sum = 0.0
    return line.indices.map { index in
      if index > 0 { sum += Geodesy.distanceMeters(Coordinate(line[index - 1]), Coordinate(line[index])) }
      return sum
    }
  }

  /// The point halfway along a line; nil for a line without points.
  private static func middle(_ line: [FixedPoint], _ lengths: [Double]) -> FixedPoint? {
    guard let length = lengths.last, let index = lengths.firstIndex(where: { $0 >= length / 2 }) else { return nil }
    guard index > 0, lengths[index] > lengths[index - 1] else { return line[index] }
    let part = (length / 2 - lengths[index - 1]) / (lengths[index] - lengths[index - 1])
    let (from, to) = (line[index - 1], line[index])
    let across = Double(Globe.shortWay(Int64(to.x) - Int64(from.x)))
    return FixedPoint(
      x: Globe.longitude(Int64(from.x) + Int64(across * part)),
      y: from.y + Int32((Double(to.y) - Double(from.y)) * part))
  }
}

/// A position in the written order: longitude first.
struct RecordPosition {
  /// The longitude.
  var x: DegreeText.Value
  /// The latitude.
  var y: DegreeText.Value
}

extension RecordShape {
  /// Creates the shape of a GeoJSON geometry.
  ///
  /// - Returns: nil when the bytes are not a geometry.
  init?(geometry bytes: UnsafeRawBufferPointer, isSwapped: Bool) {
    self.init(isSwapped: isSwapped)
    guard add(bytes, levels: 8) else { return nil }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer, levels: Int) -> Bool {
    var cursor = JSONCursor(bytes)
    var (type, content): (Range<Int>?, Range<Int>?)
    let object = cursor.object { key, value in
      if bytes.equals(key, "type") { type = value }
      if bytes.equals(key, "coordinates") || bytes.equals(key, "geometries") { content = value }
    }
    guard object != nil, let type, let content, levels > 0 else { return false }
    let inner = bytes.part(content)
    func list(_ value: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer] { RecordShape.elements(value) }
    func positions(_ value: UnsafeRawBufferPointer) -> [RecordPosition] { list(value).map(RecordShape.position) }
    switch String(decoding: bytes.part(type), as: UTF8.self) {
    case "\"Point\"": addPoint(RecordShape.position(inner))
    case "\"MultiPoint\"": for position in positions(inner) { addPoint(position) }
    case "\"LineString\"": addLine(positions(inner))
    case "\"MultiLineString\"": for line in list(inner) { addLine(positions(line)) }
    case "\"Polygon\"": addPolygon(list(inner).map(positions))
    case "\"MultiPolygon\"": for polygon in list(inner) { addPolygon(list(polygon).map(positions)) }
    case "\"GeometryCollection\"": return list(inner).allSatisfy { add($0, levels: levels - 1) }
    default: return false
    }
    return true
  }

  /// The elements of an array; none for anything else.
  private static func elements(_ bytes: UnsafeRawBufferPointer) -> [UnsafeRawBufferPointer] {
    var cursor = JSONCursor(bytes)
    var elements: [UnsafeRawBufferPointer] = []
    guard cursor.take(Byte.openBracket) else { return [] }
    while let value = cursor.value() {
      elements.append(bytes.part(value))
      guard cursor.take(Byte.comma) else { break }
    }
    return elements
  }

  private static func position(_ bytes: UnsafeRawBufferPointer) -> RecordPosition {
    let numbers = elements(bytes)
    guard numbers.count >= 2 else { return RecordPosition(x: .bad, y: .bad) }
    return RecordPosition(x: DegreeText.parse(numbers[0]), y: DegreeText.parse(numbers[1]))
  }
}
