import GeoModel
import GeoStore
import GeoStoreWriting

extension ContentBuilder {
  /// Adds translations of the world layer to settlements and subdivisions of the extract. A settlement is matched by
  /// its name and position, a subdivision by its code. Translations of the extract stay.
  mutating func takeWorldNames() {
    let world = WorldNames(content)
    guard !world.isEmpty else { return }
    var renamed: [SourceReference: (old: NameID, new: NameID)] = [:]
    for position in content.places.indices where !content.places[position].isCoarse {
      let place = content.places[position]
      guard place.kind.isSettlement, let other = world.settlement(place.name, near: place.point, content) else {
        continue
      }
      content.places[position].name = completed(place.name, by: other)
      if let source = place.source { renamed[source] = (place.name, content.places[position].name) }
    }
    for position in content.areas.indices where !content.areas[position].isCoarse {
      let area = content.areas[position]
      guard area.kind == .administrative || area.kind == .place else { continue }
      if let code = area.subdivisionCode, let other = world.subdivision(code) {
        content.areas[position].name = completed(area.name, by: other)
      } else if area.kind == .administrative && area.level < WorldNames.finest {
        // A state may have another name than its capital in some languages.
        continue
      } else if let label = area.labelPlace.flatMap({ renamed[$0] }), label.old == area.name {
        content.areas[position].name = label.new
      } else if world.hasSettlement(area.name, content) {
        let box = content.box(of: area.rings)
        if let other = world.settlement(area.name, near: box.middle, content, where: { box.contains($0) }) {
          content.areas[position].name = completed(area.name, by: other)
        }
      }
    }
  }

  private mutating func completed(_ own: NameID, by other: NameID) -> NameID {
    let name = content.names[own]
    let whole = name.completed(by: content.names[other])
    return whole.translations.count == name.translations.count ? own : content.names.intern(whole)
  }
}

/// The names of settlements and subdivisions in the world layer.
private struct WorldNames {
  private var settlements: [String: [(name: NameID, point: FixedPoint)]] = [:]
  private var subdivisions: [NameID: NameID] = [:]
  /// The first level at which areas may be cities, such as Munich.
  static let finest: UInt8 = 5
  /// The maximum distance in meters between the centers that two sources give to the same settlement.
  private static let reach = 15_000.0

  init(_ content: StoreContent) {
    for place in content.places where place.isCoarse && place.kind != .suburb {
      settlements[content.names.text(place.name), default: []].append((place.name, place.point))
    }
    for area in content.areas where area.isCoarse {
      if let code = area.subdivisionCode { subdivisions[code] = subdivisions[code] ?? area.name }
    }
  }

  var isEmpty: Bool { settlements.isEmpty && subdivisions.isEmpty }

  func subdivision(_ code: NameID) -> NameID? { subdivisions[code] }

  func hasSettlement(_ name: NameID, _ content: StoreContent) -> Bool {
    settlements[content.names.text(name)] != nil
  }

  /// The nearest settlement with the same local name.
  func settlement(
    _ name: NameID, near point: FixedPoint, _ content: StoreContent,
    where isWanted: (FixedPoint) -> Bool = { _ in true }
  ) -> NameID? {
    guard let same = settlements[content.names.text(name)] else { return nil }
    let projection = LocalProjection(origin: point)
    var best: (squared: Double, name: NameID)?
    for place in same where isWanted(place.point) {
      let squared = projection.project(place.point).squaredLength
      if squared <= WorldNames.reach * WorldNames.reach, best.map({ squared < $0.squared }) ?? true {
        best = (squared, place.name)
      }
    }
    return best?.name
  }
}

extension PlaceKind {
  /// Whether it is a settlement of its own, not a part of one.
  fileprivate var isSettlement: Bool {
    switch self {
    case .city, .town, .village, .municipality: true
    default: false
    }
  }
}
