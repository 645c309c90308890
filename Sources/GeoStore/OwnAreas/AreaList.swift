import GeoModel

/// The user's own areas, tested one by one.
///
/// It suits areas with few corners, as building it takes hardly any time. It finds the same areas as ``AreaIndex``.
package struct AreaList: Sendable {
  private struct Entry {
    let area: OwnArea
    let box: FixedBox
  }

  private let entries: [Entry]

  /// The areas of one layer.
  package init(_ areas: [OwnArea]) {
    // Swift's sort is stable, so areas of equal size keep their order.
    entries = areas.map { ($0.size, $0) }.sorted { $0.0 < $1.0 }.map { _, area in
      Entry(area: area, box: FixedBox(around: area.polygons.lazy.joined().joined()))
    }
  }

  /// The number of areas.
  package var count: Int { entries.count }

  /// The areas that contain a point, the smallest first, at most ``LayerAreas/mostAreas``.
  package func areas(containing point: FixedPoint) -> [LayerArea] {
    let point = point.belowNorthPole
    var found: [LayerArea] = []
    for entry in entries where found.count < LayerAreas.mostAreas {
      guard entry.box.contains(point), entry.area.polygons.contains(where: { AreaList.contains($0, point) }) else {
        continue
      }
      found.append(entry.area.label)
    }
    return found
  }

  /// Whether a point is inside a polygon, by the even-odd rule, exactly: counts the edges west of it.
  private static func contains(_ polygon: [[FixedPoint]], _ point: FixedPoint) -> Bool {
    var isInside = false
    for ring in polygon {
      guard var from = ring.last else { continue }
      for to in ring {
        if (from.y > point.y) != (to.y > point.y), Tile.crossesWest(from, to, of: point) { isInside.toggle() }
        from = to
      }
    }
    return isInside
  }
}
