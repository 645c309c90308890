/// A page's entry for a group of houses, so that a search reads only the groups that may have the house it looks for.
///
/// It has the postal code and two 64-bit filters for the streets and areas of the houses. A group without the bit of a
/// street or area has no house there. Most groups have a handful of streets and a handful of areas.
public struct PostalEntry: BitwiseCopyable, Sendable {
  /// The postal code of all its houses.
  public let code: NameID
  /// The street filter: one bit for each street.
  public let streets: UInt64
  /// The area filter: one bit for each area.
  public let areas: UInt64
  /// Bytes of an entry: streets, areas and code, all little-endian.
  public static let bytes = 20

  /// An entry of a code, streets and areas.
  public init(code: NameID, streets: UInt64, areas: UInt64) {
    self.code = code
    self.streets = streets
    self.areas = areas
  }

  /// Reads the entry at an offset of a page; nil past its end.
  public init?(_ page: UnsafeRawBufferPointer, at offset: Int) {
    guard offset >= 0, offset + PostalEntry.bytes <= page.count else { return nil }
    streets = UInt64(littleEndian: page.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    areas = UInt64(littleEndian: page.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
    code = NameID(UInt32(littleEndian: page.loadUnaligned(fromByteOffset: offset + 16, as: UInt32.self)))
  }

  /// The filter bit of an id. Consecutive ids, such as those of one town, get different bits.
  @inline(__always) public static func bit(of id: UInt32) -> UInt64 { 1 &<< UInt64(id & 63) }
}
