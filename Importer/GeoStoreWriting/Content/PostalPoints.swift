import GeoModel
import GeoStore

/// The points of postal code tables for a store.
///
/// There may be ten million, so each takes only 32 bytes. They are stored in files if there is a workspace.
package struct PostalPoints: Sendable {
  /// One row of a table.
  struct Point: BitwiseCopyable {
    var place: FixedPoint
    /// The two letters of the country, the first one in the high byte.
    var country: UInt16
    /// The table's position among those of the store.
    var table: UInt16
    /// The accuracy of the point, higher is better; 0 when it is unknown.
    var accuracy: UInt8
    /// The number of bytes of ``code``; 0 where the place has several codes.
    var count: UInt8
    /// The code in UTF-8, padded with zeros.
    var code: (high: UInt64, low: UInt64)
  }

  private var points: MappedArray<Point>

  /// Makes an empty list.
  ///
  /// - Parameter workspace: where the points are stored once they are many; nil for the heap.
  package init(in workspace: Workspace?) { points = MappedArray(in: workspace) }

  /// Whether there are no points.
  package var isEmpty: Bool { points.isEmpty }

  /// Adds the point of a table's row.
  ///
  /// - Parameters:
  ///   - code: the code, at most ``PostalPointCoding/mostBytes`` bytes.
  ///   - country: the ISO 3166-1 alpha-2 code, two ASCII letters.
  ///   - table: the table's position, less than 2^16.
  ///   - accuracy: the accuracy of the point, higher is better.
  package mutating func append(
    _ place: FixedPoint, code: String, country: String, table: Int, accuracy: UInt8
  ) {
    var words: (high: UInt64, low: UInt64) = (0, 0)
    for (index, byte) in code.utf8.prefix(PostalPointCoding.mostBytes).enumerated() {
      if index < 8 {
        words.high |= UInt64(byte) << UInt64(56 - 8 * index)
      } else {
        words.low |= UInt64(byte) << UInt64(120 - 8 * index)
      }
    }
    points.append(
      Point(
        place: place, country: country.utf8.reduce(0) { $0 << 8 | UInt16($1) },
        table: UInt16(truncatingIfNeeded: table),
        accuracy: accuracy, count: UInt8(min(code.utf8.count, PostalPointCoding.mostBytes)), code: words))
  }

  /// Sorts the points along the Hilbert curve, and keeps one for each place and country: the one with the best
  /// accuracy.
  ///
  /// If several codes are equally accurate there, the place gets no code. This happens in large cities, where all codes
  /// may be at the same central point.
  package mutating func settle() {
    RadixSort.sort(&points) { HilbertCurve.index($0.place) }
    var settled = MappedArray<Point>(in: points.workspace)
    var start = 0
    while start < points.count {
      var end = start + 1
      while end < points.count, points[end].place == points[start].place { end += 1 }
      // Even if a million rows have the same place, each is compared only with the best one of its country.
      var places: [UInt16: Point] = [:]
      for position in start..<end {
        let point = points[position]
        guard let known = places[point.country] else {
          places[point.country] = point
          continue
        }
        if point.accuracy > known.accuracy {
          places[point.country] = point
        } else if point.accuracy == known.accuracy, point.code != known.code {
          places[point.country]?.count = 0
        }
      }
      for point in places.values.sorted(by: { $0.country < $1.country }) { settled.append(point) }
      start = end
    }
    points = settled
  }

  /// Calls `body` with the bytes of each row of `postal_point` and the box of its points. Requires ``settle()``.
  func forEachPage(_ body: ([UInt8], FixedBox) throws(StoreError) -> Void) throws(StoreError) {
    for start in stride(from: 0, to: points.count, by: PostalPointCoding.perPage) {
      var writer = ByteWriter()
      var (last, box) = (FixedPoint(x: 0, y: 0), FixedBox.empty)
      for position in start..<min(start + PostalPointCoding.perPage, points.count) {
        let point = points[position]
        box.formUnion(point.place)
        writer.point(point.place, after: &last)
        writer.varint(Int(point.table))
        writer.byte(UInt8(point.country >> 8))
        writer.byte(UInt8(point.country & 255))
        writer.varint(Int(point.count))
        for index in 0..<Int(point.count) {
          let word = index < 8 ? point.code.high : point.code.low
          writer.byte(UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * (index & 7))))
        }
      }
      try body(writer.bytes, box)
    }
  }
}
