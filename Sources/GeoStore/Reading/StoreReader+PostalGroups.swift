import GeoModel

extension StoreReader {
  /// Visits groups of houses with a postal code, the one with the nearest box first.
  ///
  /// Only groups whose box is nearer than a bound are visited. The visitor can lower the bound as it finds houses.
  ///
  /// 1. The groups that may be near come from the cached square around the point, or from the R-tree for the whole
  ///    square.
  /// 2. Those whose box is nearer than the bound are queued. Boxes beyond the antimeridian count the short way round. A
  ///    group's ``PostalEntry`` usually shows that it has no house on the street or in the area. Groups with unwanted
  ///    codes are not read either, such as codes of a country that writes them differently from the houses around.
  /// 3. Groups are taken out and visited, the nearest first, until one is farther than the bound.
  ///
  /// - Parameters:
  ///   - projection: the projection around the query point.
  ///   - street: the name of a street. Groups without houses on it may be left out; nil visits all.
  ///   - area: an administrative area or settlement. Groups outside may be left out; nil visits all.
  ///   - isWanted: whether a code is wanted; groups with other codes are left out.
  ///   - squaredBound: the square of the distance in meters that a group must be below.
  ///   - body: called with a group and the bound.
  public func forEachPostalGroup(
    near projection: LocalProjection, on street: NameID? = nil, in area: AreaID? = nil, squaredBound: Double,
    where isWanted: (_ code: NameID) throws(StoreError) -> Bool,
    _ body: (PostalGroup, _ squaredBound: inout Double) throws(StoreError) -> Void
  ) throws(StoreError) {
    let positions = try groups(near: projection.origin, within: squaredBound.squareRoot())
    guard !positions.isEmpty else { return }
    try queueGroups(at: positions, projection, street, area, squaredBound, isWanted)
    var bound = squaredBound
    var bytes = file.bytes.count
    while let entry = postalQueue.removeFirst(), entry.squaredMeters < bound {
      var row = try row(tables.postalGroup, entry.id, "postal group")
      let (code, box) = (postalSquares.code(at: entry.position), postalSquares.box(at: entry.position))
      guard let group = PostalGroup(entry.id, code, &row, in: box, tiles.limits), bytes >= group.byteCount
      else { throw damaged("postal group \(entry.id)") }
      // Groups share bytes only in a damaged file. The limit keeps them from being read endlessly.
      bytes -= group.byteCount
      try body(group, &bound)
      // With wrong boxes in a damaged file, the search could reach every group of the store.
      if tiles.limits.areBroken { throw damaged("postal group \(entry.id)") }
    }
  }

  private func queueGroups(
    at positions: Range<Int>, _ projection: LocalProjection, _ street: NameID?, _ area: AreaID?,
    _ squaredBound: Double, _ isWanted: (NameID) throws(StoreError) -> Bool
  ) throws(StoreError) {
    postalQueue.removeAll()
    let near = SearchBoxes(around: projection.origin, radiusMeters: squaredBound.squareRoot())
    try postalSquares.forEach(at: positions, on: street, in: area, near: near) {
      (id, position, code, box) throws(StoreError) in
      let squared = projection.squaredDistance(to: box)
      guard squared < squaredBound, try isWanted(code) else { return }
      postalQueue.insert(
        NearestQueue.Entry(squaredMeters: squared, id: id, position: UInt32(truncatingIfNeeded: position)))
    }
  }

  /// Positions in ``PostalSquares`` of at least all groups within a distance of a point.
  private func groups(near point: FixedPoint, within meters: Double) throws(StoreError) -> Range<Int> {
    try groups(around: PostalSquare(around: point, reachMeters: meters), with: point)
  }

  /// The groups around a square. A larger square is read only when a second small square in it is needed, because a
  /// single point needs only a fraction of the larger one.
  private func groups(around square: PostalSquare, with point: FixedPoint) throws(StoreError) -> Range<Int> {
    if let known = postalSquares.positions(of: square) { return known }
    if let larger = square.larger(around: point), postalSquares.isMetAgain(larger) {
      let known = try groups(around: larger, with: point)
      if known.count <= PostalSquares.few { return known }
      let first = postalSquares.end
      postalSquares.add(known, touching: square.surroundings)
      return postalSquares.keep(square, from: first)
    }
    let first = postalSquares.end
    do throws(StoreError) { try readGroups(in: square.surroundings) } catch {
      postalSquares.giveUp(from: first)
      throw error
    }
    return postalSquares.keep(square, from: first)
  }

  /// Adds the groups that touch some boxes to the current square.
  private func readGroups(in boxes: SearchBoxes) throws(StoreError) {
    var page: PostalPage?
    try forEachBox(of: tables.postalGroupBoxes, "postal group", where: boxes.intersects) { id, box throws(StoreError) in
      postalSquares.add(id, try postalEntry(Int64(id), &page), box)
    }
  }
}

extension StoreReader {
  /// A page of entries, valid until another one is read.
  private typealias PostalPage = (number: Int64, bytes: UnsafeRawBufferPointer)

  /// The entry of a group in its page.
  ///
  /// - Parameter page: the last page that was read, kept because groups near each other share pages.
  private func postalEntry(_ id: Int64, _ page: inout PostalPage?) throws(StoreError) -> PostalEntry {
    let (number, position) = (id &- 1).quotientAndRemainder(dividingBy: Int64(StoreFormat.groupsPerPage))
    if page?.number != number {
      var row = try row(tables.postalPage, number, "postal page")
      page = row.bytes().map { (number, UnsafeRawBufferPointer($0)) }
    }
    guard let page, let entry = PostalEntry(page.bytes, at: Int(position) * PostalEntry.bytes) else {
      throw damaged("postal page \(number)")
    }
    return entry
  }
}
