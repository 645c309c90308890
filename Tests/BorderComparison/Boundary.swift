import Foundation
import GeoModel

/// A boundary as another program assembled it.
struct Boundary {
  /// The relation or way of the boundary.
  var source: SourceReference
  /// The name for the report.
  var name: String
  /// All rings, outer and inner, closed.
  var rings: [[FixedPoint]]
  /// The smallest box around them.
  var box: FixedBox

  /// Whether the point lies inside. Counts the edges west of it in exact integers.
  func contains(_ point: FixedPoint) -> Bool {
    guard box.contains(point) else { return false }
    var inside = false
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) where (a.y > point.y) != (b.y > point.y) {
        let (south, north) = a.y < b.y ? (a, b) : (b, a)
        let turn =
          (Int64(north.x) - Int64(south.x)) * (Int64(point.y) - Int64(south.y))
          - (Int64(north.y) - Int64(south.y)) * (Int64(point.x) - Int64(south.x))
        // Negative: the point lies east of an edge that runs north.
        if turn < 0 { inside.toggle() }
      }
    }
    return inside
  }

  /// Reads the polygons of administrative boundaries from GeoJSON lines written by `osmium export
  /// --add-unique-id=type_id -f geojsonseq`.
  ///
  /// The ids there are those of areas: twice a way's id, or twice a relation's id plus one.
  static func read(_ path: String) throws -> [Boundary] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").compactMap { line in
      let text = line.drop { $0 == "\u{1e}" }
      let json = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
      return json.flatMap(Boundary.init(feature:))
    }
  }

  private init?(feature: [String: Any]) {
    guard let id = feature["id"] as? String, id.first == "a", let number = Int64(id.dropFirst()),
      let geometry = feature["geometry"] as? [String: Any], let tags = feature["properties"] as? [String: Any],
      tags["boundary"] as? String == "administrative", tags["name"] != nil, let level = tags["admin_level"] as? String,
      (2...11).contains(Int(level) ?? 0)
    else { return nil }
    let polygons = geometry["coordinates"] as? [[[[Double]]]] ?? (geometry["coordinates"] as? [[[Double]]]).map { [$0] }
    guard let polygons else { return nil }
    source = SourceReference(type: number % 2 == 1 ? .relation : .way, id: number / 2)
    name = tags["name"] as? String ?? ""
    rings = polygons.joined().compactMap(Boundary.ring)
    guard !rings.isEmpty else { return nil }
    box = rings.joined().reduce(into: FixedBox.empty) { $0.formUnion($1) }
  }

  /// A ring in fixed point; nil when it has no edge or a corner is not on the globe.
  private static func ring(_ corners: [[Double]]) -> [FixedPoint]? {
    let points = corners.compactMap { corner -> FixedPoint? in
      guard corner.count >= 2 else { return nil }
      return (try? Coordinate(latitude: corner[1], longitude: corner[0])).map { FixedPoint($0) }
    }
    return points.count == corners.count && points.count > 1 ? points : nil
  }
}
