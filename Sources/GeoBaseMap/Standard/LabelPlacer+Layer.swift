import GeoMap
import GeoMapLayer
import GeoModel
import GeoStore
import GeoSupport

extension LabelPlacer {
  /// Places the names of the styles `standard` and `muted`: countries, seas and settlements; lakes; mountains; numbers
  /// and names of roads; rivers; parks and other grounds; buildings; house numbers; places of interest.
  mutating func place(_ layer: LayerPart, _ content: MapContent, _ shapes: AreaShapes) throws(StoreError) {
    let box = Sheet.box(sheet.rect)
    try placeWorld(shapes, box)
    for kind in [MapKind.worldWaterName, .waterName] {
      try placeNames(layer, kind, Style.waterText, isOblique: true)
    }
    try placeRegions(layer)
    try placePeaks(layer)
    let roads = try roads(layer)
    placeShields(roads)
    placeNames(roads)
    try placeWaterways(layer)
    try placeNames(layer, .greenName, Style.parkText)
    try placeNames(layer, .groundName, Style.quietText)
    if sheet.level >= 16.4 { try placeNames(layer, .buildingName, Style.quietText) }
    try placeNumbers(content)
    try placeFeatures(content, withOutline: false)
  }

  /// All roads with one name, or with one number.
  private struct NamedRoad {
    var text: String
    var isNumber: Bool
    var kind: MapKind
    var rank: Int
    var lines: [[ScreenPoint]] = []
    var length = 0.0

    mutating func add(_ more: [[ScreenPoint]], _ kind: MapKind, _ rank: Int) {
      if rank > self.rank { (self.rank, self.kind) = (rank, kind) }
      lines += more
    }
  }

  private func roads(_ layer: LayerPart) throws(StoreError) -> [NamedRoad] {
    var roads: [String: NamedRoad] = [:]
    let bounds = sheet.bounds()
    for kind in MapKind.allCases {
      guard let road = LayerWays.road(kind) else { continue }
      let showsName = road.nameLevel <= sheet.level
      let showsNumber = LabelPlacer.numberLevel(kind) <= sheet.level
      guard showsName || showsNumber else { continue }
      for piece in layer.pieces(kind) {
        let feature = layer.feature(piece)
        guard feature.name.rawValue != 0 && showsName || feature.number.rawValue != 0 && showsNumber else { continue }
        let lines = layer.lines(piece).flatMap { LineCut.parts(of: $0, in: bounds) }
        guard !lines.isEmpty else { continue }
        func add(_ text: String, isNumber: Bool) {
          guard !text.isEmpty, text.count <= 60 else { return }
          let new = NamedRoad(text: text, isNumber: isNumber, kind: kind, rank: road.rank)
          roads[isNumber ? "#" + text : text, default: new].add(lines, kind, road.rank)
        }
        if showsName { add(try names.text(feature.name), isNumber: false) }
        if showsNumber, feature.number.rawValue != 0 {
          let numbers = try names.text(feature.number).split(separator: ";").prefix(2)
          for number in numbers where number.count <= 8 { add(String(number.drop { $0 == " " }), isNumber: true) }
        }
      }
    }
    var sorted = Array(roads.values)
    for index in sorted.indices {
      sorted[index].lines = StreetLines.joined(sorted[index].lines).sorted { $0.pathLength > $1.pathLength }
      sorted[index].length = sorted[index].lines.first?.pathLength ?? 0
    }
    sorted.sort { ($0.rank, $0.length, $1.text) > ($1.rank, $1.length, $0.text) }
    return sorted
  }

  /// The level from which a road shows its number in a shield.
  private static func numberLevel(_ kind: MapKind) -> Double {
    switch kind {
    case .motorway: 8
    case .trunk: 9.5
    case .primary: 11
    case .secondary: 12.5
    default: .infinity
    }
  }

  /// Places the numbers of roads, at the middle of their lines and near both ends.
  private mutating func placeShields(_ roads: [NamedRoad]) {
    for road in roads where road.isNumber {
      guard let look = LayerWays.road(road.kind) else { continue }
      let style = TextStyle(size: 8.5, weight: 700, color: Style.text)
      for line in road.lines.prefix(4) where line.pathLength > 40 {
        let walk = LineWalk(line)
        for part in [0.5, 0.15, 0.85] {
          add(
            road.text, style, at: walk.point(at: walk.length * part), shield: (look.fill, look.edge), apart: 280)
        }
      }
    }
  }

  private mutating func placeNames(_ roads: [NamedRoad]) {
    let level = sheet.level
    for road in roads where !road.isNumber {
      let size = road.rank >= 5 ? (level >= 15 ? 11.0 : 10) : (level >= 16.5 ? 10.5 : 9.5)
      let style = TextStyle(
        size: size, weight: road.rank >= 7 ? 600 : 400, color: road.rank <= 2 ? Style.quietText : Style.text,
        halo: Style.halo)
      let width = Label.width(of: road.text, style) + 4
      for line in road.lines where line.pathLength >= width { add(road.text, style, width, along: line) }
    }
  }

  /// Places the names of areas that are large enough for them, the largest first.
  private mutating func placeNames(
    _ layer: LayerPart, _ kind: MapKind, _ color: Color, isOblique: Bool = false
  ) throws(StoreError) {
    // Sizes refer to the last level that the squares serve; for the finest squares, to level 16.
    let served = layer.level >= MapCell.finestLevel ? 16.0 : Double(MapCell.storedLevel(for: layer.level)) + 1
    let scale = exp2(sheet.level - served)
    var found: [(size: Double, text: String, point: ScreenPoint)] = []
    for piece in layer.pieces(kind) {
      let feature = layer.feature(piece)
      let size = Double(feature.size) * scale
      guard size >= 30, let point = layer.lines(piece).first?.first else { continue }
      let text = try names.text(feature.name)
      if !text.isEmpty, text.count <= 40 { found.append((size, text, point)) }
    }
    found.sort { ($0.size, $1.text) > ($1.size, $0.text) }
    for (size, text, point) in found {
      let style = TextStyle(size: size > 300 ? 11.5 : 10, color: color, halo: Style.halo, isOblique: isOblique)
      let lines = LabelLines.wrapped(text, style)
      guard Label.width(of: lines, style) < size * 1.6 else { continue }
      add(lines, style, at: point, apart: 200)
    }
  }
}
