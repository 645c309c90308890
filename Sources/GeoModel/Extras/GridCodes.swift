import GeoSupport

// Writes codes of the square that contains a point. CellCodes.swift and GridReference.swift in Parsing read them.

extension Coordinate {
  /// The code of the square that contains the coordinate; nil for fields of another kind, and where the system has no
  /// code.
  package func gridCode(_ field: PlacemarkField) -> String? {
    switch field {
    case .plusCode: PlusCode.code(of: self)
    case .geohash: Geohash.code(of: self)
    case .mgrs: GridReference.code(of: self)
    default: nil
    }
  }
}

extension PlusCode {
  /// The code of the square of 1/8000 degree, some 14 m, that contains a point: `849VQHFJ+X6` (Open Location Code).
  static func code(of coordinate: Coordinate) -> String {
    // Counts whole squares, as sums of fractions could slip into the next one. The north pole belongs to the last row.
    var row = Int((coordinate.latitude * 1e7).rounded()) + 900_000_000
    var column = Int((coordinate.longitude * 1e7).rounded()) + 1_800_000_000
    row = min(max(row, 0) / 1250, 180 * 8000 - 1)
    column = (max(column, 0) / 1250) % (360 * 8000)
    var code: [Character] = []
    for _ in 0..<5 {
      code.append(digits[column % 20])
      code.append(digits[row % 20])
      (row, column) = (row / 20, column / 20)
    }
    code.reverse()
    code.insert("+", at: 8)
    return String(code)
  }
}

extension Geohash {
  /// The hash of nine characters, some 5 m wide, of the rectangle that contains a point: `9q8yyk8yt`.
  static func code(of coordinate: Coordinate) -> String {
    var (south, north, west, east) = (-90.0, 90.0, -180.0, 180.0)
    var hash = ""
    for character in 0..<9 {
      var value = 0
      for bit in 0..<5 {
        // Bits of longitude and latitude alternate, longitude first.
        let isUpper: Bool
        if (character * 5 + bit) % 2 == 0 {
          let middle = (west + east) / 2
          isUpper = coordinate.longitude >= middle
          if isUpper { west = middle } else { east = middle }
        } else {
          let middle = (south + north) / 2
          isUpper = coordinate.latitude >= middle
          if isUpper { south = middle } else { north = middle }
        }
        value = value << 1 | (isUpper ? 1 : 0)
      }
      hash.append(digits[value])
    }
    return hash
  }
}

extension GridReference {
  /// The square of one meter that contains a point, in the Military Grid Reference System: `10SEG5191281195`; nil near
  /// the poles, south of 80° S and north of 84° N, where that system has another grid.
  static func code(of coordinate: Coordinate) -> String? {
    let (latitude, longitude) = (coordinate.latitude, coordinate.longitude == 180 ? -180 : coordinate.longitude)
    guard (-80...84).contains(latitude) else { return nil }
    let band = min(bands.count - 1, Int((latitude + 80) / 8))
    let zone = zone(latitude, longitude, band)
    let middle = Double(zone) * 6 - 183
    let meters = TransverseMercator.meters(latitude: latitude, longitude: longitude - middle)
    let (easting, northing) = (Int(meters.easting.rounded(.down)), Int(meters.northing.rounded(.down)))
    let column = columns[(zone - 1) % 3 * 8 + easting / 100_000 - 1]
    // Rows repeat every 2,000 km, which divides the 10,000 km of the southern hemisphere's false northing.
    let row = (northing % 2_000_000 + 2_000_000) % 2_000_000 / 100_000
    let letter = rows[(row + (zone % 2 == 0 ? 5 : 0)) % 20]
    let number = zone < 10 ? "0\(zone)" : "\(zone)"
    return
      "\(number)\(bands[band])\(column)\(letter)\(digits(easting))\(digits((northing % 100_000 + 100_000) % 100_000))"
  }

  /// The zone of 6 degrees, with the wider ones of south-western Norway and of Svalbard.
  private static func zone(_ latitude: Double, _ longitude: Double, _ band: Int) -> Int {
    let usual = Int((longitude + 180) / 6) + 1
    if bands[band] == "V", (3..<12).contains(longitude) { return 32 }
    guard bands[band] == "X", (0..<42).contains(longitude) else { return usual }
    return longitude < 9 ? 31 : longitude < 21 ? 33 : longitude < 33 ? 35 : 37
  }

  /// The meters within a square of 100 km, five digits.
  private static func digits(_ meters: Int) -> String {
    let text = String(meters % 100_000)
    return String(repeating: "0", count: 5 - text.count) + text
  }
}

extension TransverseMercator {
  /// The easting and northing in meters for a latitude and a longitude relative to the zone's middle, both in degrees;
  /// the northing is negative south of the equator. Uses the same series of Krüger as ``angles(easting:northing:)``.
  static func meters(latitude: Double, longitude: Double) -> (easting: Double, northing: Double) {
    let n = thirdFlattening
    let alpha = [
      n / 2 - 2 * n * n / 3 + 5 * n * n * n / 16 + 41 * n * n * n * n / 180,
      13 * n * n / 48 - 3 * n * n * n / 5 + 557 * n * n * n * n / 1440,
      61 * n * n * n / 240 - 103 * n * n * n * n / 140, 49_561 * n * n * n * n / 161_280,
    ]
    let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
    let root = 2 * n.squareRoot() / (1 + n)
    let tangent = sinh(atanh(sin(phi)) - root * atanh(root * sin(phi)))
    let (xi, eta) = (atan2(tangent, cos(lambda)), atanh(sin(lambda) / (1 + tangent * tangent).squareRoot()))
    var (x, y) = (xi, eta)
    for (index, factor) in alpha.enumerated() {
      let order = Double(2 * (index + 1))
      x += factor * sin(order * xi) * cosh(order * eta)
      y += factor * cos(order * xi) * sinh(order * eta)
    }
    return (500_000 + meanRadius * y, meanRadius * x)
  }
}
