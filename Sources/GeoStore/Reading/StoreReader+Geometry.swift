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
    statements.boundary.bind(id.rawValue)
    defer { statements.boundary.reset() }
    guard try statements.boundary.step(), let outlines = BorderCoding.outlines(statements.boundary.blob(0)) else {
      throw damaged("boundary of area \(id.rawValue)")
    }
    return outlines
  }

  /// Continues a ring by a border, whose first vertex is the last one so far.
  private func append(_ reference: SharedBorders.Reference, to ring: inout [FixedPoint]) throws(StoreError) {
    statements.border.bind(reference.border &+ 1)
    defer { statements.border.reset() }
    guard try statements.border.step(), let line = BorderCoding.border(statements.border.blob(0)) else {
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
