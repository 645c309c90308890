import GeoSupport

/// Reads places in the grid of the Universal Transverse Mercator projection (WGS84).
///
/// The forms are `31U 448252 5411933`, and `31U DQ 48251 11932` with letters for squares of 100 km, as in the Military
/// Grid Reference System. The letter after the zone is the band of latitude. `N` and `S` are bands, too, but many
/// programs write them for the hemisphere; they count so where the place does not lie in their band.
enum GridReference {
  static let bands = Array("CDEFGHJKLMNPQRSTUVWX")
  static let rows = Array("ABCDEFGHJKLMNPQRSTUV")
  static let columns = Array("ABCDEFGHJKLMNPQRSTUVWXYZ")

  /// The place; nil when the text is not a grid reference.
  ///
  /// - Throws: ``CoordinateTextError`` when the place is invalid.
  static func coordinate(_ text: Substring) throws(CoordinateTextError) -> Coordinate? {
    let letters = text.uppercased()
    let zoneDigits = letters.prefix { $0.isASCII && $0.isNumber }
    guard let zone = Int(zoneDigits), (1...60).contains(zone), zoneDigits.count <= 2 else { return nil }
    var rest = letters.dropFirst(zoneDigits.count).drop { $0 == " " }
    guard let band = rest.first.flatMap({ bands.firstIndex(of: $0) }) else { return nil }
    rest = rest.dropFirst().drop { $0 == " " }
    if rest.first?.isNumber == true { return try universal(rest, zone, band) }
    return try military(rest, zone, band)
  }

  /// Reads an easting and a northing in meters.
  private static func universal(_ rest: Substring, _ zone: Int, _ band: Int) throws(CoordinateTextError) -> Coordinate?
  {
    let words = rest.split { $0.isWhitespace || $0 == "," }
    guard words.count == 2, let easting = Double(words[0].replacing(suffix: "ME")),
      let northing = Double(words[1].replacing(suffix: "MN")),
      (100_000..<1_000_000).contains(easting), (0...10_000_000).contains(northing)
    else { return nil }
    let north = TransverseMercator.angles(easting: easting, northing: northing)
    let south = TransverseMercator.angles(easting: easting, northing: northing - 10_000_000)
    let inBand = band < 10 ? south : north
    if isIn(band, inBand.latitude) || bands[band] == "N" { return try place(inBand, zone) }
    guard bands[band] == "S" else { throw .wrongBand(String(bands[band])) }
    return try place(south, zone)
  }

  /// Whether a latitude lies in a band of 8 degrees (the northernmost has 12), with a tolerance of a tenth of a degree,
  /// as places at the edges are rounded.
  private static func isIn(_ band: Int, _ latitude: Double) -> Bool {
    let south = Double(band) * 8 - 80
    return (south - 0.1...south + (band == bands.count - 1 ? 12 : 8) + 0.1).contains(latitude)
  }

  /// Reads two letters and an even number of digits.
  private static func military(_ rest: Substring, _ zone: Int, _ band: Int) throws(CoordinateTextError) -> Coordinate? {
    let body = Array(rest.filter { $0 != " " })
    guard body.count >= 2, body.count % 2 == 0, body.count <= 12,
      body.dropFirst(2).allSatisfy({ $0.isASCII && $0.isNumber }),
      let column = columns.firstIndex(of: body[0]), let row = rows.firstIndex(of: body[1]), column / 8 == (zone - 1) % 3
    else { return nil }
    let digits = (body.count - 2) / 2
    let unit = [100_000.0, 10_000, 1000, 100, 10, 1][digits]
    func meters(_ part: ArraySlice<Character>) -> Double { (Double(Int(String(part)) ?? 0) + 0.5) * unit }
    let easting = Double(column % 8 + 1) * 100_000 + meters(body[2..<(2 + digits)])
    // Row letters repeat every 2,000 km, shifted by five letters in even zones; the band decides between the
    // repetitions.
    let first = Double((row + (zone % 2 == 0 ? 15 : 0)) % 20) * 100_000 + meters(body[(2 + digits)...])
    let middle = min(80, Double(band) * 8 - 80 + 4)
    let candidates = (-5..<5).map {
      TransverseMercator.angles(easting: easting, northing: first + Double($0) * 2_000_000)
    }
    let best = candidates.min { abs($0.latitude - middle) < abs($1.latitude - middle) }!
    return try place(best, zone)
  }

  private static func place(
    _ angles: (latitude: Double, longitude: Double), _ zone: Int
  ) throws(CoordinateTextError) -> Coordinate {
    var longitude = angles.longitude + Double(zone) * 6 - 183
    if longitude < -180 { longitude += 360 } else if longitude > 180 { longitude -= 360 }
    return try OtherForms.coordinate(latitude: angles.latitude, longitude: longitude)
  }
}

/// The transverse Mercator projection on WGS84 and its inverse, by the series of Krüger (1912) to the fourth power of
/// the third flattening. Accurate to less than a millimeter within a zone.
enum TransverseMercator {
  /// The third flattening of WGS84's ellipsoid.
  static let thirdFlattening = 1 / 298.257223563 / (2 - 1 / 298.257223563)
  /// Meters on the grid for one radian along the middle of a zone.
  static let meanRadius =
    0.9996 * 6_378_137 / (1 + thirdFlattening)
    * (1 + thirdFlattening * thirdFlattening / 4
      + thirdFlattening * thirdFlattening * thirdFlattening * thirdFlattening / 64)

  /// The latitude, and the longitude relative to the zone's middle, both in degrees, for meters in the grid. Northings
  /// south of the equator are negative.
  static func angles(easting: Double, northing: Double) -> (latitude: Double, longitude: Double) {
    let n = thirdFlattening
    let (n2, n3, n4) = (n * n, n * n * n, n * n * n * n)
    let beta = [
      n / 2 - 2 * n2 / 3 + 37 * n3 / 96 - n4 / 360, n2 / 48 + n3 / 15 - 437 * n4 / 1440, 17 * n3 / 480 - 37 * n4 / 840,
      4397 * n4 / 161_280,
    ]
    let delta = [
      2 * n - 2 * n2 / 3 - 2 * n3 + 116 * n4 / 45, 7 * n2 / 3 - 8 * n3 / 5 - 227 * n4 / 45,
      56 * n3 / 15 - 136 * n4 / 35,
      4279 * n4 / 630,
    ]
    let (xi, eta) = (northing / meanRadius, (easting - 500_000) / meanRadius)
    var (x, y) = (xi, eta)
    for (index, factor) in beta.enumerated() {
      let order = Double(2 * (index + 1))
      x -= factor * sin(order * xi) * cosh(order * eta)
      y -= factor * cos(order * xi) * sinh(order * eta)
    }
    let conformal = asin(sin(x) / cosh(y))
    var latitude = conformal
    for (index, factor) in delta.enumerated() { latitude += factor * sin(Double(2 * (index + 1)) * conformal) }
    return (latitude * 180 / .pi, atan2(sinh(y), cos(x)) * 180 / .pi)
  }
}

extension Substring {
  /// The text without a suffix; unchanged if it does not end with the suffix.
  fileprivate func replacing(suffix: String) -> Substring { hasSuffix(suffix) ? dropLast(suffix.count) : self }
}
