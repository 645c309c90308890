import GeoModel

extension StoreReader {
  /// Visits groups of houses with a postal code, those with the nearest box first, while their box is nearer than a bound that
  /// the visitor may lower as it finds houses.
  ///
  /// 1. The groups that may be near are known for the square around the point, or are looked for in the R-tree for all of it.
  /// 2. A queue takes those whose box is nearer than the bound. Boxes beyond the antimeridian count the short way round. Of most groups
  ///    elsewhere their ``PostalEntry`` tells that they have no house on the street or in the area, or that their code is of no use: in a
  ///    country that writes its codes in another way than the houses around do, no group is read at all.
  /// 3. The nearest is taken out and visited, until it is farther than the bound.
  ///
  /// - Parameters:
  ///   - projection: around the asked point.
  ///   - street: the name of a street: groups without it may be left out; nil visits all.
  ///   - area: an administrative area or settlement: groups outside may be left out; nil visits all.
  ///   - isWanted: whether a code is of interest; groups of others are left out.
  ///   - squaredBound: the square of the distance in meters below which a group is of interest.
  ///   - body: gets a group and the bound.
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
      // Groups that share bytes, as only those of a damaged file do, must not be read without end.
      bytes -= group.byteCount
      try body(group, &bound)
      // Houses elsewhere than the box says would lead to every group of a store.
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

  /// Positions in ``PostalSquares`` of all groups that are within a distance of a point, and of others.
  private func groups(near point: FixedPoint, within meters: Double) throws(StoreError) -> Range<Int> {
    try groups(around: PostalSquare(around: point, reachMeters: meters), with: point)
  }

  private func groups(around square: PostalSquare, with point: FixedPoint) throws(StoreError) -> Range<Int> {
    if let known = postalSquares.positions(of: square) { return known }
    if let larger = square.larger(around: point) {
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

  /// Adds the groups that touch some boxes to those of a square.
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

  /// What its page says of a group.
  ///
  /// - Parameter page: the last page that was read, as groups near each other follow one another.
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
