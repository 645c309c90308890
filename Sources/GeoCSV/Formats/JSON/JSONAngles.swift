/// The JSON members that belong to the degrees of a pair, like ``AngleColumns`` for tables: photo programs write
/// `"GPSLatitude":33.86,"GPSLatitudeRef":"S"`.
struct JSONAngles: Equatable, Sendable {
  /// The keys that lead to the minutes, the seconds and the letter of the latitude, and then of the longitude; nil for
  /// absent ones.
  let ways: [[[UInt8]]?]
  /// The text for the user's note and the journal.
  let description: String
  private let columns: AngleColumns
  /// The unit of whole numbers; nil for degrees.
  var units: WholeUnits? { columns.units }

  /// The ranges of the values in a record, in the order of ``ways``; empty when it has none.
  typealias Found = [Range<Int>?]

  /// - Parameter way: the keys that lead to a column.
  init(_ columns: AngleColumns, names: [String], way: (Int) -> [[UInt8]]) {
    self.columns = columns
    let (latitude, longitude) = (columns.latitude, columns.longitude)
    ways = [
      latitude.minutes, latitude.seconds, latitude.letter, longitude.minutes, longitude.seconds, longitude.letter,
    ].map { $0.map(way) }
    description = columns.description(names: names)
  }

  /// Notes a member's value if it belongs to the pair.
  func look(at key: Range<Int>, _ value: Range<Int>, in bytes: UnsafeRawBufferPointer, _ found: inout Found) {
    for (index, way) in ways.enumerated() {
      guard let way, let leaf = JSONPlacement.follow(way[...], from: key, value, in: bytes) else { continue }
      if found.isEmpty { found = Found(repeating: nil, count: ways.count) }
      found[index] = leaf
    }
  }

  /// Returns the two angles.
  ///
  /// - Parameters:
  ///   - latitude: the latitude's degrees as written; `longitude` likewise.
  ///   - found: the values that ``ways`` lead to.
  func pair(
    _ latitude: UnsafeRawBufferPointer, _ longitude: UnsafeRawBufferPointer, _ found: Found,
    in bytes: UnsafeRawBufferPointer
  ) -> (latitude: DegreeText.Value, longitude: DegreeText.Value) {
    func cell(_ index: Int) -> UnsafeRawBufferPointer {
      found.isEmpty ? .empty : found[index].map(bytes.part) ?? .empty
    }
    return columns.pair((latitude, cell(0), cell(1), cell(2)), (longitude, cell(3), cell(4), cell(5)))
  }
}
