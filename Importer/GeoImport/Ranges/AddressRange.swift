import GeoModel

/// A row in a table of address ranges: the numbers along one side of a stretch of street.
struct AddressRange {
  /// The number at the first vertex.
  var first: Int
  /// The number at the last vertex, not less than the first.
  var last: Int
  /// The difference between neighboring numbers, 1 or 2.
  var step: Int
  /// The street as written in the table.
  var street: String
  /// The postal code; nil if there is none.
  var postalCode: String?
  /// The vertices, at least two.
  var line: [FixedPoint]

  /// Reads a row with the same result as Nominatim's import of the tables.
  ///
  /// - Throws: the ``DataFault`` for which the row is dropped.
  init(_ fields: [Substring], _ columns: RangeColumns) throws(DataFault) {
    guard fields.count == columns.count else { throw .rangeIncomplete }
    guard let from = AddressRange.number(fields[columns.from]), let to = AddressRange.number(fields[columns.to]) else {
      throw .rangeNumberInvalid
    }
    street = String(fields[columns.street])
    guard !street.isEmpty else { throw .rangeStreetMissing }
    let code = fields[columns.postalCode]
    postalCode = code.isEmpty ? nil : String(code)
    guard var line = AddressRange.line(fields[columns.geometry]) else { throw .rangeGeometryInvalid }
    if from > to { line.reverse() }
    self.line = line
    (first, last) = (min(from, to), max(from, to))
    switch fields[columns.kind] {
    case "all": step = 1
    case "odd", "even":
      step = 2
      let remainder = fields[columns.kind] == "odd" ? 1 : 0
      if first % 2 != remainder { first += 1 }
      if last % 2 != remainder { last -= 1 }
      guard first <= last else { throw .rangeNumberInvalid }
    default: throw .rangeKindUnknown
    }
    guard isPlausible else { throw .rangeImplausible }
  }

  /// Whether the line is long enough for its numbers. Thousands of numbers on a few meters are a mistake.
  private var isPlausible: Bool {
    let count = (last - first) / step
    guard count > 500 else { return true }
    return LocalProjection.meters(along: line) / Double(count) >= 0.1
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }

  /// The vertices of `LINESTRING(-86.466995 32.428956,-86.466923 32.428933)`; nil for anything else.
  private static func line(_ text: Substring) -> [FixedPoint]? {
    let name = "LINESTRING"
    guard text.hasPrefix(name), text.last == ")" else { return nil }
    let body = text.dropFirst(name.count).drop { $0 == " " }
    guard body.first == "(" else { return nil }
    var line: [FixedPoint] = []
    for pair in body.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false) {
      let numbers = pair.split(separator: " ")
      guard numbers.count == 2, let longitude = Double(numbers[0]), let latitude = Double(numbers[1]),
        let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
      else { return nil }
      line.append(FixedPoint(coordinate))
    }
    return line.count >= 2 ? line : nil
  }
}

/// The positions of the columns in a table of address ranges.
struct RangeColumns {
  private static let names = ["from", "to", "interpolation", "street", "city", "state", "postcode", "geometry"]

  /// The number of columns.
  let count: Int
  let from: Int
  let to: Int
  let kind: Int
  let street: Int
  let postalCode: Int
  let geometry: Int

  /// Finds the columns that a header names; nil if it is not the header of such a table.
  init?(header: [Substring]) {
    func column(_ name: String) -> Int? { header.firstIndex { $0 == name } }
    guard let from = column("from"), let to = column("to"), let kind = column("interpolation"),
      let street = column("street"), let postalCode = column("postcode"), let geometry = column("geometry")
    else { return nil }
    (self.from, self.to, self.kind, self.street) = (from, to, kind, street)
    (self.postalCode, self.geometry, count) = (postalCode, geometry, header.count)
  }

  /// The first line that a table must have.
  static var usage: String { names.joined(separator: ";") }
}
