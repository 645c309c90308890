import Foundation
import GeoModel

/// A named region without borders, such as a mountain range, a desert or a plain.
struct NamedRegion {
  let point: GridPoint
  let tags: [String: String]

  /// Creates a region from Natural Earth; nil if it is of another kind, or has no name or no inside.
  init?(_ area: Boundary) {
    guard let kind = NamedRegion.kinds[area.tags["featurecla"] ?? ""], let given = area.tags["name"],
      let largest = area.lines.max(by: { NamedRegion.size($0) < NamedRegion.size($1) }),
      let middle = InteriorPoint.of([largest.dropLast()[...]])
    else { return nil }
    let name = NamedRegion.written(PlaceNames.withoutMarks(given))
    guard !name.isEmpty else { return nil }
    point = GridPoint(
      x: middle.x / WorldLayer.grid * WorldLayer.grid, y: middle.y / WorldLayer.grid * WorldLayer.grid)
    let isContinent = kind == "continent"
    let first = area.tags["min_label"].flatMap(Double.init).map { String($0.rounded(.up)) }
    tags = [
      "natural": kind, "name": name, ShownFrom.key: ShownFrom.level(isContinent ? "0" : first),
      "geocode:last_level": ShownFrom.level(isContinent ? "1" : area.tags["max_label"]),
    ]
  }

  private static func size(_ ring: [GridPoint]) -> Double { abs(InteriorPoint.moments(of: ring[...]).doubledArea) }

  /// A name in usual spelling. The source has large regions in capitals, and abbreviates words: `TIBESTI MTS.`
  private static func written(_ given: String) -> String {
    let name = given.split(separator: " ").joined(separator: " ")
    if let known = repaired[name] { return known }
    let isInCapitals = name.count > 3 && name == name.uppercased()
    var words = name.split(separator: " ").enumerated().map { index, word in
      guard isInCapitals else { return String(word) }
      let isSmall = index > 0 && small.contains(String(word))
      return isSmall ? word.lowercased() : word.split(separator: "-").map(\.capitalized).joined(separator: "-")
    }
    if let word = words.last.flatMap({ lastWords[$0] }) { words[words.count - 1] = word }
    if let word = words.first.flatMap({ firstWords[$0] }) { words[0] = word }
    return words.joined(separator: " ")
  }

  private static let lastWords = [
    "Arch.": "Archipelago", "I.": "Island", "Is.": "Islands", "Isands": "Islands", "Mts.": "Mountains",
    "Pen.": "Peninsula", "Plat.": "Plateau", "Ra.": "Range",
  ]
  private static let firstWords = [
    "Cord.": "Cordillera", "I.": "Isla", "Is.": "Islas", "N.": "North", "Pen.": "Península", "Plat.": "Plateau",
    "Pén.": "Péninsule", "S.": "Serra", "î.": "Île",
  ]
  private static let repaired = [
    "Is. de Panamá": "Istmo de Panamá", "Kopet Dag Mts .": "Kopet Dag", "N.I. Volcanic Plateau": "Volcanic Plateau",
    "QUILIAN MOUNTAINS": "Qilian Mountains", "S. Andaman": "South Andaman", "S. Nevada": "Sierra Nevada",
  ]

  private static let small: Set = ["OF", "DE", "DEL", "DES", "DO", "DA", "DU", "LA"]

  private static let kinds = [
    "Basin": "basin", "Continent": "continent", "Delta": "delta", "Depression": "basin", "Desert": "desert",
    "Foothills": "mountain_range", "Gorge": "gorge", "Isthmus": "isthmus", "Lowland": "plain",
    "Pen/cape": "peninsula", "Peninsula": "peninsula", "Plain": "plain", "Plateau": "plateau",
    "Range/mtn": "mountain_range", "Tundra": "tundra", "Valley": "valley", "Wetlands": "wetland",
    "Island": "island", "Island group": "archipelago",
  ]
}
