import GeoModel

/// A page of map objects: the kinds and boxes of all its objects, and the encoded shapes.
///
/// An ``ObjectShape`` decodes a shape only when it is needed, as most objects are too far away. A page's instance is
/// reused for another page once no caller holds it.
final class ObjectPage {
  /// The form of a shape.
  enum Form: UInt8 { case point, line, polygons, boundary }

  /// One object.
  struct Entry {
    /// The number of its kind.
    var kind: Int32
    var form: Form
    /// The number of vertices of a point or line, or of rings of polygons; the area's id for a boundary.
    var count: UInt32
    /// The position of its shape in ``ObjectPage/bytes``.
    var shape: Range<Int32>
    /// The vertex before the shape's first one.
    ///
    /// The first one is stored as the difference from it.
    var before: FixedPoint
    var box: FixedBox

    /// Whether the shape has an area.
    var isArea: Bool { form == .polygons || form == .boundary }
    /// Whether decoding the shape takes long enough to cache the result: from about 100 vertices on.
    var isLong: Bool { form == .boundary || shape.count > 256 }
  }

  @exclusivity(unchecked) private(set) var entries: [Entry] = []
  /// The box around all objects.
  @exclusivity(unchecked) private(set) var box = FixedBox.empty
  /// The encoded page.
  @exclusivity(unchecked) private(set) var bytes: [UInt8] = []

  /// Decodes a page.
  ///
  /// - Parameter areaBox: returns the box of an area, for objects whose shape is an area's boundary.
  /// - Returns: whether the bytes made sense.
  func decode(
    _ source: UnsafeBufferPointer<UInt8>, areaBox: (UInt32) throws(StoreError) -> FixedBox
  ) throws(StoreError) -> Bool {
    entries.removeAll(keepingCapacity: true)
    self.box = .empty
    var reader = ByteReader(source)
    var cursor = FixedPoint(x: 0, y: 0)
    while reader.remaining > 0 {
      guard entries.count < ObjectTree.pageSize else { return false }
      let kind = Int32(truncatingIfNeeded: reader.varint())
      let head = reader.varint()
      if head == 0 {
        guard var entry = entries.last else { return false }
        entry.kind = kind
        entries.append(entry)
        continue
      }
      let (form, count) = (Form(rawValue: UInt8(head & 3)) ?? .point, head >> 2)
      // A vertex or ring takes at least one byte.
      guard form == .boundary || count <= UInt64(reader.remaining), count <= UInt64(UInt32.max) else { return false }
      let (start, before) = (Int32(source.count - reader.remaining), cursor)
      var box = FixedBox.empty
      switch form {
      case .point, .line: reader.pass(Int(count), &cursor, &box)
      case .polygons: for _ in 0..<count { reader.pass(reader.ringHead().vertices, &cursor, &box) }
      case .boundary: box = try areaBox(UInt32(count))
      }
      if reader.isDamaged { return false }
      self.box.formUnion(box)
      entries.append(
        Entry(
          kind: kind, form: form, count: UInt32(count), shape: start..<Int32(source.count - reader.remaining),
          before: before, box: box))
    }
    bytes.removeAll(keepingCapacity: true)
    bytes.append(contentsOf: source)
    return !reader.isDamaged
  }
}

extension ByteReader {
  /// Skips vertices, extending the box by them.
  fileprivate mutating func pass(_ count: Int, _ cursor: inout FixedPoint, _ box: inout FixedBox) {
    for _ in 0..<count { box.formUnion(point(after: &cursor)) }
  }

  /// Reads the head of a ring: the number of vertices, without the repeated last one, and whether it is an outer ring;
  /// 0 vertices for damage.
  public mutating func ringHead() -> (vertices: Int, isOuter: Bool) {
    let head = varint()
    guard head >> 1 <= UInt64(remaining), head >> 1 > 0 else {
      reportDamage()
      return (0, false)
    }
    return (Int(head >> 1), head & 1 == 1)
  }
}

/// The boxes above the pages of a group: a packed R-tree with 32 boxes per node, stored level by level, the root last.
public enum ObjectTree {
  /// The number of objects in a page, and of boxes in a node.
  public static let pageSize = 32
  /// The most groups of objects: coarse ones, fine ones and those for roads alone, each small and large.
  public static let mostGroups = 6
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
