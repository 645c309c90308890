import GeoModel

/// What a table of postal codes says about a point or an area.
package struct PostalTableRow: Hashable, Sendable {
  /// The code as its country writes it; nil at a place that has several.
  package var code: String?
  /// ISO 3166-1 alpha-2 of its country; nil where that is not known.
  package var country: String?
  /// The table's place in ``StoreMetadata/postalAreas`` or ``StoreMetadata/postalPoints``.
  package var table: Int
  /// How far it is from the point that was asked about; 0 for an area.
  package var distanceMeters: Double = 0
}

/// How the points of tables of postal codes stand in a row of `postal_point`: along the Hilbert curve, ``perPage`` of them in each row, numbered from 1.
///
/// Of each the difference to the point before, the table, the two letters of the country, the number of the code's bytes and these.
package enum PostalPointCoding {
  /// Points in a row; the last row may have fewer.
  package static let perPage = 64
  /// The longest code, in bytes. The longest that a country is known to have takes ten.
  package static let mostBytes = 16

  /// Calls with the points of a row.
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
