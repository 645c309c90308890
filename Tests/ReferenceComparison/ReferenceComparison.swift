import ArgumentParser
import BenchmarkKit
import Foundation
import GeoEngine
import GeoModel
import GeoStore

/// Compares the answers of a store with those of another geocoder, or its postal codes with codes that were hidden from
/// it.
///
/// Prints the agreement by field and region. Then prints every difference with both answers and the facts of the map
/// that support ours, ordered by kind, so that a user can look at the map and decide who is right.
@main struct ReferenceComparison: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reference-comparison", abstract: "Compare the answers of a store with those of another geocoder.",
    usage: """
      reference-comparison <store> <answers>
      reference-comparison <store> --hidden-codes <full-store>
      """, discussion: "What the file of answers holds: Tests/ReferenceComparison/README.md.")

  @Argument(help: "The store.")
  var store: String

  @Argument(help: "The other geocoder's answers, tab-separated.")
  var answers: String?

  @Option(help: "A store that knows the postal codes which were hidden from the first.")
  var hiddenCodes: String?

  func validate() throws {
    guard (answers == nil) != (hiddenCodes == nil) else {
      throw ValidationError("either a file of answers or --hidden-codes is needed")
    }
  }

  func run() throws {
    try InputFiles.require([store] + [answers, hiddenCodes].compactMap(\.self))
    if let hiddenCodes { return try HiddenCodes(store: store, fullStore: hiddenCodes).compare() }
    let engine = try PlacemarkEngine(database: store)
    let reader = try StoreReader(path: store)
    var comparison = Comparison()
    for point in try ReferencePoint.read(answers ?? "") {
      let placemark = try Self.answer(point, engine)
      var query = PlacemarkQuery(coordinate: point.coordinate)
      query.limit = 400
      try comparison.add(
        point, placemark, others: try Self.placemarks(query, engine),
        Surroundings(of: point.coordinate, in: reader), engine)
    }
    Self.printTable(comparison)
    Self.printReasons(comparison)
    Self.printDifferences(comparison)
  }

  /// Our best placemark; nil when nothing is found. A store that cannot be read ends the run.
  private static func answer(_ point: ReferencePoint, _ engine: PlacemarkEngine) throws -> Placemark? {
    var query = PlacemarkQuery(coordinate: point.coordinate)
    query.includesTrace = true
    return try placemarks(query, engine).first
  }

  /// The placemarks for a query; empty when nothing is found.
  static func placemarks(_ query: PlacemarkQuery, _ engine: PlacemarkEngine) throws -> [Placemark] {
    do {
      return try engine.placemarks(for: query)
    } catch  where error.code == .placemarkNotFound {
      return []
    }
  }

  private static func printTable(_ comparison: Comparison) {
    let fields = Field.allCases
    print(pad("region", 36) + fields.map { pad($0.rawValue, 13) }.joined())
    for region in comparison.regions.map(Optional.some) + [nil] {
      printRow(region ?? "all", fields.map { comparison.agreement($0, region: region) })
    }
    print("\nThe same, with the differences counted as ours in which the map speaks for us")
    for region in comparison.regions.map(Optional.some) + [nil] {
      printRow(region ?? "all", fields.map { comparison.agreementOrRight($0, region: region) })
    }
    print("\nPoints where the reference has no value are left out of the percentages; they are listed below.")
  }

  private static func printRow(_ name: String, _ parts: [Double?]) {
    let cells = parts.map { part in pad(part.map { String(format: "%.1f %%", $0 * 100) } ?? "-", 13) }
    print(pad(name, 36) + cells.joined())
  }

  private static func printReasons(_ comparison: Comparison) {
    for field in Field.allCases {
      let list = comparison.differences.filter { $0.field == field && $0.verdict != .extra }
      guard !list.isEmpty else { continue }
      print("\n\(field.rawValue): \(list.count) differences")
      for reason in Reason.allCases {
        let count = list.filter { $0.reason == reason }.count
        if count > 0 { print("  \(pad(String(count), 5))\(reason.rawValue)") }
      }
    }
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
        + (difference.referenceMeters.map { String(format: " %.1f m", $0) } ?? "")
        + " | \(difference.reason.rawValue) [\(point.answer["display_name"] ?? "")]")
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
