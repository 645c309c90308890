/// A table of rows by country, where countries may share a row. Every query uses it; two letters make an index without
/// hashing.
@usableFromInline package struct CountryTable<Row: Sendable>: Sendable {
  @usableFromInline var rows: [Row?] = Array(repeating: nil, count: Self.letterCount * Self.letterCount)

  /// Creates an empty table.
  @inlinable package init() {}

  /// The row of a country; nil when there is none.
  ///
  /// - Parameter countryCode: ISO 3166-1 alpha-2 in capitals.
  @inlinable package subscript(countryCode: String) -> Row? { Self.position(of: countryCode.utf8).flatMap { rows[$0] } }

  /// Sets the row of some countries.
  ///
  /// - Parameter countryCodes: two letters each, with a space between them.
  @inlinable package mutating func set(_ row: Row, for countryCodes: Substring.UTF8View) {
    var rest = countryCodes
    while let position = Self.position(of: rest.prefix(2)) {
      rows[position] = row
      rest = rest.dropFirst(3)
    }
    precondition(rest.isEmpty, "a table has the countries '\(Substring(countryCodes))'")
  }

  @inlinable static var letterCount: Int { 26 }

  /// The index for two capital letters; nil for other texts.
  @inlinable static func position(of countryCode: some Collection<UInt8>) -> Int? {
    var position = 0
    guard countryCode.count == 2 else { return nil }
    for letter in countryCode {
      guard letter >= UInt8(ascii: "A"), letter <= UInt8(ascii: "Z") else { return nil }
      position = position * letterCount + Int(letter - UInt8(ascii: "A"))
    }
    return position
  }
}
