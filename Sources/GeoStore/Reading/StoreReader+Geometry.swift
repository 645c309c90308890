import GeoModel

extension StoreReader {
  /// The rings of an area as polygons, each an outer ring and its holes.
  ///
  /// A ring uses no border twice, so there are no more vertices than the file has bytes. More of them are reported as
  /// damage.
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

  /// The borders that an area's rings are made of. A border is shared by the areas on both sides.
  public func borders(of id: AreaID) throws(StoreError) -> [BorderRing] {
    try outlines(of: id).map { outline in
      BorderRing(
        uses: outline.references.map { BorderUse(border: $0.border, isReversed: $0.isReversed) },
        isOuter: outline.isOuter)
    }
  }

  /// The vertices of a border.
  ///
  /// - Parameter number: a ``BorderUse/border``.
  public func border(_ number: Int) throws(StoreError) -> [FixedPoint] {
    guard let id = UInt32(exactly: number &+ 1) else { throw damaged("border \(number)") }
    var row = try row(tables.border, id, "border")
    guard let bytes = row.bytes(), let line = BorderCoding.border(bytes) else { throw damaged("border \(number)") }
    return line
  }

  /// The areas whose boxes intersect a box, ascending.
  ///
  /// - Parameter extent: the least extent of an area from west to east or from south to north, in units.
  public func areas(in box: FixedBox, ofExtent extent: Int64 = 0) throws(StoreError) -> [AreaID] {
    var ids: [AreaID] = []
    try forEachBox(of: tables.areaBoxes, "area", where: { $0.intersects(box) }) { id, found throws(StoreError) in
      guard try area(AreaID(id)).box == found else { throw damaged("box of area \(id)") }
      let (width, height) = (Int64(found.maxX) - Int64(found.minX), Int64(found.maxY) - Int64(found.minY))
      if max(width, height) >= extent { ids.append(AreaID(id)) }
    }
    return ids.sorted()
  }

  /// Visits the rows of an R-tree whose boxes are wanted.
  ///
  /// - Parameter name: the name of such a row in error messages.
  func forEachBox(
    of tree: RTree, _ name: String, where isWanted: (FixedBox) -> Bool,
    _ body: (UInt32, FixedBox) throws(StoreError) -> Void
  ) throws(StoreError) {
    do throws(RTree.Failure) {
      try tree.forEach(where: isWanted) { id, box throws(StoreError) in try body(UInt32(truncatingIfNeeded: id), box) }
    } catch {
      switch error {
      case .damage: throw damaged("boxes of \(name)s")
      case .visitor(let error): throw error
      }
    }
  }

  /// The places in a box, in the order of their ids.
  ///
  /// - Parameter isWanted: selects the places.
  public func places(in box: FixedBox, where isWanted: (TilePlace) -> Bool) throws(StoreError) -> [TilePlace] {
    var places: [TilePlace] = []
    try forEachBox(of: tables.placeBoxes, "place", where: { $0.intersects(box) }) { first, _ throws(StoreError) in
      for row in 0..<StoreFormat.rowsPerBox {
        let id = PlaceID(first &+ row)
        let place = try undamaged("places") { () throws(TableTree.Damage) in try placePages.place(id) }
        if let place, box.contains(place.point), isWanted(place) { places.append(place) }
      }
    }
    return places.sorted { $0.id < $1.id }
  }

  private func outlines(of id: AreaID) throws(StoreError) -> [BorderOutline] {
    var row = try row(tables.boundary, id.rawValue, "boundary of area")
    guard let bytes = row.bytes(), let outlines = BorderCoding.outlines(bytes) else {
      throw damaged("boundary of area \(id.rawValue)")
    }
    return outlines
  }

  /// Extends a ring by a border that begins at the ring's last vertex.
  private func append(_ reference: BorderReference, to ring: inout [FixedPoint]) throws(StoreError) {
    let line = try border(reference.border)
    ring += (reference.isReversed ? line.reversed() : line).dropFirst(ring.isEmpty ? 0 : 1)
  }

  /// The whole line of a street, assembled from the tiles that it crosses.
  public func line(of id: StreetID) throws(StoreError) -> [FixedPoint] {
    // The vertices by their numbers in the line. A dictionary rather than an array, as damaged numbers can be huge.
    var vertices: [Int: FixedPoint] = [:]
    try forEachTile(in: street(id).box) { tile in
      for part in tile.streets where part.id == id {
        for (offset, vertex) in tile.vertices(of: part.line).enumerated() {
          vertices[part.firstVertex + offset] = vertex
        }
      }
      return true
    }
    return vertices.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// A ring of an area's boundary.
public struct BorderRing: Sendable {
  /// The borders in the order in which the ring runs along them.
  public let uses: [BorderUse]
  /// Whether it is an outer ring; otherwise it surrounds a hole.
  public let isOuter: Bool
}

/// A border as a part of a ring.
public struct BorderUse: Sendable {
  /// Its number, for ``StoreReader/border(_:)``.
  public var border: Int
  /// Whether the ring runs along it from its last vertex to its first.
  public var isReversed: Bool
}
