import GeoModel
import GeoStore
import GeoStoreWriting

extension ContentBuilder {
  /// Adds the streets, houses, areas and interpolations among ways.
  mutating func addWays(_ located: LocatedWays.Batch, _ locations: NodeLocations) {
    let batch = located.content
    var objects = ObjectCursor(batch.objects)
    var map = MapDraftCursor(batch.map)
    for index in batch.ids.indices {
      let drafts = objects.drafts(of: index)
      let mapDraft = map.draft(of: index)
      let isWanted = !batch.tags.isEmpty(index) || !drafts.isEmpty
      guard !batch.isLeftOut(index), isWanted || mapDraft != nil else { continue }
      let (tags, points, missing) = (located.ways[index].tags, located.ways[index].points, located.ways[index].missing)
      let counts = !drafts.isEmpty || isWanted && !ContentBuilder.isMereBuilding(tags)
      if counts { faults.add(.nodeMissing, missing) }
      guard points.count >= 2 else {
        if counts { faults.add(.wayTooShort) }
        continue
      }
      if !batch.tags.isEmpty(index) { addWay(tags, batch.ids[index], points) }
      if !drafts.isEmpty { addObjects(drafts, &objects, batch, index, points) }
      // A coast must not run straight across missing nodes if the world layer has the coast there.
      if let mapDraft, mapDraft.kind == .coastline, missing > 0, hasWorldLayer {
        for part in batch.knownParts(index, locations) { addToMap(mapDraft, tags, part) }
      } else if let mapDraft {
        addToMap(mapDraft, tags, points)
      }
      if tags.mask.contains(.interpolation) { addInterpolation(tags, batch, index, locations) }
    }
  }

  /// Adds everything that one way represents. It may be a square and a place of interest at once.
  private mutating func addWay(_ tags: Tags, _ id: Int64, _ points: [FixedPoint]) {
    let isClosed = points.count >= 4 && points.first == points.last
    addStreet(tags, SourceReference(type: .way, id: id), points, isClosed: isClosed)
    let wantsOutline = isClosed && !isLinear(tags)
    if wantsOutline { addArea(tags, .way, id, polygons: [[points]]) }
    guard tags.mask.intersects(ContentBuilder.pointLike) else { return }
    addOutlined(tags, SourceReference(type: .way, id: id), polygons: wantsOutline ? [[points]] : [], fallback: points)
  }

  /// Adds the address and the place of interest of an object with an outline.
  ///
  /// - Parameter fallback: vertices to take the object's point from if it has no outline.
  mutating func addOutlined(
    _ tags: Tags, _ source: SourceReference, polygons: [[[FixedPoint]]], fallback: [FixedPoint]
  ) {
    guard !isWorldLayer else { return }
    let residents = residents(of: polygons, tags)
    let isKept = isAddressOrFeature(tags)
    let hasOutline = !polygons.isEmpty && (isKept || !residents.isEmpty)
    let outline = hasOutline ? content.addPolygons(Antimeridian.parts(of: polygons)) : nil
    if let outline { house(residents, in: outline) }
    let isLender = AddressTags.isLender(tags, isSmall: ContentBuilder.isSmall(polygons))
    guard isKept || isLender else {
      if tags.mask.contains(.street), residents.isEmpty { skipped.add(.addressWithoutNumber) }
      return
    }
    let inside = polygons.max { $0[0].count < $1[0].count }.flatMap { InteriorPoint.of($0.map { $0[...] }) }
    guard let point = inside ?? fallback[safely: fallback.count / 2] else { return }
    addAddress(tags, source, at: point, outline: outline, isLender: isLender)
    if isKept { addFeature(tags, source, at: point, outline: outline) }
  }

  /// Whether an outline is no larger than a block of houses.
  private static func isSmall(_ polygons: [[[FixedPoint]]]) -> Bool {
    guard polygons.count == 1, let ring = polygons[0].first, let first = ring.first else { return false }
    let box = ring.reduce(into: FixedBox(first)) { $0.formUnion($1) }
    let corner = LocalProjection(origin: FixedPoint(x: box.minX, y: box.minY))
    let diagonal = corner.project(FixedPoint(x: box.maxX, y: box.maxY))
    return diagonal.squaredLength <= blockMeters * blockMeters
  }

