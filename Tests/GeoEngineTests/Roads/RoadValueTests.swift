import GeoModel
import Testing

@testable import GeoEngine

@Suite("Values of roads' tags")
struct RoadValueTests {
  @Test(
    "speeds in all units",
    arguments: [
      ("50", 50.0), ("30 mph", 48.28032), ("30mph", 48.28032), ("30 mph ", 48.28032), ("10 knots", 18.52),
      ("12,5", 12.5), ("50 km/h", 50),
      ("none", nil), ("signals", nil), ("0", nil), ("-5", nil), ("", nil), ("50;30", nil), ("1e9", nil),
      ("50 lightyears", nil),
    ])
  func speeds(text: String, expected: Double?) {
    let found = RoadValues.kilometersPerHour(text)
    #expect(found.map { ($0 * 1_000).rounded() } == expected.map { ($0 * 1_000).rounded() })
  }

  @Test(
    "kilometers of milestones",
    arguments: [
      ("12.5", 12.5), ("12", 12), ("12.5 km", 12.5), ("10 mi", 16.09344), ("12+300", 12.3), ("12+1300", nil),
      ("x", nil),
      ("12 ft", nil), ("+", nil),
    ])
  func kilometers(text: String, expected: Double?) { #expect(RoadValues.kilometers(text) == expected) }

  @Test("laws that a value names")
  func implied() {
    #expect(SpeedLimits.speed(implied: "RU:urban")?.kilometersPerHour == 60)
    #expect(SpeedLimits.speed(implied: "DE:zone30")?.kilometersPerHour == 30)
    #expect(SpeedLimits.speed(implied: "DE:zone:30") == nil)
    #expect(SpeedLimits.speed(implied: "walk")?.kilometersPerHour == 7)
    let free = SpeedLimits.speed(implied: "DE:motorway")
    #expect(free?.kilometersPerHour == nil && free?.origin == .implicit)
    #expect(SpeedLimits.speed(implied: "50") == nil && SpeedLimits.speed(implied: "none") == nil)
  }

  @Test("what holds without signs is marked so, and unknown where it depends on more than the kind of road")
  func defaults() {
    #expect(
      SpeedLimits.usualSpeed(of: "motorway", country: "FR")
        == RoadSpeed(text: "130", kilometersPerHour: 130, origin: .countryDefault))
    #expect(SpeedLimits.usualSpeed(of: "motorway", country: "DE")?.text == "none")
    #expect(SpeedLimits.usualSpeed(of: "residential", country: "AT")?.kilometersPerHour == 50)
    #expect(SpeedLimits.usualSpeed(of: "secondary", country: "AT") == nil)
    #expect(SpeedLimits.usualSpeed(of: "motorway", country: "US") == nil)
    #expect(SpeedLimits.usualSpeed(of: "motorway", country: nil) == nil)
  }
}
