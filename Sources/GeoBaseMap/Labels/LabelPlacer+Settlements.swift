import GeoMap
import GeoModel
import GeoStore

extension LabelPlacer {
  /// How settlements of a kind are named: from one level to another, with letters so large.
  struct Manner {
    var levels: Range<Double>
    var size: Double
    var weight = 400
    var isQuiet = false
    /// What stands for an unknown population.
    var population: UInt32
  }

  private static func manner(_ kind: PlaceKind) -> Manner? {
    switch kind {
    case .city: Manner(levels: 2.5..<15, size: 14, weight: 700, population: 100_000)
    case .town: Manner(levels: 6..<16, size: 13, weight: 600, population: 10_000)
    case .village, .municipality: Manner(levels: 10..<17, size: 12, weight: 500, population: 1_500)
    case .borough, .suburb: Manner(levels: 11.5..<16.5, size: 11.5, isQuiet: true, population: 5_000)
    case .quarter, .neighbourhood: Manner(levels: 13.5..<17, size: 11, isQuiet: true, population: 1_000)
    case .hamlet: Manner(levels: 12.5..<17.5, size: 10.5, isQuiet: true, population: 100)
    case .isolatedDwelling, .farm, .locality: Manner(levels: 14..<18.5, size: 10, isQuiet: true, population: 10)
    case .island, .islet: Manner(levels: 10..<16, size: 11, isQuiet: true, population: 500)
    default: nil
    }
  }

  /// How many people a settlement has at least to be named at a level.
  private static func leastPopulation(_ level: Double) -> UInt32 {
    switch level {
    case ..<3.5: 5_000_000
    case ..<4.5: 2_000_000
    case ..<5.5: 700_000
    case ..<6.5: 250_000
    case ..<7.5: 100_000
    case ..<8.5: 40_000
    case ..<9.5: 15_000
    default: 0
    }
  }

  /// The settlements that a level names, the largest first.
  static func settlements(
    in box: FixedBox, _ store: StoreReader, _ level: Double
  ) throws(StoreError) -> [(place: StoredPlace, manner: Manner, population: UInt32)] {
    let least = leastPopulation(level)
    let found = try store.places(in: box) { manner($0.kind)?.levels.contains(level) == true }
    var places: [(place: StoredPlace, manner: Manner, population: UInt32)] = []
    for place in found {
      guard let manner = manner(place.kind) else { continue }
      let row = try store.place(place.id)
      let population = max(row.population, manner.population)
      if population >= least { places.append((row, manner, population)) }
    }
    places.sort { a, b in
      (a.manner.size, a.population, b.place.id.rawValue) > (b.manner.size, b.population, a.place.id.rawValue)
    }
    return places
  }

  /// Settlements, the largest first.
  mutating func placeSettlements(_ box: FixedBox) throws(StoreError) {
    let level = sheet.level
    for (place, manner, population) in try LabelPlacer.settlements(in: box, store, level) {
      let text = try names.text(place.name, country: place.countryCode)
      guard !text.isEmpty else { continue }
      var style = TextStyle(
        size: size(manner, population), weight: manner.weight, color: manner.isQuiet ? Style.quietText : Style.text,
        halo: Style.halo)
      let point = sheet.place(place.point)
      guard level < 9 else {
        add(LabelLines.wrapped(text, style), style, at: point, apart: 300)
        continue
      }
      style.anchor = .left
      if add(text, style, at: ScreenPoint(x: point.x + 6, y: point.y), mark: (.dot, point), apart: 60) { continue }
      style.anchor = .right
      add(text, style, at: ScreenPoint(x: point.x - 6, y: point.y), mark: (.dot, point), apart: 60)
    }
  }

  /// Far out the letters tell large cities from small ones.
  private func size(_ manner: Manner, _ population: UInt32) -> Double {
    guard sheet.level < 9 else { return manner.size }
    return population > 3_000_000 ? 12.5 : population > 700_000 ? 11.5 : 10.5
  }
}
