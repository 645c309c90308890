import GeoModel

extension StoreReader {
  /// Whether the store has areas of postal code tables.
  package var hasPostalAreas: Bool { !info.metadata.postalAreas.isEmpty }
  /// Whether the store has points of postal code tables.
  package var hasPostalPoints: Bool { tables.postalPoints != nil }

  /// The areas of postal code tables that contain a point, at most ``LayerAreas/mostAreas``: table by table, within
  /// each table the smallest first.
  ///
  /// They are stored as own areas, numbered after those of all layers.
  ///
  /// - Parameter point: a point within the world; see `FixedPoint.withinTheWorld` of the engine.
  package func postalAreas(containing point: FixedPoint) throws(StoreError) -> [PostalTableRow] {
    let metadata = info.metadata
    let first = metadata.areaLayers.reduce(0) { $0 &+ $1.used }
    var numbers: [UInt32] = []
    try forEachOwnArea(containing: point) { number in
      if Int(number) >= first, numbers.count < LayerAreas.mostAreas { numbers.append(number) }
    }
    var (table, end) = (0, first &+ (metadata.postalAreas.first?.used ?? 0))
    var rows: [PostalTableRow] = []
    for number in numbers {
      while Int(number) >= end, table + 1 < metadata.postalAreas.count {
        table += 1
        end &+= metadata.postalAreas[table].used
      }
      let area = try ownArea(number)
      rows.append(PostalTableRow(code: area.name, country: area.id, table: table))
    }
    return rows
  }

  /// The nearest point with a wanted country in the postal code tables; nil when none is within reach.
  ///
  /// Of several equally near points in one row, it is the first.
  package func nearestPostalPoint(
    to projection: LocalProjection, withinMeters reach: Double, where isWanted: (_ country: String?) -> Bool
  ) throws(StoreError) -> PostalTableRow? {
    guard let table = tables.postalPoints else { return nil }
    let near = SearchBoxes(around: projection.origin, radiusMeters: reach)
    var pages: [(squared: Double, page: UInt32)] = []
    try forEachBox(of: table.boxes, "postal point", where: near.intersects) { page, box throws(StoreError) in
      pages.append((projection.squaredDistance(to: box), page))
    }
    pages.sort { ($0.squared, $0.page) < ($1.squared, $1.page) }
    var (best, bound) = (nil as PostalTableRow?, reach * reach)
    for page in pages {
      if page.squared > bound { break }
      var row = try row(table.pages, page.page, "postal points")
      guard let bytes = row.bytes() else { throw damaged("postal points \(page.page)") }
      let isWhole = PostalPointCoding.forEach(in: bytes) { point, row in
        let squared = projection.project(point).squaredLength
        guard squared < bound || squared == bound && best == nil else { return }
        let found = row()
        guard isWanted(found.country) else { return }
        (best, bound) = (found, squared)
      }
      guard isWhole else { throw damaged("postal points \(page.page)") }
    }
    best?.distanceMeters = bound.squareRoot()
    return best
  }
}
