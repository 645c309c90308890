/// What stands beside the degrees of a pair in members of their own, as ``AngleColumns`` has it of tables: programs that read photos write
/// `"GPSLatitude":33.86,"GPSLatitudeRef":"S"`.
struct JSONAngles: Equatable, Sendable {
  /// The keys that lead to the minutes, the seconds and the letter of the latitude, and then of the longitude; nil for what there is not.
  let ways: [[[UInt8]]?]
  /// As the note for the user and the journal put it.
  let description: String
  private let columns: AngleColumns
  /// What whole numbers count; nil for degrees.
  var units: WholeUnits? { columns.units }

  /// Where a record has the values, in the order of ``ways``; empty when it has none.
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

  /// Notes a member's value if it is one of these.
  func look(at key: Range<Int>, _ value: Range<Int>, in bytes: UnsafeRawBufferPointer, _ found: inout Found) {
    for (index, way) in ways.enumerated() {
      guard let way, let leaf = JSONPlacement.follow(way[...], from: key, value, in: bytes) else { continue }
      if found.isEmpty { found = Found(repeating: nil, count: ways.count) }
      found[index] = leaf
    }
  }

  /// The two angles of their values.
  ///
  /// - Parameters:
  ///   - latitude: the number of degrees, as it is written; and so the longitude's.
  ///   - found: what ``ways`` lead to.
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
