import GeoModel
import GeoStore

/// The content of the store's tiles in a part of the map, as far as its level shows it.
struct MapContent {
  /// A street, or its visible part.
  struct Street {
    var id: StreetID
    var name: NameID
    var kind: StreetKind
    var isReference: Bool
    /// Whether it is the outline of a square.
    var isArea: Bool
    var layer: Int8
    /// The lines of the street; more than one where it leaves the part and comes back.
    var lines: [[FixedPoint]] = []
  }

  /// A house with a number.
  struct House {
    var id: AddressID
    var point: FixedPoint
  }

  /// A place of interest.
  struct Feature {
    var id: FeatureID
    var category: String
    var name: NameID
    var point: FixedPoint
    /// The outline; empty for a point, or when outlines are not requested.
    var rings: [[FixedPoint]]
    /// Whether it has an outline that the map layer shows and names.
    var isArea = false
  }

  var streets: [Street] = []
  /// Outlines of houses with numbers and of buildings around them.
  var houses: [[[FixedPoint]]] = []
  var numbers: [House] = []
  var features: [Feature] = []

  /// Creates empty content.
  init() {}

  /// Collects the content of a rectangle of the world.
  init(_ store: StoreReader, _ sheet: Sheet, _ rect: MapRect) throws(StoreError) {
    let level = sheet.level
    guard level >= Style.firstStreetLevel else { return }
    let box = Sheet.box(rect)
    var streets = StreetCollector(kinds: Style.kinds(at: level))
    var outlines = OutlineCollector(
      takesHouses: level >= Style.houseLevel, takesFeatures: level >= Style.featureLevel)
    var points: [FeatureID: FixedPoint] = [:]
    var numbers: [House] = []
    try store.forEachTile(
      in: box, besides: .empty,
      where: { level >= Style.featureLevel || $0.streetBox.intersects(box) },
      { tile throws(StoreError) in
        streets.take(tile)
        outlines.take(tile)
        if level >= Style.numberLevel {
          for house in tile.addresses where box.contains(house.point) {
            numbers.append(House(id: house.id, point: house.point))
          }
        }
        if level >= Style.featureLevel {
          for feature in tile.features where level >= Style.featureNameLevel || feature.hasOutline {
            points[feature.id] = feature.point
          }
        }
        return true
      })
    self.streets = streets.finish()
    self.numbers = numbers
    try outlines.followOutside(of: box, in: store)
    houses = outlines.houses
    // Outlines are included even if the place's own point is outside.
    for id in Set(points.keys).union(outlines.features.keys).sorted() {
      let rings = outlines.features[id] ?? []
      let extent = FixedBox(around: rings.joined())
      let isVisible =
        rings.isEmpty
        ? points[id].map(box.contains) ?? false
        : extent.extent >= 3 * sheet.unitsPerPoint
      guard isVisible else { continue }
      let row = try store.feature(id)
      features.append(Feature(id: id, category: row.category, name: row.name, point: row.point, rings: rings))
    }
  }
}

extension MapContent {
  /// Collects only house numbers and places of interest that the level shows, because the map layer has no such data.
  /// Places with outlines get at most a sign.
  init(namesIn rect: MapRect, _ store: StoreReader, _ sheet: Sheet) throws(StoreError) {
    self.init()
    guard sheet.level >= Style.numberLevel else { return }
    let showsFeatures = sheet.level >= Style.signLevel
    let box = Sheet.box(rect)
    var points: [(id: FeatureID, isArea: Bool)] = []
    var numbers: [House] = []
    try store.forEachTile(in: box) { tile throws(StoreError) in
      for house in tile.addresses where box.contains(house.point) {
        numbers.append(House(id: house.id, point: house.point))
      }
      if showsFeatures {
        for feature in tile.features where box.contains(feature.point) {
          points.append((feature.id, feature.hasOutline))
        }
      }
      return true
    }
    self.numbers = numbers.sorted { $0.id < $1.id }
    for (id, isArea) in points.sorted(by: { $0.id < $1.id }) {
      let row = try store.feature(id)
      features.append(
        Feature(id: id, category: row.category, name: row.name, point: row.point, rings: [], isArea: isArea))
    }
  }
}

/// Joins the parts of streets from different tiles.
struct StreetCollector {
  private struct Part {
    var first: Int
    var points: Range<Int>
  }

  private let kinds: Set<StreetKind>
  private var numbers: [StreetID: Int] = [:]
  private var streets: [MapContent.Street] = []
  private var parts: [[Part]] = []
  private var points: [FixedPoint] = []

  init(kinds: Set<StreetKind>) { self.kinds = kinds }

  mutating func take(_ tile: Tile) {
    for part in tile.streets where kinds.contains(part.kind) {
      let start = points.count
      points += tile.vertices(of: part.line)
      let new = Part(first: part.firstVertex, points: start..<points.count)
      if let number = numbers[part.id] {
        // Every tile has the whole outline of a square.
        if !part.isArea { parts[number].append(new) }
        continue
      }
      numbers[part.id] = streets.count
      streets.append(
        MapContent.Street(
          id: part.id, name: part.name, kind: part.kind, isReference: part.isReference, isArea: part.isArea,
          layer: part.layer))
      parts.append([new])
    }
  }

  /// Returns the streets in the order of their ids, which does not depend on the visible part.
  mutating func finish() -> [MapContent.Street] {
    for number in streets.indices { streets[number].lines = lines(parts[number]) }
    return streets.sorted { $0.id < $1.id }
  }

  private func lines(_ parts: [Part]) -> [[FixedPoint]] {
    if parts.count == 1 { return [Array(points[parts[0].points])] }
    var lines: [[FixedPoint]] = []
    // The number of the vertex expected next.
    var next = -1
    for part in parts.sorted(by: { $0.first < $1.first }) {
      let known = next - part.first
      if next >= 0, known > 0 {
        guard known < part.points.count else { continue }
        lines[lines.count - 1] += points[part.points].dropFirst(known)
      } else {
        lines.append(Array(points[part.points]))
      }
      next = part.first + part.points.count
    }
    return lines
  }
}
