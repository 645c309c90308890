/// Reads plus codes (Open Location Code): `849VQHFJ+X6`. A code is a square; the coordinate is its middle.
enum PlusCode {
  static let digits = Array("23456789CFGHJMPQRVWX")

  /// The middle of a code's square; nil when the text is not a code.
  ///
  /// - Throws: ``CoordinateTextError/incompleteCode(_:)`` for the end of a code, which is only unique near a given
  ///   place.
  static func coordinate(_ text: Substring) throws(CoordinateTextError) -> Coordinate? {
    let code = text.split(separator: " ").first?.uppercased() ?? ""
    guard let plus = code.firstIndex(of: "+"), code.last(where: { $0 != "+" }) != nil else { return nil }
    let before = code[..<plus], after = code[code.index(after: plus)...]
    let significant = before.prefix { $0 != "0" }
    guard before.dropFirst(significant.count).allSatisfy({ $0 == "0" }), before.count % 2 == 0,
      (2...8).contains(before.count),
      (significant + after).allSatisfy(digits.contains), after.count != 1, after.count <= 7,
      significant.count == before.count || significant.count % 2 == 0 && !significant.isEmpty && after.isEmpty
    else { return nil }
    guard before.count == 8 else { throw .incompleteCode(String(text)) }
    var (latitude, longitude) = (-90.0, -180.0)
    var (height, width) = (400.0, 400.0)
    let values = (significant + after).map { digits.firstIndex(of: $0)! }
    for (index, value) in values.prefix(10).enumerated() {
      // Pairs of digits; each pair divides the square by 20 in both directions.
      if index % 2 == 0 {
        height /= 20
        latitude += Double(value) * height
      } else {
        width /= 20
        longitude += Double(value) * width
      }
    }
    for value in values.dropFirst(10) {
      // Each further digit is a cell in a grid of five rows and four columns.
      height /= 5
      width /= 4
      latitude += Double(value / 4) * height
      longitude += Double(value % 4) * width
    }
    return try OtherForms.coordinate(latitude: min(90, latitude + height / 2), longitude: longitude + width / 2)
  }
}

/// Reads geohashes: `9q8yyk8ytpxr`. A hash is a rectangle; the coordinate is its middle.
enum Geohash {
  static let digits = Array("0123456789bcdefghjkmnpqrstuvwxyz")

  /// The middle of a hash; nil when the text is not one. A hash must have 6 to 12 characters, with both letters and
  /// digits; shorter ones are kilometers wide, and look like words.
  static func coordinate(_ text: Substring) throws(CoordinateTextError) -> Coordinate? {
    guard text.count >= 6, text.contains(where: \.isNumber), text.contains(where: \.isLetter) else { return nil }
    return try middle(text)
  }

  /// The middle of a hash of 1 to 12 characters, which may also be letters or digits alone; nil for other texts.
  static func middle(_ text: Substring) throws(CoordinateTextError) -> Coordinate? {
    let hash = text.lowercased()
    guard (1...12).contains(hash.count), hash.allSatisfy(digits.contains) else { return nil }
    var (south, north, west, east) = (-90.0, 90.0, -180.0, 180.0)
    var isLongitude = true
    for character in hash {
      let value = digits.firstIndex(of: character)!
      for bit in stride(from: 4, through: 0, by: -1) {
        let isUpper = value >> bit & 1 == 1
        if isLongitude {
          let middle = (west + east) / 2
          if isUpper { west = middle } else { east = middle }
        } else {
          let middle = (south + north) / 2
          if isUpper { south = middle } else { north = middle }
        }
        isLongitude.toggle()
      }
    }
    return try OtherForms.coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}

extension Coordinate {
  /// The middle of a geohash, where a text is known to be one: words and numbers look the same. Nil when it is none.
  package init?(geohash text: String) {
    guard let middle = try? Geohash.middle(text[...]) else { return nil }
    self = middle
  }
}
