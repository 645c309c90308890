import Foundation
import GeoEngine
import GeoModel

/// Compares the answers of a store with those of another geocoder.
///
///     swift run -c release reference-comparison STORE answers.tsv
///
/// Prints the agreement by field and region, then every difference with both answers, ordered by kind, so that a person can
/// look at the map and decide who is right.
@main struct ReferenceComparison {
  static func main() throws {
    guard CommandLine.arguments.count == 3 else {
      print("usage: reference-comparison STORE answers.tsv")
      exit(2)
    }
    let engine = try PlacemarkEngine(database: CommandLine.arguments[1])
    var comparison = Comparison()
    for point in try ReferencePoint.read(CommandLine.arguments[2]) {
      let placemark = try answer(point, engine)
      var query = PlacemarkQuery(coordinate: point.coordinate)
      query.limit = 400
      comparison.add(point, placemark, others: (try? engine.placemarks(for: query)) ?? [])
    }
    printTable(comparison)
    printDifferences(comparison)
  }

  /// Our best placemark; nil when nothing is found. A store that cannot be read ends the run.
  private static func answer(_ point: ReferencePoint, _ engine: PlacemarkEngine) throws -> Placemark? {
    do {
      return try engine.placemarks(for: PlacemarkQuery(coordinate: point.coordinate)).first
    } catch  where error.code == .placemarkNotFound {
      return nil
    }
  }

  private static func printTable(_ comparison: Comparison) {
    let fields = Field.allCases
    print(pad("region", 36) + fields.map { pad($0.rawValue, 13) }.joined())
    for region in comparison.regions.map(Optional.some) + [nil] {
      let cells = fields.map { field in
        pad(comparison.agreement(field, region: region).map { String(format: "%.1f %%", $0 * 100) } ?? "-", 13)
      }
      print(pad(region ?? "all", 36) + cells.joined())
    }
    let nearer = fields.map { field in
      pad(comparison.agreementOrNearer(field).map { String(format: "%.1f %%", $0 * 100) } ?? "", 13)
    }
    print(pad("all, same or ours is nearer", 36) + nearer.joined())
    print("\nPoints where the reference has no value are left out of the percentages; they are listed below.")
  }

  private static func printDifferences(_ comparison: Comparison) {
    for field in Field.allCases {
      for verdict in Verdict.allCases where !verdict.isAgreement {
        let list = comparison.differences.filter { $0.field == field && $0.verdict == verdict }
        guard !list.isEmpty else { continue }
        print("\n\(field.rawValue): \(verdict.rawValue) (\(list.count))")
        for difference in list { printDifference(difference) }
      }
    }
  }

  private static func printDifference(_ difference: Comparison.Difference) {
    let point = difference.point
    let place = difference.placemark
    let ours = difference.field.value(of: place)
    let source = place?.source.map { "\($0.type.rawValue)/\($0.id)" } ?? "-"
    let distance = place.map { String(format: "%.1f m", $0.distanceMeters) } ?? "-"
    print(
      "  \(point.coordinate.latitude),\(point.coordinate.longitude) \(point.region.prefix(12)) \(point.kind)"
        + " | ours '\(ours)' \(place?.match.rawValue ?? "nothing") \(source) \(distance)"
        + " [\(place?.thoroughfare ?? "") \(place?.subThoroughfare ?? "")]"
        + " | reference '\(point.answer[difference.field.column] ?? "")' \(point.object)"
        + (difference.referenceMeters.map { String(format: " %.1f m ", $0) } ?? " ") + difference.nearer
        + " [\(point.answer["display_name"] ?? "")]")
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
