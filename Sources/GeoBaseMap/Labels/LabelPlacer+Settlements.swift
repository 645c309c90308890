import GeoMap
import GeoModel
import GeoStore

/// A settlement that a level names.
struct NamedSettlement {
  var place: StoredPlace
  var manner: LabelPlacer.Manner
  /// The population, but at least the typical one of its kind.
  var population: UInt32
  /// The weight for selection and sorting: the population, several times as much for a capital.
  var weight: UInt32
}

extension LabelPlacer {
  /// How settlements of a kind are named: at which levels and in which size.
  struct Manner {
    var levels: Range<Double>
    var size: Double
    var weight = 400
    var isQuiet = false
    /// The typical population, used when the population is smaller or unknown.
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

  /// The least weight of a settlement named at a level.
  private static func leastWeight(_ level: Double) -> UInt32 {
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

  /// The factor for the population of a capital, and the least weight of a capital, which suffices from level 4.5 on.
  private static let capital: (factor: UInt32, least: UInt32) = (4, 750_000)
  /// The weight of a major settlement, in least weights of a level.
  private static let majorFactor: UInt32 = 3

  /// The settlements that a level names, by size of their letters and then by weight.
  static func settlements(
    in box: FixedBox, _ store: StoreReader, _ level: Double
  ) throws(StoreError) -> [NamedSettlement] {
    let least = leastWeight(level)
    let found = try store.places(in: box) { manner($0.kind)?.levels.contains(level) == true }
    var places: [NamedSettlement] = []
    for place in found {
      guard let manner = manner(place.kind) else { continue }
      let row = try store.place(place.id)
      let population = max(row.population, manner.population)
      let weight = row.isCapital ? max(capital.least, population.multipliedClamped(by: capital.factor)) : population
      guard weight >= least else { continue }
      places.append(NamedSettlement(place: row, manner: manner, population: population, weight: weight))
    }
    places.sort { a, b in
      (a.manner.size, a.weight, b.place.id.rawValue) > (b.manner.size, b.weight, a.place.id.rawValue)
    }
    return places
  }

  /// Splits sorted settlements into the major ones, which are placed first, and the others. All capitals are major.
  func parted(_ settlements: [NamedSettlement]) -> (major: [NamedSettlement], minor: [NamedSettlement]) {
    let least = LabelPlacer.leastWeight(sheet.level).multipliedClamped(by: LabelPlacer.majorFactor)
    func isMajor(_ settlement: NamedSettlement) -> Bool {
      settlement.place.isCapital || least > 0 && settlement.weight >= least
    }
    return (settlements.filter(isMajor), settlements.filter { !isMajor($0) })
  }

  /// Places settlements in the given order.
  mutating func place(_ settlements: [NamedSettlement]) throws(StoreError) {
    let level = sheet.level
    for settlement in settlements {
      let (place, manner) = (settlement.place, settlement.manner)
      let text = try names.text(place.name, country: place.countryCode)
      guard !text.isEmpty else { continue }
      let style = TextStyle(
        size: size(manner, settlement.weight), weight: manner.weight,
        color: manner.isQuiet ? Style.quietText : Style.text, halo: Style.halo)
      let point = sheet.place(place.point)
      guard level < 9 else {
        add(LabelLines.wrapped(text, style), style, at: point, apart: 300)
        continue
      }
      placeBeside(point, text, style, place.isCapital ? .capital : .dot)
    }
  }

  /// Places a name to the right of its place, or else to the left, above or below.
  private mutating func placeBeside(_ point: ScreenPoint, _ text: String, _ style: TextStyle, _ mark: LabelMark) {
    let away = mark.radius + 3
    let rise = mark.radius + Label.height(of: text, style) / 2
    let places: [(anchor: TextStyle.Anchor, x: Double, y: Double)] = [
      (.left, away, 0), (.right, -away, 0), (.center, 0, -rise), (.center, 0, rise),
    ]
    for place in places {
      var style = style
      style.anchor = place.anchor
      let middle = ScreenPoint(x: point.x + place.x, y: point.y + place.y)
      if add(text, style, at: middle, mark: (mark, point), apart: 60) { return }
    }
  }

  /// At low zoom levels the letter size distinguishes large cities from small ones.
  private func size(_ manner: Manner, _ weight: UInt32) -> Double {
    guard sheet.level < 9 else { return manner.size }
    return weight > 3_000_000 ? 12.5 : weight > 700_000 ? 11.5 : 10.5
  }
}

extension UInt32 {
  /// Multiplies, limited to the largest representable number.
  fileprivate func multipliedClamped(by factor: UInt32) -> UInt32 {
    let (product, isTooLarge) = multipliedReportingOverflow(by: factor)
    return isTooLarge ? .max : product
  }
}
