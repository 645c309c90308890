import GeoModel

extension StoreReader {
  /// The rings of an area as polygons, each an outer ring and its holes.
  ///
  /// No ring goes along a border twice, so there are no more vertices than the file has bytes.
  public func boundary(of id: AreaID) throws(StoreError) -> [[[FixedPoint]]] {
    var polygons: [[[FixedPoint]]] = []
    var free = file.bytes.count
    for outline in try outlines(of: id) {
      var ring: [FixedPoint] = []
      for reference in outline.references {
        let known = ring.count
        try append(reference, to: &ring)
        free -= ring.count - known
        guard free > 0 else { throw damaged("boundary of area \(id.rawValue)") }
      }
      if outline.isOuter || polygons.isEmpty { polygons.append([]) }
      polygons[polygons.count - 1].append(ring)
    }
    return polygons
  }

  private func outlines(of id: AreaID) throws(StoreError) -> [SharedBorders.Outline] {
    var row = try row(tables.boundary, id.rawValue, "boundary of area")
    guard let bytes = row.bytes(), let outlines = BorderCoding.outlines(bytes) else {
      throw damaged("boundary of area \(id.rawValue)")
    }
    return outlines
  }

  /// Continues a ring by a border, whose first vertex is the last one so far.
  private func append(_ reference: SharedBorders.Reference, to ring: inout [FixedPoint]) throws(StoreError) {
    guard let id = UInt32(exactly: reference.border &+ 1) else { throw damaged("border \(reference.border)") }
    var row = try row(tables.border, id, "border")
    guard let bytes = row.bytes(), let line = BorderCoding.border(bytes) else {
      throw damaged("border \(reference.border)")
    }
    ring += (reference.isReversed ? line.reversed() : line).dropFirst(ring.isEmpty ? 0 : 1)
  }

  /// The whole line of a street, put together from the tiles that it crosses.
  public func line(of id: StreetID) throws(StoreError) -> [FixedPoint] {
    // By their numbers in the line, which say nothing about how many there are.
    var vertices: [Int: FixedPoint] = [:]
    try forEachTile(in: street(id).box) { tile in
      for part in tile.streets where part.id == id {
        for (offset, position) in part.line.enumerated() {
          vertices[Int(part.firstVertex) + offset] = tile.points[Int(position)]
        }
      }
      return true
    }
    return vertices.sorted { $0.key < $1.key }.map(\.value)
  }
}
