import Foundation
import GeoModel

/// A line of a file of reference answers: a point and another geocoder's answer.
struct ReferencePoint {
  /// The extract from which the point was drawn.
  var region: String
  /// The kind of point, such as `address` or `street`.
  var kind: String
  /// The queried point.
  var coordinate: Coordinate
  /// The matched object, such as `way/149930917`.
  var object: String
  /// The answer by column name; an empty text for no value.
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
