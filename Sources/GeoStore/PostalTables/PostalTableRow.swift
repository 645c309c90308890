import GeoModel

/// An entry of a postal code table for a point or an area.
package struct PostalTableRow: Hashable, Sendable {
  /// The code as its country writes it; nil at a place that has several codes.
  package var code: String?
  /// The ISO 3166-1 alpha-2 code of its country; nil when it is not known.
  package var country: String?
  /// The table's position in ``StoreMetadata/postalAreas`` or ``StoreMetadata/postalPoints``.
  package var table: Int
  /// Its distance from the query point; 0 for an area.
  package var distanceMeters: Double = 0
}

/// The encoding of the points of postal code tables in rows of `postal_point`.
///
/// They are sorted along the Hilbert curve, ``perPage`` points in each row, and the rows are numbered from 1.
///
/// Each point has its difference from the previous one, its table's position, the two letters of its country, and the
/// code's byte count and bytes.
package enum PostalPointCoding {
  /// Points in a row; the last row may have fewer.
  package static let perPage = 64
  /// The longest code in bytes. The longest known code of any country takes ten.
  package static let mostBytes = 16

  /// Calls `body` with each point of a row.
  ///
  /// - Returns: false when the bytes are damaged.
  static func forEach(
    in bytes: UnsafeBufferPointer<UInt8>, _ body: (FixedPoint, _ row: () -> PostalTableRow) -> Void
  ) -> Bool {
    var reader = ByteReader(bytes)
    var last = FixedPoint(x: 0, y: 0)
    while reader.remaining > 0, !reader.isDamaged {
      let point = reader.point(after: &last)
      let table = reader.varint()
      let country = reader.block(2)
      let count = reader.count()
      guard let country, let code = reader.block(count), count <= mostBytes, !reader.isDamaged else { return false }
      body(point) {
        PostalTableRow(
          code: count == 0 ? nil : text(code, count), country: text(country, 2), table: Int(truncatingIfNeeded: table))
      }
    }
    return !reader.isDamaged
  }

  private static func text(_ start: UnsafeRawPointer, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}
