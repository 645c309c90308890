import GeoModel

// Points and lines. Each continues from the one before.
extension TileDecoder {
  /// Moves on by a difference. Damaged bytes may lead off the Earth, which does no harm.
  @inline(__always) mutating func step(x dx: Int64, y dy: Int64) -> FixedPoint {
    last.x &+= Int32(truncatingIfNeeded: dx)
    last.y &+= Int32(truncatingIfNeeded: dy)
    return last
  }

  /// The next point.
  @inline(__always) mutating func point() -> FixedPoint {
    let dx = reader.signed()
    return step(x: dx, y: reader.signed())
  }

  /// The next point with the flag in the lowest bit of its first number.
  @inline(__always) mutating func flaggedPoint() -> (FixedPoint, Bool) {
    let flagged = reader.varint()
    return (step(x: ByteReader.unfolded(flagged >> 1), y: reader.signed()), flagged & 1 == 1)
  }

  /// A line's vertices, put after those that are there; see `TileEncoder.encode(line:count:)`.
  mutating func line() -> Range<Int32> {
    let head = reader.varint()
    let start = pointCount
    let count = Int(truncatingIfNeeded: head >> 3)
    let isClosed = head & 4 != 0
    guard count > 0, count < points.count - start + (isClosed ? 0 : 1) else {
      reader.reportDamage()
      return 0..<0
    }
    let first = point()
    points[start] = first
    fill(UnsafeMutableBufferPointer(rebasing: points[start + 1..<start + count]), width: Int(head & 3) + 1)
    pointCount = start + count
    if isClosed {
      points[pointCount] = first
      pointCount += 1
    }
    return Int32(start)..<Int32(pointCount)
  }

  /// The vertices after the first one. Checks once for the whole block that its bytes are there.
  @inline(__always) private mutating func fill(_ points: UnsafeMutableBufferPointer<FixedPoint>, width: Int) {
    guard let bytes = reader.block(points.count * width * 2) else { return }
    switch width {
    case 1: fill(points) { Int32(bytes.loadUnaligned(fromByteOffset: $0, as: Int8.self)) }
    case 2: fill(points) { Int32(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self))) }
    case 3:
      fill(points) { index in
        let low = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 3, as: UInt16.self))
        return Int32(bytes.loadUnaligned(fromByteOffset: index * 3 + 2, as: Int8.self)) << 16 | Int32(low)
      }
    default: fill(points) { Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Int32.self)) }
    }
  }

  /// Adds up the differences, given by their position.
  @inline(__always) private mutating func fill(
    _ points: UnsafeMutableBufferPointer<FixedPoint>, _ step: (Int) -> Int32
  ) {
    var vertex = last
    for index in 0..<points.count {
      vertex.x &+= step(index * 2)
      vertex.y &+= step(index * 2 + 1)
      points[index] = vertex
    }
    last = vertex
  }
}
