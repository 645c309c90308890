import Foundation
import GeoModel

/// One line of a file of reference answers: a point and what another geocoder said about it.
struct ReferencePoint {
  /// The extract that the point was drawn from.
  var region: String
  /// How it was drawn, such as `address` or `street`.
  var kind: String
  /// The asked point.
  var coordinate: Coordinate
  /// The matched object, such as `way/149930917`.
  var object: String
  /// The answer by column name; empty text when the geocoder said nothing.
  var answer: [String: String]

  /// Reads a tab-separated file with a header line.
  static func read(_ path: String) throws -> [ReferencePoint] {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    guard let first = lines.first else { return [] }
    let header = first.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    return try lines.dropFirst().map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      let row = Dictionary(zip(header, cells)) { first, _ in first }
      return ReferencePoint(
        region: row["region"] ?? "", kind: row["kind"] ?? "",
        coordinate: try Coordinate(
          latitude: Double(row["lat"] ?? "") ?? .nan, longitude: Double(row["lon"] ?? "") ?? .nan),
        object: row["osm"] ?? "", answer: row)
    }
  }
}
