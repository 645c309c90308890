import GeoMap
import GeoMapLayer
import GeoModel
import GeoStore

/// Makes the vector tile of a square of the map from the same data as pictures, for levels up to
/// ``VectorSchema/maximumLevel``.
///
/// 1. Ground, water, buildings, roads and names come from the map layer's square that contains the tile. A tile between
///    two stored levels is a quarter of a square; beyond level 14 it is a quarter or a sixteenth.
/// 2. Land, seas and borders come from the world layer, covered by land and sea of coastlines.
/// 3. Settlements, house numbers and places of interest come from the tables of the geocoder.
struct VectorTileMaker {
  let store: StoreReader
  let shapes: AreaShapes
  let world: WorldRings
  let names: MapNames
  let tile: MapCell
  /// The map layer's square that contains the tile; nil for an empty one.
  let square: MapTile?

  /// The sheet at the scale at which the tile is shown, with 512 points per side.
  var sheet: Sheet { VectorTileMaker.sheet(tile) }

  /// Returns the sheet of a tile.
  static func sheet(_ tile: MapCell) -> Sheet {
    let side = MapSize.world.width / Double(1 << tile.level)
    let rect = MapRect(x: Double(tile.x) * side, y: Double(tile.y) * side, width: side, height: side)
    return Sheet(rect: rect, origin: rect.origin, zoomScale: MapScale.zoomScale(level: Double(tile.level + 1)))
  }

  /// Returns the bytes of the tile.
  func bytes() throws(StoreError) -> [UInt8] {
    var layers = VectorLayers()
    let sheet = sheet
    let areas = try shapes.areas(sheet, in: sheet.rect)
    try addEarth(areas, &layers[.earth])
    try addBorders(areas, sheet, &layers[.border])
    try addAreaNames(areas, sheet, &layers[.place])
    try addSettlements(sheet, &layers[.place])
    if let square { try addSquare(square, &layers) }
    if tile.level >= VectorSchema.firstLevel(of: .houseNumber) {
      let content = try MapContent(
        namesIn: sheet.rect, store,
        Sheet(rect: sheet.rect, origin: sheet.origin, zoomScale: MapScale.zoomScale(level: 18)))
      try addNumbers(content, &layers[.houseNumber])
      try addPlaces(content, &layers[.poi])
    }
    var writer = VectorTileWriter()
    for layer in VectorSchema.Layer.allCases { writer.add(layers[layer]) }
    return writer.bytes
  }

  /// The frame from units of the world to those of the tile.
  private var worldFrame: VectorFrame {
    let bits = Int32(WorldRings.worldBits - tile.level)
    return VectorFrame(
      west: Int32(tile.x) << bits, north: Int32(tile.y) << bits,
      shift: Int32(VectorTileWriter.extent.trailingZeroBitCount) - bits, isWhole: false)
  }

  // MARK: The world

  private func addEarth(_ areas: [StoredArea], _ layer: inout VectorLayer) throws(StoreError) {
    let frame = worldFrame
    func add(_ kind: String, _ area: StoredArea) throws(StoreError) {
      var geometry = VectorGeometry(.area)
      for ring in try world.rings(of: area.id, level: tile.level) where frame.meets(ring) {
        let placed = frame.bufferedRing(ring.points)
        if !placed.isEmpty { geometry.add(ring: placed) }
      }
      layer.add(geometry, [(.kind, .text(kind)), (.isCoarse, .yes)])
    }
    if !shapes.hasWorldLayer { layer.add(VectorFrame.everything, [(.kind, .text("land"))]) }
    for area in areas where area.isCoarse && area.kind == .administrative && area.level == 2 { try add("land", area) }
    // Countries extend over their waters, so the seas come after them.
    for area in areas where area.isCoarse && area.kind == .ocean { try add("sea", area) }
    guard let square else { return }
    let squareFrame = self.frame(of: square)
    for kind in [MapKind.sea, .land] {
      var geometry = VectorGeometry(.area)
      for feature in square.features where feature.kind == kind { squareFrame.add(feature, square, &geometry) }
      layer.add(geometry, [(.kind, .text(kind == .sea ? "sea" : "land"))])
    }
  }

  private func addBorders(_ areas: [StoredArea], _ sheet: Sheet, _ layer: inout VectorLayer) throws(StoreError) {
    let frame = worldFrame
    struct Look: Hashable {
      var level: UInt8
      var isCoarse: Bool
    }
    var groups = VectorGroups<Look>()
    for border in try shapes.borders(of: areas, sheet, in: Sheet.box(sheet.rect)) {
      for line in frame.bufferedLines(border.line.map(WorldRings.place)) {
        groups[Look(level: border.level, isCoarse: border.isCoarse)].add(line: line)
      }
    }
    for (look, geometry) in groups.all {
      layer.add(geometry, [(.adminLevel, .number(Int(look.level)))] + (look.isCoarse ? [(.isCoarse, .yes)] : []))
    }
  }

