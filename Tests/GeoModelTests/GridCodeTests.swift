import Testing

@testable import GeoModel

@Suite("Codes of the square that a point lies in")
struct GridCodeTests {
  private func code(_ field: PlacemarkField, _ latitude: Double, _ longitude: Double) throws -> String? {
    try Coordinate(latitude: latitude, longitude: longitude).gridCode(field)
  }

  /// The results of other programs for these points (the Open Location Code's own library, pygeohash, NGA's GEOTRANS).
  private static let known: [(latitude: Double, longitude: Double, plus: String, hash: String, grid: String?)] = [
    (37.77, -122.41, "849VQHCR+22", "9q8yy7zf0", "10SEG5196280460"),
    (-33.8568, 151.2153, "4RRH46V8+74", "r3gx2ux9g", "56HLH3490052288"),
    (60.39, 5.32, "9FG798RC+22", "u4ez919vh", "32VKN9723000510"),
    (78.22, 15.65, "CFCQ6MC2+22", "umghupebx", "33XWG1481383004"),
    (72.5, 8.9, "CF4CGW22+22", "uhyk6w0z1", "31XFA9773754424"),
    (0, 0, "6FG22222+22", "s00000000", "31NAA6602100000"),
    (-0.0001, -0.0001, "6CFXXXXX+XX", "7zzzzzzzm", "30MZE3396799988"),
    (-22.9068, -43.1729, "589R3RVG+7R", "75cm9tfqn", "23KPQ8739465634"),
    (-80, 179.9999, "2VGX2X2X+2X", "pczbzuryj", "60CWS5813016915"),
    (1.3, 103.8, "6PH58R22+22", "w21z6h8v5", "48NUG6649443721"),
    (90, 10, "CFXGX2X2+X2", "upzpgxczb", nil),
  ]

  @Test("points have the codes that other programs give", arguments: known.indices)
  func otherPrograms(_ index: Int) throws {
    let known = Self.known[index]
    #expect(try code(.plusCode, known.latitude, known.longitude) == known.plus)
    #expect(try code(.geohash, known.latitude, known.longitude) == known.hash)
    #expect(try code(.mgrs, known.latitude, known.longitude) == known.grid)
  }

  @Test("a code that is read again lies within its square around the point, also at the antimeridian and in every zone")
  func roundTrip() throws {
    for step in 0..<3000 {
      let latitude = -79.9 + Double(step) * 0.0541
      let longitude = -180 + (Double(step) * 137.507764).truncatingRemainder(dividingBy: 360)
      let point = try Coordinate(latitude: min(83.9, latitude), longitude: longitude)
      for (field, meters) in [(PlacemarkField.plusCode, 11.0), (.geohash, 4), (.mgrs, 1)] {
        let text = try #require(point.gridCode(field))
        guard field != .geohash || text.contains(where: \.isLetter) && text.contains(where: \.isNumber) else {
          continue
        }
        let read = try Coordinate(parsing: text)
        #expect(Geodesy.distanceMeters(point, read) <= meters, "\(text) for \(point)")
      }
    }
  }
}
