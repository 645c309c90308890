/// On which streets and in which areas the houses of a group are, in 64 bits each: what has none of them is not among them. Most groups are
/// on a handful of streets, in as many areas, and a search need not read those of which this says that they are elsewhere.
public struct PostalBits: BitwiseCopyable, Sendable {
  /// A bit for each street.
  public let streets: UInt64
  /// A bit for each area.
  public let areas: UInt64
  /// Bytes of the two numbers, which stand one after the other, lowest byte first.
  public static let bytes = 16

  /// Bits of streets and areas.
  public init(streets: UInt64, areas: UInt64) {
    self.streets = streets
    self.areas = areas
  }

  /// The bits at a place of a page of them; nil behind its end.
  public init?(_ page: UnsafeRawBufferPointer, at offset: Int) {
    guard offset >= 0, offset + PostalBits.bytes <= page.count else { return nil }
    streets = UInt64(littleEndian: page.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    areas = UInt64(littleEndian: page.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
  }

  /// Ids that follow one another, as those of a town do, have different bits.
  @inline(__always) public static func bit(of id: UInt32) -> UInt64 { 1 &<< UInt64(id & 63) }

}
