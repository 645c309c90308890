import GeoModel

/// The boxes above the pages of a group: a packed R-tree of nodes with 32 boxes, level by level, the root last.
enum ObjectTree {
  /// Bytes of a box: west, south, east and north as 32-bit little-endian integers.
  private static let bytesPerBox = 16

  /// The boxes of all nodes over pages, from the lowest level up.
  static func nodes(over pages: [FixedBox]) -> [ArraySlice<FixedBox>] {
    var nodes: [ArraySlice<FixedBox>] = []
    var level = pages
    while true {
      let parts = stride(from: 0, to: level.count, by: ObjectOrder.pageSize).map {
        level[$0..<min($0 + ObjectOrder.pageSize, level.count)]
      }
      nodes += parts
      if parts.count <= 1 { return nodes }
      level = parts.map { union($0) }
    }
  }

  /// The box around boxes.
  static func union(_ boxes: ArraySlice<FixedBox>) -> FixedBox {
    boxes.reduce(into: .empty) { $0.formUnion($1) }
  }

  /// The bytes of a node.
  static func encode(_ boxes: ArraySlice<FixedBox>) -> [UInt8] {
    var bytes: [UInt8] = []
    for box in boxes {
      for edge in [box.minX, box.minY, box.maxX, box.maxY] {
        withUnsafeBytes(of: edge.littleEndian) { bytes.append(contentsOf: $0) }
      }
    }
    return bytes
  }

  /// The boxes of a node.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> [FixedBox] {
    let raw = UnsafeRawBufferPointer(bytes)
    func edge(_ offset: Int) -> Int32 { Int32(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: Int32.self)) }
    return (0..<raw.count / bytesPerBox).map { index in
      let offset = index * bytesPerBox
      return FixedBox(minX: edge(offset), minY: edge(offset + 4), maxX: edge(offset + 8), maxY: edge(offset + 12))
    }
  }
}
