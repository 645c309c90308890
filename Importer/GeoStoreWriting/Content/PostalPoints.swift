import GeoModel
import GeoStore

/// The points of tables of postal codes that a store is to have. They may be ten million, so each takes 36 bytes, in files where a workspace has them.
package struct PostalPoints: Sendable {
  /// One row of a table.
  struct Point: BitwiseCopyable {
    var place: FixedPoint
    /// The two letters of the country, the first one in the high byte.
    var country: UInt16
    /// The table's place among those of the store.
    var table: UInt16
    /// How well the place is known, the more the better; 0 for not at all.
    var accuracy: UInt8
    /// Bytes of ``code`` that count; 0 where the place has several codes.
    var count: UInt8
    /// The code in UTF-8, zeros behind it.
    var code: (high: UInt64, low: UInt64)
  }

  private var points: MappedArray<Point>

  /// No points yet.
  ///
  /// - Parameter workspace: where they live once they are many; nil for the heap.
  package init(in workspace: Workspace?) { points = MappedArray(in: workspace) }

  /// Whether there are none.
  package var isEmpty: Bool { points.isEmpty }

  /// Adds the point of a row.
  ///
  /// - Parameters:
  ///   - code: at most ``PostalPointCoding/mostBytes`` bytes.
  ///   - country: ISO 3166-1 alpha-2, two ASCII letters.
  ///   - table: less than 2^16.
  ///   - accuracy: how well the place is known, the more the better.
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

  /// Sorts the points along the Hilbert curve, and leaves one at each place of a country: the one with the best accuracy. Where several codes are as good, as in a
  /// large city whose codes all stand at its middle, none of them can be told from the others, and the place has none.
  package mutating func settle() {
    RadixSort.sort(&points) { HilbertCurve.index($0.place) }
    var settled = MappedArray<Point>(in: points.workspace)
    var start = 0
    while start < points.count {
      var end = start + 1
      while end < points.count, points[end].place == points[start].place { end += 1 }
      // A million rows at one place are as many as the file has; they are looked at by country, of which there are few.
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

  /// Calls with the bytes of each row of `postal_point` and the box of its points, once the points are settled.
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
