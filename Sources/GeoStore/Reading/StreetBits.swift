/// Which streets are among some, in 64 bits: one that has none of its own is not among them. Most groups of houses are on a handful.
struct StreetBits: BitwiseCopyable {
  private var bits: UInt64 = 0

  /// Adds a street by its name.
  mutating func insert(_ name: NameID) { bits |= StreetBits.bit(of: name) }

  /// Whether a street may be among them; it need not be.
  func mayContain(_ name: NameID) -> Bool { bits & StreetBits.bit(of: name) != 0 }

  /// Names that follow one another, as those of a town do, have different bits.
  private static func bit(of name: NameID) -> UInt64 { 1 &<< UInt64(name.rawValue & 63) }
}
