import GeoModel

/// The encoding of borders, and of the rings made of them.
///
/// A border is `vertices << 1 | isRound` followed by its vertices. Each vertex is the difference from the previous one,
/// the first from (0, 0). If all coordinates are multiples of 100 units (about a meter), as in the world layer, the
/// differences are stored in hundreds.
///
/// A boundary is the number of its rings followed by the rings. Each ring is `borders << 1 | isOuter` followed by its
/// borders. Each border is the zigzag difference of its id from the previous border's, shifted left by one; the low bit
/// says whether the ring runs along it backwards.
public enum BorderCoding {
  /// The unit of round borders: all their coordinates are multiples of it.
  public static let round: Int32 = 100

  /// Decodes a border; nil when the bytes are damaged.
  public static func border(_ bytes: UnsafeBufferPointer<UInt8>) -> [FixedPoint]? {
    var reader = ByteReader(bytes)
    let head = reader.varint()
    guard head >> 1 <= UInt64(reader.remaining) else { return nil }
    let unit = head & 1 == 1 ? Int64(round) : 1
    var (x, y): (Int64, Int64) = (0, 0)
    var line: [FixedPoint] = []
    line.reserveCapacity(Int(head >> 1))
    for _ in 0..<head >> 1 {
      x &+= reader.signed() &* unit
      y &+= reader.signed() &* unit
      line.append(FixedPoint(x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y)))
    }
    return reader.isDamaged ? nil : line
  }

  /// Decodes a boundary; nil when the bytes are damaged.
  public static func outlines(_ bytes: UnsafeBufferPointer<UInt8>) -> [BorderOutline]? {
    var reader = ByteReader(bytes)
    var id: Int64 = 0
    var outlines: [BorderOutline] = []
    for _ in 0..<reader.count() {
      let head = reader.varint()
      guard head >> 1 <= UInt64(reader.remaining) else { return nil }
      var outline = BorderOutline(isOuter: head & 1 == 1, references: [])
      for _ in 0..<head >> 1 {
        let number = reader.varint()
        id &+= ByteReader.unfolded(number >> 1)
        outline.references.append(.init(border: Int(id) &- 1, isReversed: number & 1 == 1))
      }
      outlines.append(outline)
    }
    return reader.isDamaged ? nil : outlines
  }
}

/// A border as a part of a ring.
public struct BorderReference {
  /// Its position among all borders.
  public var border: Int
  /// Whether the ring runs along it backwards.
  public var isReversed: Bool

  /// A border, forwards or backwards.
  public init(border: Int, isReversed: Bool) {
    self.border = border
    self.isReversed = isReversed
  }
}

/// A ring made of borders, each of which starts where the previous one ends.
public struct BorderOutline {
  /// Whether it is an outer ring.
  public var isOuter: Bool
  /// Its borders in order.
  public var references: [BorderReference]

  /// A ring of borders.
  public init(isOuter: Bool, references: [BorderReference]) {
    self.isOuter = isOuter
    self.references = references
  }
}

/// The encoding of whole lines outside of tiles: the number of vertices, then the vertices.
///
/// Each vertex is the difference from the previous one, the first from (0, 0).
public enum LineCoding {
  /// Decodes a line; nil when the bytes are damaged.
  public static func line(_ bytes: UnsafeBufferPointer<UInt8>) -> [FixedPoint]? {
    var reader = ByteReader(bytes)
    var cursor = FixedPoint(x: 0, y: 0)
    let line = (0..<reader.count()).map { _ in reader.point(after: &cursor) }
    return reader.isDamaged ? nil : line
  }
}
