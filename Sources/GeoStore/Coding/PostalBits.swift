/// On which streets and in which areas the houses of a group are, in 64 bits each: what has none of them is not among them. Most groups are
/// on a handful of streets, in as many areas, and a search need not read those of which this says that they are elsewhere.
struct PostalBits: BitwiseCopyable, Sendable {
  /// A bit for each street.
  private(set) var streets: UInt64 = 0
  /// A bit for each area.
  private(set) var areas: UInt64 = 0
  /// Bytes of the two numbers, which stand one after the other, lowest byte first.
  static let bytes = 16

  /// The bits of a group's streets, by the ids of their names, and of its areas, by theirs.
  init(streets: some Sequence<UInt32>, areas: some Sequence<UInt32>) {
    for street in streets { self.streets |= PostalBits.bit(of: street) }
    for area in areas { self.areas |= PostalBits.bit(of: area) }
  }

  /// The bits at a place of a page of them; nil behind its end.
  init?(_ page: UnsafeRawBufferPointer, at offset: Int) {
    guard offset >= 0, offset + PostalBits.bytes <= page.count else { return nil }
    streets = UInt64(littleEndian: page.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    areas = UInt64(littleEndian: page.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
  }

  /// Ids that follow one another, as those of a town do, have different bits.
  @inline(__always) static func bit(of id: UInt32) -> UInt64 { 1 &<< UInt64(id & 63) }

  /// The bits of groups that follow one another, as a page.
  static func encode(_ groups: some Sequence<PostalBits>) -> [UInt8] {
    var bytes: [UInt8] = []
    for group in groups {
      for value in [group.streets, group.areas] {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
      }
    }
    return bytes
  }
}
