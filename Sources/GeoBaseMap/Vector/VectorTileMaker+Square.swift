import GeoMapLayer
import GeoStore

extension VectorTileMaker {
  /// The frame from units of a map layer's square to those of the tile.
  func frame(of square: MapTile) -> VectorFrame {
    let depth = Int32(tile.level - square.cell.level)
    let bits = Int32(square.extent.trailingZeroBitCount) - depth
    let mask = (1 << Int(depth)) - 1
    return VectorFrame(
      west: Int32(tile.x & mask) << bits, north: Int32(tile.y & mask) << bits,
      shift: Int32(VectorTileWriter.extent.trailingZeroBitCount) - bits, isWhole: depth == 0)
  }

  /// Adds the content of a map layer's square.
  func addSquare(_ square: MapTile, _ layers: inout VectorLayers) throws(StoreError) {
    let frame = frame(of: square)
    addAreas(square, frame, &layers)
    try addLines(square, frame, &layers)
    for feature in square.features where feature.kind.isName && isShown(feature.kind) {
      guard let part = feature.parts.first, let point = square.points[square.parts[Int(part)]].first,
        let place = frame.point(point)
      else { continue }
      let text = try names.text(feature.name)
      let isPeak = feature.kind == .peak
      guard !text.isEmpty || isPeak else { continue }
      var tags: [(VectorSchema.Key, VectorLayer.Value)] = [(.kind, .text(VectorTileMaker.word(feature.kind)))]
      if !text.isEmpty { tags.append((.name, .text(text))) }
      if !isPeak || feature.size > 0 { tags.append((isPeak ? .height : .size, .number(feature.size))) }
      layers[.name].add(.point(place), tags)
    }
  }

  private func addAreas(_ square: MapTile, _ frame: VectorFrame, _ layers: inout VectorLayers) {
    var byKind: [MapKind: [MapTile.Feature]] = [:]
    for feature in square.features where feature.kind.isArea { byKind[feature.kind, default: []].append(feature) }
    func add(_ kind: MapKind, to layer: inout VectorLayer) {
      let tags: [(VectorSchema.Key, VectorLayer.Value)] =
        kind == .building ? [] : [(.kind, .text(VectorTileMaker.word(kind)))]
      guard let features = byKind[kind], isShown(kind) else { return }
      let packed = layer.packed(tags)
      for feature in features {
        var geometry = VectorGeometry(.area)
        frame.add(feature, square, &geometry)
        layer.add(geometry, packed: packed)
      }
    }
    for kind in [MapKind.worldTown, .worldIce] { add(kind, to: &layers[.ground]) }
    for (kind, _, _) in Palette.ground where VectorTileMaker.layer(kind) == .ground { add(kind, to: &layers[.ground]) }
    for kind in [MapKind.worldWater, .water, .pool, .pier, .bridge, .building] {
      add(kind, to: &layers[VectorTileMaker.layer(kind)])
    }
  }

  /// The properties by which lines are grouped into one feature, so that names can be written along them.
  private struct Look: Hashable {
    var kind: MapKind
    var name: NameID
    var number: NameID
    var course: MapCourse
  }

  private func addLines(_ square: MapTile, _ frame: VectorFrame, _ layers: inout VectorLayers) throws(StoreError) {
    var groups = VectorGroups<Look>()
    for feature in square.features where feature.kind.isLine && isShown(feature.kind) {
      let look = Look(kind: feature.kind, name: feature.name, number: feature.number, course: feature.course)
      for part in feature.parts {
        for line in frame.lines(square.points[square.parts[Int(part)]]) { groups[look].add(line: line) }
      }
    }
    for (look, geometry) in groups.all {
      let name = try names.text(look.name)
      let number = try names.text(look.number)
      let layer = VectorTileMaker.layer(look.kind)
      let keys = VectorSchema.keys(of: layer)
      var tags: [(VectorSchema.Key, VectorLayer.Value)] = [(.kind, .text(VectorTileMaker.word(look.kind)))]
      func tag(_ key: VectorSchema.Key, _ value: VectorLayer.Value, if isSet: Bool) {
        if isSet, keys.contains(key) { tags.append((key, value)) }
      }
      tag(.name, .text(name), if: !name.isEmpty)
      tag(.ref, .text(number), if: !number.isEmpty)
      tag(.bridge, .yes, if: look.course.isBridge)
      tag(.tunnel, .yes, if: look.course.isTunnel)
      tag(.isOneWay, .yes, if: look.course.isOneWay)
      tag(.layer, .number(Int(look.course.layer)), if: look.course.layer != 0)
      layers[layer].add(geometry, tags)
    }
  }

