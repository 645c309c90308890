/// The fields of an address in their order, for the formats that list them by label.
enum AddressFields {
  /// Codes of subdivisions are listed under this label and the level of the boundary.
  private static let subdivisionLabel = "ISO3166-2-lvl"

  /// Visits label and value of each field, finest first, the code of the country last. A label is visited once.
  ///
  /// - Parameter body: is called with a label, the number that belongs behind it if any, and the value.
  @inline(__always)
  static func visit(_ result: NominatimResult, _ body: (_ label: String, _ level: UInt8?, _ value: String) -> Void) {
    for (index, part) in result.parts.enumerated() {
      // A dozen parts at most: looking back is quicker than a set.
      if !result.parts[..<index].contains(where: { $0.label == part.label }) { body(part.label, nil, part.name) }
      if let code = part.subdivisionCode, let level = part.adminLevel { body(subdivisionLabel, level, code) }
    }
    if let code = result.countryCode { body("country_code", nil, code) }
  }
}
