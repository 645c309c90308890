/// What a page says of a group of houses, so that a search reads only the groups that may have the house it looks for: the code, and in 64 bits
/// each on which streets and in which areas the houses are. A group that lacks a bit has no house there; most are on a handful of streets, in
/// as many areas.
public struct PostalEntry: BitwiseCopyable, Sendable {
  /// The code that all houses have.
  public let code: NameID
  /// A bit for each street.
  public let streets: UInt64
  /// A bit for each area.
  public let areas: UInt64
  /// Bytes of an entry: streets, areas, code, each with its lowest byte first.
  public static let bytes = 20

  /// An entry of a code, streets and areas.
  public init(code: NameID, streets: UInt64, areas: UInt64) {
    self.code = code
    self.streets = streets
    self.areas = areas
  }

  /// The entry at a place of a page; nil behind its end.
  public init?(_ page: UnsafeRawBufferPointer, at offset: Int) {
    guard offset >= 0, offset + PostalEntry.bytes <= page.count else { return nil }
    streets = UInt64(littleEndian: page.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    areas = UInt64(littleEndian: page.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    code = NameID(UInt32(littleEndian: page.loadUnaligned(fromByteOffset: offset + 16, as: UInt32.self)))
  }

  /// Ids that follow one another, as those of a town do, have different bits.
  @inline(__always) public static func bit(of id: UInt32) -> UInt64 { 1 &<< UInt64(id & 63) }
}
