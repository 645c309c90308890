import GeoMapLayer
import GeoModel
import GeoStore

/// Cuts features one by one.
struct MapFeatureCutter {
  let content: MapLayerContent
  let numbering: StoreNumbering
  private(set) var fragments = MapFragments(in: nil)
  /// The rings of the current feature, projected once for all levels.
  private var rings: [(places: Range<Int>, isOuter: Bool)] = []
  private var places: [ProjectedPlace] = []
  private static let grids = MapCell.levels.map { MapGrid(level: $0) }

  init(content: MapLayerContent, numbering: StoreNumbering) {
    self.content = content
    self.numbering = numbering
  }

  /// Cuts one feature for all levels.
  mutating func cut(_ feature: MapFeatureRecord) {
    guard feature.kind != .coastline else { return }
    project(content.rings(feature.shape))
    if feature.kind == .peak || feature.kind == .regionName {
      guard let point = places.first else { return }
      // Names shown from farther out are larger.
      let size = feature.kind == .peak ? Int(feature.height) : MapCell.lastWorldLevel - Int(feature.levels.first)
      for grid in MapFeatureCutter.grids(of: feature) { add(feature.kind, feature.name, size, point, grid) }
      return
    }
    for grid in MapFeatureCutter.grids(of: feature) {
      if feature.kind.isArea {
        cut(area: feature, grid)
      } else {
        cut(line: feature, grid)
      }
    }
    if let kind = feature.kind.nameKind, let name = feature.name {
      addName(kind, name, content.rings(feature.shape))
    }
  }

  private mutating func project(_ shape: some Sequence<Ring>) {
    rings.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    for ring in shape {
      let start = places.count
      for point in content.vertices(ring.points) { places.append(ProjectedPlace(point)) }
      rings.append((start..<places.count, ring.isOuter))
    }
  }

  private mutating func cut(area feature: MapFeatureRecord, _ grid: MapGrid) {
    var simple: [[MapGridPoint]] = []
    var box = MapGridBox()
    for ring in rings {
      let points = places[ring.places].map { grid.point($0) }
      // Invisible holes and parts are dropped, as are whole areas.
      guard MapGridBox(points).extent >= (grid.level == MapCell.finestLevel ? 1 : grid.pixel),
        let corners = MapSimplifier.ring(points, step: grid.areaStep)
      else { continue }
      let area = MapRings.doubledArea(corners)
      guard area != 0 else { continue }
      // Outer rings run one way and holes the other, so that adjacent areas can be filled together.
      simple.append((area > 0) == ring.isOuter ? corners : corners.reversed())
      for corner in corners { box.include(corner) }
    }
    guard !simple.isEmpty, grid.level == MapCell.finestLevel || box.extent >= 2 * grid.pixel else { return }
    let clipper = MapClipper(extentBits: grid.extentBits)
    let range = clipper.range(of: box)
    let limit = MapFeatureCutter.limit(vertices: simple.reduce(0) { $0 + $1.count })
    guard range.width * range.height <= limit, clipper.crossings(rings: simple) <= 2 * limit else { return }
    clipper.cut(rings: simple, range) { x, y, parts in
      fragments.add(feature.kind, grid, x, y) { writer in
        writer.varint(parts.count)
        for part in parts { MapCoding.write(part, grid, x, y, &writer) }
      }
    }
  }

  private mutating func cut(line feature: MapFeatureRecord, _ grid: MapGrid) {
    for ring in rings {
      let line = MapSimplifier.line(places[ring.places].map { grid.point($0) }, tolerance: grid.lineTolerance)
      guard line.count > 1 else { continue }
      let clipper = MapClipper(extentBits: grid.extentBits)
      let range = clipper.range(of: MapGridBox(line))
      let limit = MapFeatureCutter.limit(vertices: line.count)
      guard range.width + range.height <= limit, clipper.crossings(line) <= 2 * limit else { continue }
      clipper.cut(lines: [line], range) { x, y, parts in
        fragments.add(feature.kind, grid, x, y) { writer in
          // A river of the world layer has its name from the second of its levels on.
          let isNamed = feature.kind != .worldRiver || grid.level > Int(feature.levels.first)
          MapCoding.write(
            parts, feature.course, name: isNamed ? numbering.id(feature.name) : nil,
            number: numbering.id(feature.number), grid, x, y,
            &writer)
        }
      }
    }
  }

  /// The most squares in the box of an area, or rows and columns in that of a line.
  ///
  /// Edges can cross twice as many borders of squares.
  ///
  /// Mapping errors, such as a house across a continent or a wood with erratic corners, must not fill the file. A
  /// feature left out of one level is still in the coarser ones.
  private static func limit(vertices: Int) -> Int { 64 + 4 * vertices }

  /// Adds the name of an area at a point inside, at the finest level and wherever the area is large enough for letters.
  private mutating func addName(_ kind: MapKind, _ name: NameID, _ rings: some Sequence<Ring>) {
    let all = rings.map { content.vertices($0.points) }
    let outer = zip(rings, all).filter(\.0.isOuter).map(\.1)
    guard let largest = outer.max(by: { FixedBox(around: $0).size < FixedBox(around: $1).size }),
      let middle = InteriorPoint.of([Array(largest)[...]])
    else { return }
    for grid in MapFeatureCutter.grids(of: kind) {
      let box = MapGridBox(largest.lazy.map { grid.point($0) })
      let size = Int(box.extent / grid.pixel)
      guard size >= 24 || grid.level == MapCell.finestLevel else { continue }
      add(kind, name, size, ProjectedPlace(middle), grid)
    }
  }

  /// Adds a name at a point.
  private mutating func add(_ kind: MapKind, _ name: NameID?, _ size: Int, _ place: ProjectedPlace, _ grid: MapGrid) {
    let point = grid.point(place)
    let (x, y) = (point.x >> grid.extentBits, point.y >> grid.extentBits)
    let id = numbering.id(name) ?? 0
    fragments.add(kind, grid, x, y) { writer in
      writer.varint(UInt64(id))
      writer.varint(size)
      MapCoding.write([point], grid, x, y, &writer)
    }
  }

  /// The stored levels that show a kind, or whose next level does.
  private static func grids(of kind: MapKind) -> ArraySlice<MapGrid> {
    // The finest level comes first.
    grids.prefix { kind.firstLevel <= $0.lastServed }.drop { $0.level > kind.lastLevel }
  }

  /// The stored levels for a feature, which may be shown at fewer levels than its kind.
  private static func grids(of feature: MapFeatureRecord) -> [MapGrid] {
    grids(of: feature.kind).filter {
      Int(feature.levels.first) <= $0.lastServed && $0.level <= Int(feature.levels.last)
    }
  }
}

extension FixedBox {
  fileprivate var size: Int64 {
    isEmpty ? 0 : ((Int64(maxX) - Int64(minX)) >> 4) * ((Int64(maxY) - Int64(minY)) >> 4)
  }
}
