import ArgumentParser
import GeoModel

/// The options for the road at a point.
struct RoadOptions: ParsableArguments {
  @Flag(help: "Tell which road the point is on, where on it, and what holds there (text, json and geojson).")
  var road = false

  @Option(
    help: ArgumentHelp(
      "Who moves on the road: \(RoadProfile.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "profile"),
    completion: .list(RoadProfile.allCases.map(\.rawValue)))
  var profile: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The direction of travel, clockwise from north.", valueName: "degrees"))
  var bearing: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How fast; the bearing of what stands still does not count.", valueName: "meters/second"))
  var speed: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What the point is good to: of the roads within it a likely one is taken.", valueName: "meters"))
  var accuracy: String?

  func validate() throws {
    if accuracy != nil, !road { throw ValidationError("'--accuracy' needs '--road'") }
  }

  /// The given options by their names in the protocol.
  func named() -> [CommandLineQuery.Option] {
    [
      ("road", road ? "true" : nil), ("profile", profile), ("bearingDegrees", bearing),
      ("speedMetersPerSecond", speed), ("accuracyMeters", accuracy),
    ]
  }
}
