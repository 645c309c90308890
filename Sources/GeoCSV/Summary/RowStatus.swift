/// What became of one row; the word is what stands in the `status` column. A bad row never stops a run.
public enum RowStatus: UInt8, CaseIterable, Sendable {
  /// An address was found.
  case ok
  /// The coordinate is fine, and nothing is known within reach of it.
  case notFound
  /// The row has no coordinate: its cells are empty or absent.
  case missingCoordinate
  /// The cells hold something that is no coordinate.
  case badCoordinate
  /// The numbers are beyond 90 degrees of latitude or 180 of longitude.
  case outOfRange
  /// The feature is a line or an area, not a point (GeoJSON).
  case notAPoint
  /// The line is not a JSON object, so nothing could be added to it (NDJSON).
  case badRecord
  /// The geocoder failed for this row alone.
  case error

  /// The stable word of the `status` column.
  public var word: StaticString {
    switch self {
    case .ok: "ok"
    case .notFound: "not_found"
    case .missingCoordinate: "missing_coordinate"
    case .badCoordinate: "bad_coordinate"
    case .outOfRange: "out_of_range"
    case .notAPoint: "not_a_point"
    case .badRecord: "bad_record"
    case .error: "error"
    }
  }

  /// Whether the row itself is at fault, which is what `--strict` stops at.
  public var isBadRow: Bool {
    switch self {
    case .ok, .notFound, .error: false
    case .missingCoordinate, .badCoordinate, .outOfRange, .notAPoint, .badRecord: true
    }
  }
}
