import GeoModel
import GeoStore

/// The encoding of the map layer's rows; see the documentation of the format.
public enum MapCoding {
  /// The first byte of a row.
  public static let version: UInt8 = 1

  /// Decodes a row.
  ///
  /// - Parameter isWanted: the kinds to read; the others are skipped.
  /// - Returns: nil when the bytes are not a valid row.
  public static func tile(_ bytes: UnsafeBufferPointer<UInt8>, _ cell: MapCell, where isWanted: (MapKind) -> Bool)
    -> MapTile?
  {
    var reader = ByteReader(bytes)
    guard reader.byte() == version else { return nil }
    var tile = MapTile(cell: cell)
    while reader.remaining > 0, !reader.isDamaged {
      let number = reader.byte()
      let (count, size) = (reader.count(), reader.count())
      guard let start = reader.block(size), count <= size else { return nil }
      // Kinds added by a later version are skipped.
      guard let kind = MapKind(rawValue: number), isWanted(kind) else { continue }
      var group = ByteReader(UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: size))
      tile.features.reserveCapacity(tile.features.count + count)
      for _ in 0..<count { read(kind, &group, into: &tile) }
      guard !group.isDamaged, group.remaining == 0 else { return nil }
    }
    return reader.isDamaged ? nil : tile
  }

  private static func read(_ kind: MapKind, _ reader: inout ByteReader, into tile: inout MapTile) {
    var feature = MapTile.Feature(kind: kind)
    if kind.isName {
      feature.name = NameID(UInt32(truncatingIfNeeded: reader.varint()))
      feature.size = Int(truncatingIfNeeded: min(reader.varint(), 1 << 30))
    } else if kind.isLine {
      let head = reader.byte()
      feature.course = MapCourse(
        layer: Int8(head >> 4) - 7, isBridge: head & 1 != 0, isTunnel: head & 2 != 0)
      if head & 4 != 0 { feature.name = NameID(UInt32(truncatingIfNeeded: reader.varint())) }
      if head & 8 != 0 { feature.number = NameID(UInt32(truncatingIfNeeded: reader.varint())) }
    }
    let first = Int32(truncatingIfNeeded: tile.parts.count)
    let parts = kind.isName ? 1 : reader.count()
    let isClosed = kind.isArea
    for _ in 0..<parts {
      // A point takes at least two bytes.
      let count = reader.count()
      guard count * 2 <= reader.remaining else { return reader.reportDamage() }
      let start = tile.points.count
      var (x, y): (Int64, Int64) = (0, 0)
      for _ in 0..<count {
        x &+= reader.signed()
        y &+= reader.signed()
        tile.points.append(MapGridPoint(x: Int32(truncatingIfNeeded: x), y: Int32(truncatingIfNeeded: y)))
      }
      if count == 0, kind.isLine { feature.course.isOneWay = true }
      if count >= (isClosed ? 3 : kind.isName ? 1 : 2) { tile.parts.append(start..<tile.points.count) }
    }
    feature.parts = first..<Int32(truncatingIfNeeded: tile.parts.count)
    tile.features.append(feature)
  }
}
