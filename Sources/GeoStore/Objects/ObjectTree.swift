import GeoModel

/// The boxes above the pages of a group: a packed R-tree with 32 boxes per node, stored level by level, the root last.
public enum ObjectTree {
  /// The number of objects in a page, and of boxes in a node.
  public static let pageSize = 32
  /// The most groups of objects: coarse and fine, each small and large.
  public static let mostGroups = 4
  /// Bytes of a box: west, south, east and north as 32-bit little-endian integers.
  private static let bytesPerBox = 16

  /// Decodes the boxes of a node; nil when there are more than a node can have.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> [FixedBox]? {
    let raw = UnsafeRawBufferPointer(bytes)
    guard raw.count <= pageSize * bytesPerBox else { return nil }
    func edge(_ offset: Int) -> Int32 { Int32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Int32.self)) }
    return (0..<raw.count / bytesPerBox).map { index in
      let offset = index * bytesPerBox
      return FixedBox(minX: edge(offset), minY: edge(offset + 4), maxX: edge(offset + 8), maxY: edge(offset + 12))
    }
  }
}