  /// Adds the names of countries, their parts and seas that are large enough for them.
  private func addAreaNames(_ areas: [StoredArea], _ sheet: Sheet, _ layer: inout VectorLayer) throws(StoreError) {
    guard sheet.level < 10 else { return }
    let frame = worldFrame
    for area in areas where area.isCoarse && area.countryCode != "AQ" {
      let kind: String
      switch (area.kind, area.level) {
      case (.administrative, 2) where sheet.level < 8: kind = "country"
      case (.administrative, 3...4) where sheet.level >= 5: kind = "state"
      case (.ocean, _): kind = "sea"
      default: continue
      }
      let size = Int(area.box.width / sheet.unitsPerPoint)
      guard size >= 24, let middle = try shapes.middle(of: area),
        let point = frame.point(WorldRings.place(middle))
      else { continue }
      let text = kind == "country" ? try names.country(area) : try names.text(area.name, country: area.countryCode)
      guard !text.isEmpty else { continue }
      layer.add(
        .point(point),
        [(.kind, .text(kind)), (.name, .text(text)), (.size, .number(size))]
          + (kind == "country" ? [(.population, .number(Int(area.population)))] : []))
    }
  }

  /// Settlements of one name that are nearer to each other than this are one, which an extract and the world layer
  /// have. In units of coordinates.
  private static let reachOfTwins: Int32 = 1_000_000

  private func addSettlements(_ sheet: Sheet, _ layer: inout VectorLayer) throws(StoreError) {
    let frame = worldFrame
    let (box, reach) = (Sheet.box(sheet.rect), VectorTileMaker.reachOfTwins)
    let around = FixedBox(
      minX: box.minX - reach, minY: box.minY - reach, maxX: box.maxX + reach, maxY: box.maxY + reach)
    var known = Twins(reach: reach)
    // The most important comes first, whichever tile it is in.
    for settlement in try LabelPlacer.settlements(in: around, store, sheet.level) {
      let place = settlement.place
      let text = try names.text(place.name, country: place.countryCode)
      guard !text.isEmpty else { continue }
      let hasTwin = known.enter(text, at: place.point)
      guard !hasTwin, box.contains(place.point), let point = frame.point(WorldRings.place(place.point)) else {
        continue
      }
      layer.add(
        .point(point),
        [(.kind, .text("\(place.kind)")), (.name, .text(text)), (.population, .number(Int(settlement.population)))]
          + (place.isCapital ? [(.isCapital, .yes)] : []))
    }
  }

  // MARK: The tables of the geocoder

  private func addNumbers(_ content: MapContent, _ layer: inout VectorLayer) throws(StoreError) {
    let frame = worldFrame
    for house in content.numbers {
      let text = try store.address(house.id).houseNumber
      guard !text.isEmpty, text.count <= 12, let point = frame.point(WorldRings.place(house.point)) else { continue }
      layer.add(.point(point), [(.number, .text(text))])
    }
  }

  private func addPlaces(_ content: MapContent, _ layer: inout VectorLayer) throws(StoreError) {
    let frame = worldFrame
    for feature in content.features where !feature.isArea {
      let text = try names.text(feature.name)
      guard !text.isEmpty, let point = frame.point(WorldRings.place(feature.point)) else { continue }
      layer.add(.point(point), [(.name, .text(text)), (.category, .text(feature.category))])
    }
  }
}

/// Settlements by name and by squares as wide as the reach of twins, so that few are compared, however many have one name.
private struct Twins {
  private struct Square: Hashable {
    var name: String
    var column: Int32, row: Int32
  }

  let reach: Int32
  private var known: [Square: [FixedPoint]] = [:]

  init(reach: Int32) { self.reach = reach }

  /// Enters a settlement, and returns whether one of its name was within reach.
  mutating func enter(_ name: String, at point: FixedPoint) -> Bool {
    let own = Square(name: name, column: point.x / reach, row: point.y / reach)
    defer { known[own, default: []].append(point) }
    // Its own square comes first, where nearly all are within reach.
    for (column, row) in [(0, 0), (-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
      let square = Square(name: name, column: own.column + Int32(column), row: own.row + Int32(row))
      let hasTwin = known[square]?.contains { abs($0.x - point.x) < reach && abs($0.y - point.y) < reach }
      if hasTwin == true { return true }
    }
    return false
  }
}

/// The layers of a tile.
struct VectorLayers {
  private var all = Dictionary(uniqueKeysWithValues: VectorSchema.Layer.allCases.map { ($0, VectorLayer($0)) })

  /// Accesses one layer.
  subscript(layer: VectorSchema.Layer) -> VectorLayer {
    get { all[layer] ?? VectorLayer(layer) }
    _modify { yield &all[layer, default: VectorLayer(layer)] }
  }
}

extension StoreMap {
  /// Returns a part of the map as a Mapbox Vector Tile 2.1, for clients that draw it themselves.
  ///
  /// - Parameters:
  ///   - z: the level, 0 to 16; `x` and `y` are from 0 to 2^z - 1.
  ///   - languages: the languages of names, best first, as BCP 47 tags; empty for local names.
  /// - Returns: the bytes of the tile, not compressed.
  /// - Throws: ``StoreError`` when the store is damaged or was overwritten.
  package func vectorTile(z: Int, x: Int, y: Int, languages: [String]) throws(StoreError) -> [UInt8] {
    try withArtist { (artist) throws(StoreError) in
      try artist.vectorTile(MapCell(level: z, x: x, y: y), languages: languages)
    }
  }
}

extension Artist {
  fileprivate func vectorTile(_ tile: MapCell, languages: [String]) throws(StoreError) -> [UInt8] {
    let stored = MapCell.storedLevel(for: tile.level)
    let depth = tile.level - stored
    let square = try self.square(MapCell(level: stored, x: tile.x >> depth, y: tile.y >> depth))?.tile
    let maker = VectorTileMaker(
      store: store, shapes: shapes, world: world, names: names(languages, isPicture: false), tile: tile, square: square)
    let bytes = try maker.bytes()
    try store.confirm()
    return bytes
  }
}