  /// The diagonal of a large block of houses.
  private static let blockMeters = 250.0

  /// Whether the object is an address or a place of interest to be stored, and its outline therefore worth keeping.
  private func isAddressOrFeature(_ tags: Tags) -> Bool {
    if tags.mask.intersects(AddressTags.identifying) { return true }
    return includesFeatures && tags.mask.intersects(TagMask(.name, .translation))
      && FeatureClassifier.category(tags) != nil
  }

  private mutating func addStreet(_ tags: Tags, _ source: SourceReference, _ points: [FixedPoint], isClosed: Bool) {
    guard !isWorldLayer, let street = StreetClassifier.street(tags, isClosed: isClosed) else { return }
    guard street.isArea || tags.mask.contains(.highway) else { return }
    addStreet(street, source, points)
  }

  /// The distance of each side of a road from its line, in meters. It is just enough to make the side on which a point
  /// lies the nearer one.
  private static let sideMeters = 0.5

  /// Adds a street, cut at the antimeridian and at misplaced nodes. If its sides have names of their own, it becomes
  /// two streets.
  mutating func addStreet(_ street: StreetClassifier.Street, _ source: SourceReference, _ points: [FixedPoint]) {
    guard let right = street.rightName else { return addStreet(street, named: street.name, source, points) }
    let meters = ContentBuilder.sideMeters
    addStreet(street, named: street.name, source, ParallelLine.line(points, leftBy: meters))
    addStreet(street, named: right, source, ParallelLine.line(points, leftBy: -meters))
  }

  private mutating func addStreet(
    _ street: StreetClassifier.Street, named name: NameTable.Name, _ source: SourceReference, _ points: [FixedPoint]
  ) {
    let name = content.names.intern(name)
    let postalCode = intern(street.postalCode)
    for part in Antimeridian.parts(of: points).flatMap({ withoutLongSegments($0) }) {
      content.streets.append(
        StreetRecord(
          source: source, name: name, isReference: street.isReference, kind: street.kind, isArea: street.isArea,
          layer: street.layer, postalCode: postalCode, line: content.addLine(part)))
    }
  }

  /// Cuts a line at segments that are too long, and counts these as faults.
  private mutating func withoutLongSegments(_ line: [FixedPoint]) -> [[FixedPoint]] {
    let (parts, removed) = LongSegments.parts(of: line)
    faults.add(.segmentTooLong, removed)
    return parts
  }

  /// Keeps an interpolation until all house numbers are known.
  private mutating func addInterpolation(_ tags: Tags, _ batch: WayBatch, _ index: Int, _ locations: NodeLocations) {
    guard let kind = tags[.interpolation], !isWorldLayer else { return }
    let located = batch.locatedRefs(index, locations)
    let (street, origin): (NameID?, StreetOrigin) =
      tags[.street].map { (content.names.intern($0), .tag) }
      ?? tags[.place].map { (content.names.intern($0), .place) } ?? (nil, .unknown)
    interpolations.append(
      PendingInterpolation(
        id: batch.ids[index], kind: content.names.intern(kind), street: street, origin: origin,
        firstNode: interpolationNodes.count, nodeCount: located.count))
    interpolationNodes.append(contentsOf: located)
  }

  /// Whether a closed way is still a line, such as a roundabout or a circular path.
  private func isLinear(_ tags: Tags) -> Bool {
    tags.mask.intersects(TagMask(.highway, .interpolation)) && !tags.isSet(.area)
      && !tags.mask.intersects(TagMask(.building, .placeType))
  }

  private static let pointLike = AddressTags.identifying.union(FeatureClassifier.mask).union(
    TagMask(.street, .postcode))
}

extension RandomAccessCollection where Index == Int {
  /// The element at a position; nil outside the collection.
  subscript(safely index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
