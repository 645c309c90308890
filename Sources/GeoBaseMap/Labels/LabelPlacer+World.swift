import GeoMap
import GeoModel
import GeoStore

extension LabelPlacer {
  /// The level below which countries, their parts and seas are named.
  static let worldEnd = 9.0

  /// Places the names of countries, seas and settlements by importance.
  ///
  /// Below level 4 countries come first, then capitals and the largest cities. From level 4 on, countries come after
  /// these. Seas, smaller cities and parts of countries follow.
  mutating func placeWorld(_ shapes: AreaShapes, _ box: FixedBox) throws(StoreError) {
    let settlements = parted(try LabelPlacer.settlements(in: box, store, sheet.level))
    guard sheet.level < LabelPlacer.worldEnd else {
      try place(settlements.major + settlements.minor)
      return
    }
    let areas = try shapes.areas(sheet, in: sheet.rect).filter(\.isCoarse)
    if sheet.level < 4 { try placeCountries(areas, shapes, box) }
    try place(settlements.major)
    if sheet.level >= 4 { try placeCountries(areas, shapes, box) }
    try placeSeas(areas, shapes, box)
    try place(settlements.minor)
    if sheet.level >= 5 { try placeParts(areas, shapes, box) }
  }

  /// Places countries that are large enough for their names, the most populous first.
  private mutating func placeCountries(
    _ areas: [StoredArea], _ shapes: AreaShapes, _ box: FixedBox
  ) throws(StoreError) {
    guard sheet.level < 7 else { return }
    let countries = areas.filter { $0.kind == .administrative && $0.level == 2 && $0.countryCode != "AQ" }
      .sorted { ($0.population, $1.id) > ($1.population, $0.id) }
    for country in countries {
      let text = try names.country(country)
      let size = country.population > 50_000_000 ? 13.0 : country.population > 8_000_000 ? 12 : 11
      let style = TextStyle(size: size, weight: 700, color: Style.countryText, halo: Style.halo)
      guard try isWorthNaming(country, shapes) else { continue }
      try add(country, LabelLines.wrapped(text, style), style, leastShare: 0.6, isMovable: true, shapes, box)
    }
  }

  /// Whether a level names a country, because of its population or its size. Island groups count by population, because
  /// their borders surround much water.
  private func isWorthNaming(_ country: StoredArea, _ shapes: AreaShapes) throws(StoreError) -> Bool {
    let least: UInt32 =
      switch sheet.level {
      case ..<2.5: 5_000_000
      case ..<3.5: 2_000_000
      case ..<4.5: 300_000
      case ..<5.5: 50_000
      default: 0
      }
    return country.population >= least ? true : try shapes.isOnLand(country)
  }

  /// Places states, provinces and the like, the largest first.
  private mutating func placeParts(_ areas: [StoredArea], _ shapes: AreaShapes, _ box: FixedBox) throws(StoreError) {
    let parts = areas.filter { $0.kind == .administrative && (3...4).contains($0.level) }
      .sorted { ($0.box.size, $1.id) > ($1.box.size, $0.id) }
    let style = TextStyle(size: 10.5, color: Style.quietText, halo: Style.halo)
    for part in parts {
      let text = try names.text(part.name, country: part.countryCode)
      try add(part, text, style, leastShare: sheet.level < 6 ? 1.2 : 0.8, shapes, box)
    }
  }

  /// Places seas that are large enough for their names, the largest first.
  private mutating func placeSeas(_ areas: [StoredArea], _ shapes: AreaShapes, _ box: FixedBox) throws(StoreError) {
    let seas = areas.filter { $0.kind == .ocean }
      .sorted { ($0.box.extent, $1.id) > ($1.box.extent, $0.id) }
    let style = TextStyle(size: 11, color: Style.waterText, halo: nil, isOblique: true)
    for sea in seas {
      try add(sea, LabelLines.wrapped(try names.text(sea.name), style), style, leastShare: 1, shapes, box)
    }
  }

  /// Places the name of an area at its middle if the area is wide enough.
  ///
  /// - Parameters:
  ///   - leastShare: the least width of the area, in widths of the name.
  ///   - isMovable: whether the name may move away from the middle, where the capital often is.
  private mutating func add(
    _ area: StoredArea, _ text: String, _ style: TextStyle, leastShare: Double, isMovable: Bool = false,
    _ shapes: AreaShapes, _ box: FixedBox
  ) throws(StoreError) {
    guard !text.isEmpty, area.box.width / sheet.unitsPerPoint > Label.width(of: text, style) * leastShare,
      let middle = try shapes.heart(of: area), box.contains(middle.place)
    else { return }
    let place = sheet.place(middle.place)
    for shift in isMovable ? shifts(in: middle.box, Label.height(of: text, style)) : [.zero]
    where add(text, style, at: ScreenPoint(x: place.x + shift.x, y: place.y + shift.y), apart: 200) {
      return
    }
  }

  /// The offsets from the middle at which a name may stand, the middle first. They are at most a sixth of the width of
  /// the polygon's box and a third of its height.
  private func shifts(in box: FixedBox, _ height: Double) -> [ScreenPoint] {
    let side = box.width / sheet.unitsPerPoint / 6
    let rises = [0, height, -height, 2 * height, -2 * height].filter {
      abs($0) <= box.height / sheet.unitsPerPoint / 3
    }
    return [0, side, -side].flatMap { x in rises.map { ScreenPoint(x: x, y: $0) } }
  }
}

extension FixedBox {
  /// A measure that grows with the size of the box.
  fileprivate var size: Double { isEmpty ? 0 : width * height }
  /// Units from south to north.
  fileprivate var height: Double { Double(maxY) - Double(minY) }
}
