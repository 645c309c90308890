import GeoModel
import Testing

@Suite("A coordinate as people write it") struct CoordinateTextTests {
  @Test(
    "is read in every usual notation",
    arguments: [
      "37.77 -122.41", "37.77,-122.41", "37.77, -122.41", "  37.77;-122.41\n", "(37.77, -122.41)", "[37.77,-122.41]",
      "+37.77 -122.41", "37.77 \u{2212}122.41", "37.77N 122.41W", "37.77 N, 122.41 W", "N 37.77 W 122.41",
      "37.77n122.41w",
      "122.41W 37.77N", "37.77° -122.41°", "37.77°N 122.41°W", "37° 46' 12\" N 122° 24' 36\" W",
      "37°46′12″N 122°24′36″W",
      "37°46.2'N 122°24.6'W", "geo:37.77,-122.41", "GEO:37.77,-122.41;u=35", "geo:37.77,-122.41,12;crs=wgs84;u=35",
      "geo:37.77,-122.41?z=17", "3.777e1 -1.2241E2", "37.77\t-122.41",
      "N 37° 46.200 W 122° 24.600", "N37°46.200 W122°24.600", "W 122 24 36 N 37 46 12", "37 46 12 N 122 24 36 W",
      "37° 46' 12''N 122° 24' 36''W", "37:46:12N 122:24:36W", "37 46 12, -122 24 36", "37.77°N/122.41°W",
      "37.77 / -122.41",
      "37.77|-122.41", "37,77; -122,41",
      "37 deg 46' 12.00\" N, 122 deg 24' 36.00\" W", "37deg46'12\"N 122deg24'36\"W", "37.77 deg -122.41 Deg",
    ])
  func notations(text: String) throws {
    let coordinate = try Coordinate(parsing: text)
    #expect(abs(coordinate.latitude - 37.77) < 1e-9)
    #expect(abs(coordinate.longitude + 122.41) < 1e-9)
  }

  @Test("keeps signs of zero degrees and whole numbers")
  func smallNumbers() throws {
    #expect(try Coordinate(parsing: "-0.5 -.25") == Coordinate(latitude: -0.5, longitude: -0.25))
    #expect(try Coordinate(parsing: "-90 180") == Coordinate(latitude: -90, longitude: 180))
    #expect(try Coordinate(parsing: "0°30'S 0°15'W") == Coordinate(latitude: -0.5, longitude: -0.25))
  }

  @Test(
    "is refused with a sentence that names what is wrong",
    arguments: [
      ("", "a coordinate is needed: latitude and longitude in degrees"),
      ("37.77", "one number is missing: a coordinate is a latitude and a longitude"),
      ("1 2 3", "a coordinate is two numbers, not 3"),
      (
        "37,77 -122,41",
        "a coordinate is two numbers, not 4; write decimals with a point, as a comma separates latitude and longitude"
      ),
      (
        "47,1392",
        "'47,1392' is one number with a decimal comma, or its longitude is out of range; a coordinate is two numbers, whose decimals have a point"
      ),
      ("47, 1392", "longitude 1392.0 is out of range (-180 to 180)"),
      ("abc 5", "'abc' is not a number"), ("12abc 5", "'12abc' is not a number"), ("5 -", "'-' is not a number"),
      ("nan 5", "'nan' is not a number"), ("5 -inf", "'-inf' is not a number"), ("0x10 5", "'0x10' is not a number"),
      ("5 1.2.3", "'1.2.3' is not a number"),
      ("1e999 5", "latitude inf is not a finite number"),
      ("91 0", "latitude 91.0 is out of range (-90 to 90); latitude comes first: are the two numbers swapped?"),
      (
        "-122.41 37.77",
        "latitude -122.41 is out of range (-90 to 90); latitude comes first: are the two numbers swapped?"
      ),
      ("200 0.5", "latitude 200.0 is out of range (-90 to 90)"),
      ("0 181", "longitude 181.0 is out of range (-180 to 180)"),
      (
        "37°61'N 5°E",
        "'37°61'' is not an angle: minutes and seconds go from 0 to 59, and only the last number has decimals"
      ),
      ("37N 5S", "the compass letters in '37N 5S' contradict each other"),
      ("-37N 5E", "the compass letters in '-37N' contradict each other"),
      ("37°46'12\" N 122°24'36\" O", "'O' is east in German and west in French: write E or W"),
      ("N 37 61 W 5", "a coordinate is two numbers, not 3"),
      ("37 46 12 122 24 36", "a coordinate is two numbers, not 6"),
      ("10:11:12, 13:14:15", "'10:11:12' is not a number"), ("37/46/12", "'37/46/12' is not a number"),
      ("geo:5", "one number is missing: a coordinate is a latitude and a longitude"),
      ("geo:5,x", "'x' is not a number"),
      (
        "geo:0,0?q=1600+Main+Street",
        "'1600 Main Street' is not a coordinate: a geo address at 0,0 is where its q= says, and only coordinates can be looked up"
      ),
      (
        "geo:0,0?q=95,7(Here)",
        "latitude 95.0 is out of range (-90 to 90); latitude comes first: are the two numbers swapped?"
      ),
      ("geo:5,6;crs=mars", "the reference system 'mars' is not known; only wgs84 is"),
    ])
  func refusals(text: String, sentence: String) {
    #expect { try Coordinate(parsing: text) } throws: { "\($0)" == sentence }
  }

  @Test("survives any text without a trap")
  func anyText() {
    var generator = SplitMix(state: 7)
    let letters = Array("0123456789.,;-+°'\"NSEWnsewgeo:()[] \u{301}é\u{1F600}".unicodeScalars)
    for _ in 0..<20_000 {
      let length = Int(generator.next() % 12)
      let scalars = (0..<length).map { _ in letters[Int(generator.next() % UInt64(letters.count))] }
      let coordinate = try? Coordinate(parsing: String(String.UnicodeScalarView(scalars)))
      if let coordinate { #expect(abs(coordinate.latitude) <= 90 && abs(coordinate.longitude) <= 180) }
    }
  }
}

/// A small generator with a fixed seed (SplitMix64 by Sebastiano Vigna, public domain algorithm).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
