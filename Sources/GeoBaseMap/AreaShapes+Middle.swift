import GeoMapLayer
import GeoModel
import GeoStore

extension AreaShapes {
  /// Where the name of an area stands.
  struct Middle {
    var place: FixedPoint
    /// The box of the polygon around it, which may be much smaller than the box of the area.
    var box: FixedBox
  }

  /// Returns a place in an area for its name; nil for an area without polygons.
  ///
  /// For countries and their parts, this is the middle of the polygon with the most cities of the world layer. For
  /// other areas, it is the middle of the largest polygon. Administrative areas extend over their waters, so their
  /// largest polygon may be the sea around distant islands. If the middle is at sea, it is moved to the median city.
  func middle(of area: StoredArea) throws(StoreError) -> FixedPoint? { try heart(of: area)?.place }

  /// Returns the ``middle(of:)`` of an area with the box of its polygon there; nil for an area without polygons.
  func heart(of area: StoredArea) throws(StoreError) -> Middle? {
    try middles.value(for: area.id) { () throws(StoreError) in
      let near = area.kind == .administrative ? try cities(in: area.box) : []
      var best: (cities: [FixedPoint], size: Double, rings: [[FixedPoint]])?
      for rings in try store.boundary(of: area.id) {
        guard let outer = rings.first else { continue }
        let box = FixedBox(around: outer)
        var cities = near.filter { box.contains($0) }
        let size = abs(InteriorPoint.moments(of: outer[...]).doubledArea)
        // Skips the shapes of most islands, which cannot win.
        guard best.map({ ($0.cities.count, $0.size) < (cities.count, size) }) ?? true else { continue }
        // The position need not be accurate to the meter.
        let simple = rings.map { AreaShapes.thinned($0, Int32(box.extent / 400)) }
        let corners = simple.map { $0.dropLast().map { MapGridPoint(x: $0.x, y: $0.y) } }
        cities = cities.filter { MapRings.contains(corners, MapGridPoint(x: $0.x, y: $0.y)) }
        if best.map({ ($0.cities.count, $0.size) < (cities.count, size) }) ?? true { best = (cities, size, simple) }
      }
      guard let best, let middle = InteriorPoint.of(best.rings.map { $0[...] }) else { return nil }
      let box = FixedBox(around: best.rings[0])
      guard !best.cities.isEmpty, try isAtSea(middle) else { return Middle(place: middle, box: box) }
      let city = best.cities.sorted { ($0.y, $0.x) < ($1.y, $1.x) }[best.cities.count / 2]
      return Middle(place: city, box: box)
    }
  }

  /// Whether an area is a mainland: at least 7 of 9 points around its middle are on land.
  func isOnLand(_ area: StoredArea) throws(StoreError) -> Bool {
    try landed.value(for: area.id) { () throws(StoreError) in
      guard let middle = try middle(of: area) else { return false }
      // The spacing of the points: a twelfth of the area's extent, with an upper limit.
      let step = min(area.box.extent, 1e8) / 12
      var land = 0
      for row in -1...1 {
        for column in -1...1 {
          let x = Double(middle.x) + Double(column) * step
          let y = Double(middle.y) + Double(row) * step
          guard abs(x) < 1_799_999_999, abs(y) < 899_999_999 else { continue }
          if try !isAtSea(FixedPoint(x: Int32(x), y: Int32(y))) { land += 1 }
        }
      }
      return land >= 7
    }
  }

  /// The cities and towns of the world layer in a box.
  private func cities(in box: FixedBox) throws(StoreError) -> [FixedPoint] {
    let cities = try cities()
    // A binary search for the first city that is not west of the box.
    var (first, end) = (0, cities.count)
    while first < end {
      let middle = (first + end) / 2
      if cities[middle].x < box.minX { first = middle + 1 } else { end = middle }
    }
    return cities[first...].prefix { $0.x <= box.maxX }.filter { box.contains($0) }
  }

  /// Whether a place is in a sea of the world layer.
  private func isAtSea(_ place: FixedPoint) throws(StoreError) -> Bool {
    let tile = try store.tile(containing: place)
    func isSea(_ id: AreaID) throws(StoreError) -> Bool {
      let area = try store.area(id)
      return area.isCoarse && area.kind == .ocean
    }
    for id in tile.covering where try isSea(id) { return true }
    for piece in tile.pieces {
      guard case .area(let id) = piece.owner, tile.contains(place, piece: piece) else { continue }
      if try isSea(id) { return true }
    }
    return false
  }
}
