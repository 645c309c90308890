import GeoStore

extension PostalBits {
  /// The bits of a group's streets, by the ids of their names, and of its areas, by theirs.
  init(streets: some Sequence<UInt32>, areas: some Sequence<UInt32>) {
    self.init(
      streets: streets.reduce(0) { $0 | PostalBits.bit(of: $1) }, areas: areas.reduce(0) { $0 | PostalBits.bit(of: $1) }
    )
  }

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
