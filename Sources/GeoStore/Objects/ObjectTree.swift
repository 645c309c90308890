import GeoModel

/// The boxes above the pages of a group: a packed R-tree of nodes with 32 boxes, level by level, the root last.
public enum ObjectTree {
  /// Objects in a page, and boxes in a node.
  public static let pageSize = 32
  /// Groups of objects: coarse and fine, small and large.
  public static let mostGroups = 4
  /// Bytes of a box: west, south, east and north as 32-bit little-endian integers.
  private static let bytesPerBox = 16

  /// The boxes of a node; nil for more than a node has.
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
