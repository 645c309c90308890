import GeoModel

/// The outlines of a layer of the user's own areas, from which a map draws them. It is immutable, so any number of
/// threads may use it.
///
/// It takes about four bytes for each corner. An ``AreaIndex`` cannot be drawn, because its cells have no edges along
/// parallels.
package final class AreaOutlines: Sendable {
  /// The rectangle around all areas, which may lie across the antimeridian; ``MapRect/null`` without areas.
  package let mapRect: MapRect
  /// The box around each polygon, those of the smallest area first.
  private let boxes: [FixedBox]
  /// Where the bytes of each polygon end.
  private let ends: [Int]
  private let bytes: [UInt8]

  /// The outlines of areas read from a file.
  package convenience init(_ areas: [OwnArea]) {
    // Bytes that were just written are not damaged.
    try! self.init(rows: AreaIndex.ordered([areas]).lazy.map(AreaOutlines.row))
  }

  /// The error for bytes that are no outlines.
  package struct Damage: Error {}

  /// Reads the outlines of a store, one row for each area, the smallest area first.
  ///
  /// - Throws: ``Damage``.
  package init(rows: some Sequence<[UInt8]>) throws(Damage) {
    var (boxes, ends, bytes): ([FixedBox], [Int], [UInt8]) = ([], [], [])
    for row in rows {
      let isSound = row.withUnsafeBufferPointer { row in
        var reader = ByteReader(row)
        for _ in 0..<reader.count() {
          let start = row.count - reader.remaining
          var box = FixedBox.empty
          AreaOutlines.forEachRing(&reader) { ring in for corner in ring { box.formUnion(corner) } }
          guard !reader.isDamaged, !box.isEmpty, FixedBox.world.contains(box) else { return false }
          bytes += row[start..<row.count - reader.remaining]
          boxes.append(box)
          ends.append(bytes.count)
        }
        return !reader.isDamaged
      }
      guard isSound else { throw Damage() }
    }
    (self.boxes, self.ends, self.bytes) = (boxes, ends, bytes)
    mapRect = MapRect(
      aroundOnGlobe: boxes.map { box in
        let (southWest, northEast) = (FixedPoint(x: box.minX, y: box.minY), FixedPoint(x: box.maxX, y: box.maxY))
        return MapRect(MapPoint(Coordinate(southWest)), MapPoint(Coordinate(northEast)))
      })
  }

  /// The bytes of an area in a store: the number of its polygons, then for each polygon the number of its rings and for
  /// each ring the number of its corners and their differences, longitude first.
  package static func row(_ area: OwnArea) -> [UInt8] {
    var output = AreaBytes()
    let polygons = area.polygons.filter { $0.contains { !$0.isEmpty } }
    output.put(UInt64(polygons.count))
    for polygon in polygons {
      output.put(UInt64(polygon.count))
      for ring in polygon {
        output.put(UInt64(ring.count))
        var (x, y): (Int64, Int64) = (0, 0)
        for corner in ring {
          output.put(signed: (Int64(corner.x) - x, Int64(corner.y) - y))
          (x, y) = (Int64(corner.x), Int64(corner.y))
        }
      }
    }
    return output.bytes
  }

  private static func forEachRing(_ reader: inout ByteReader, _ body: ([FixedPoint]) -> Void) {
    for _ in 0..<reader.count() {
      let count = reader.count()
      var ring: [FixedPoint] = []
      ring.reserveCapacity(count)
      var last = FixedPoint(x: 0, y: 0)
      for _ in 0..<count { ring.append(reader.point(after: &last)) }
      body(ring)
    }
  }

  /// Calls `body` with the polygons that have a part in a box, those of the largest areas first, until it returns
  /// false.
  ///
  /// - Parameters:
  ///   - side: polygons whose box is narrower and lower than this, in 1e-7 degree, are left out.
  ///   - body: gets the rings of a polygon, the outer one first; closed or not, in either direction.
  package func forEachPolygon(in box: FixedBox, from side: Int64, _ body: ([[FixedPoint]]) -> Bool) {
    bytes.withUnsafeBufferPointer { bytes in
      for index in boxes.indices.reversed() {
        let own = boxes[index]
        guard own.intersects(box) else { continue }
        let (width, height) = (Int64(own.maxX) - Int64(own.minX), Int64(own.maxY) - Int64(own.minY))
        guard max(width, height) >= side else { continue }
        let start = index > 0 ? ends[index - 1] : 0
        var reader = ByteReader(UnsafeBufferPointer(rebasing: bytes[start..<ends[index]]))
        var rings: [[FixedPoint]] = []
        AreaOutlines.forEachRing(&reader) { rings.append($0) }
        guard body(rings) else { return }
      }
    }
  }
}
