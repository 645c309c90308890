import GeoModel

/// The boxes above the pages of a group: a packed R-tree of nodes with 32 boxes, level by level, the root last.
enum ObjectTree {
  /// Bytes of a box: west, south, east and north as 32-bit little-endian integers.
  private static let bytesPerBox = 16

  /// Calls with the boxes of all nodes over pages, from the lowest level up.
  static func forEachNode<Failure: Error>(
    over pages: MappedArray<FixedBox>, _ body: (Slice<MappedArray<FixedBox>>) throws(Failure) -> Void
  ) throws(Failure) {
    var level = pages
    while true {
      var above = MappedArray<FixedBox>(in: level.workspace)
      for start in stride(from: 0, to: level.count, by: ObjectOrder.pageSize) {
        let node = level[start..<min(start + ObjectOrder.pageSize, level.count)]
        try body(node)
        above.append(union(node))
      }
      if above.count <= 1 { return }
      level = above
    }
  }

  /// The box around boxes.
  static func union(_ boxes: some Sequence<FixedBox>) -> FixedBox {
    boxes.reduce(into: .empty) { $0.formUnion($1) }
  }

  /// The bytes of a node.
  static func encode(_ boxes: some Sequence<FixedBox>) -> [UInt8] {
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