  /// Whether the tile shows a kind of the world layer.
  ///
  /// Tiles of 512 points appear one level higher than their number. Kinds of the map layer are always shown, because a
  /// square contains only what its levels show.
  private func isShown(_ kind: MapKind) -> Bool { tile.level < kind.lastLevel }

  /// Returns the layer of a kind.
  static func layer(_ kind: MapKind) -> VectorSchema.Layer {
    switch kind.plain {
    case .water, .pool: .water
    case .pier, .bridge, .pierLine, .breakwater: .structure
    case .land, .sea: .earth
    case .building: .building
    case .river, .canal, .stream, .ferry: .waterway
    case .wall, .fence, .hedge, .powerLine: .barrier
    case .rail, .lightRail, .siding, .cableway, .runway, .taxiway: .rail
    case _ where kind.isName: .name
    case _ where kind.isArea: .ground
    default: .road
    }
  }

  /// Returns the name of a kind in tiles.
  static func word(_ kind: MapKind) -> String {
    switch kind.plain {
    case .lightRail: "light_rail"
    case .powerLine: "power_line"
    case .pierLine: "pier"
    case .waterName: "water"
    case .greenName: "green"
    case .groundName: "ground"
    case .buildingName: "building"
    case .regionName: "region"
    default: "\(kind.plain)"
    }
  }
}

/// Line geometry grouped by look, in the order of first occurrence.
struct VectorGroups<Look: Hashable> {
  private var numbers: [Look: Int] = [:]
  private(set) var all: [(look: Look, geometry: VectorGeometry)] = []

  /// The lines of a look.
  subscript(look: Look) -> VectorGeometry {
    get { numbers[look].map { all[$0].geometry } ?? VectorGeometry(.line) }
    _modify {
      let number = numbers[look] ?? all.count
      if number == all.count {
        numbers[look] = number
        all.append((look, VectorGeometry(.line)))
      }
      yield &all[number].geometry
    }
  }
}

extension VectorFrame {
  /// Adds the rings of a feature.
  func add(_ feature: MapTile.Feature, _ square: MapTile, _ geometry: inout VectorGeometry) {
    let isCoast = feature.kind == .land || feature.kind == .sea
    var rings: [[MapGridPoint]] = []
    for part in feature.parts {
      let ring = ring(square.points[square.parts[Int(part)]])
      guard !ring.isEmpty else { continue }
      if isCoast { rings.append(feature.kind == .land ? ring.reversed() : ring) } else { geometry.add(ring: ring) }
    }
    // Coasts have land on their left, so the rings of land run counterclockwise and are reversed. Islands come after
    // all waters, and are moved to the water around them.
    if isCoast { for ring in MapRings.grouped(rings) { geometry.add(ring: ring) } }
  }

  /// Whether a ring comes near the tile.
  func meets(_ ring: WorldRings.Ring) -> Bool {
    let low = place(MapGridPoint(x: ring.box.minX, y: ring.box.minY))
    let high = place(MapGridPoint(x: ring.box.maxX, y: ring.box.maxY))
    let (near, far) = (-VectorFrame.buffer, VectorTileWriter.extent + VectorFrame.buffer)
    return low.x <= far && low.y <= far && high.x >= near && high.y >= near
  }

  /// The part of a world ring inside the tile and its buffer.
  func bufferedRing(_ points: [MapGridPoint]) -> [MapGridPoint] {
    VectorFrame.cut(
      ring: points.map(place), -VectorFrame.buffer, VectorTileWriter.extent + VectorFrame.buffer)
  }

  /// The sections of a world line inside the tile and its buffer.
  func bufferedLines(_ points: [MapGridPoint]) -> [[MapGridPoint]] {
    VectorFrame.cut(
      line: points.map(place), -VectorFrame.buffer, VectorTileWriter.extent + VectorFrame.buffer)
  }

  /// A geometry that covers the whole tile.
  static var everything: VectorGeometry {
    let (near, far) = (-buffer, VectorTileWriter.extent + buffer)
    var geometry = VectorGeometry(.area)
    geometry.add(ring: [
      MapGridPoint(x: near, y: near), MapGridPoint(x: far, y: near), MapGridPoint(x: far, y: far),
      MapGridPoint(x: near, y: far),
    ])
    return geometry
  }
}
