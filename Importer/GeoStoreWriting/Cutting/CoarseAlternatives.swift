import GeoModel
import GeoStore

/// Finds the coarse areas that stand in where an overridden coarse area does not count.
///
/// The coarse border puts land of a neighbor on the wrong side there.
///
/// 1. A tile needs them where an overridden coarse area touches it and the real area of the same code does not cover
///    it.
/// 2. Candidates are the other coarse areas of the same level that no real one overrides. A candidate that contains the
///    tile's middle is at distance 0; otherwise its nearest edge counts.
/// 3. At each level, the nearest few within reach are kept.
/// 4. Where a neighboring country is needed, the nearest states are added, too, whatever their level, as the overridden
///    country need not have states.
struct CoarseAlternatives: Sendable {
  /// The greatest distance from a tile to a neighbor's land.
  ///
  /// Coarse borders are accurate to about 1 km, so it cannot be farther.
  static let reachMeters = 5_000.0
  /// Neighbors kept at each level. Rarely more of them meet at one place.
  static let maximumPerLevel = 3
  private static let countryLevel: UInt8 = 2
  /// The number of edges that share a box, to skip most of a long border.
  private static let edgesPerBlock = 32

  private var candidates: [Candidate] = []
  private var blocks: [Block] = []

  private struct Candidate: Sendable {
    var position: UInt32
    var level: UInt8
    var isSubdivision: Bool
    var box: FixedBox
    var blocks: Range<Int>
  }

  private struct Block: Sendable {
    var start: Int
    var edges: Int
    var box: FixedBox
  }

  /// No alternatives.
  init() {}

  /// Collects the candidates among all areas; none when no area is overridden.
  init(_ input: CutInput) {
    guard input.areas.contains(where: { $0.isOverridden }) else { return }
    for outline in input.outlines where outline.owner == .area {
      let area = input.areas[Int(outline.position)]
      guard area.isCoarse, !area.isOverridden else { continue }
      let firstBlock = blocks.count
      var box = FixedBox.empty
      for ring in input.rings[outline.chains] {
        box.formUnion(ring.box)
        addBlocks(of: ring, input.points)
      }
      candidates.append(
        Candidate(
          position: outline.position, level: area.level,
          isSubdivision: area.level > CoarseAlternatives.countryLevel && area.code != 0, box: box,
          blocks: firstBlock..<blocks.count))
    }
  }

  private mutating func addBlocks(of ring: CutChain, _ points: MappedArray<FixedPoint>) {
    let (first, end) = (ring.vertices.start, ring.vertices.edges.upperBound)
    for start in stride(from: first, to: end, by: CoarseAlternatives.edgesPerBlock) {
      let edges = min(CoarseAlternatives.edgesPerBlock, end - start)
      blocks.append(Block(start: start, edges: edges, box: FixedBox(around: points[start...start + edges])))
    }
  }

  /// The ids of a tile's alternatives, level by level, the nearest first; empty for nearly all tiles.
  func ids(for content: CellContent, _ input: CutInput) -> [UInt32] {
    if candidates.isEmpty { return [] }
    var ids: [UInt32] = []
    let levels = levels(touching: content, input)
    for level in levels { ids += nearest(to: content, input) { $0.level == level } }
    if levels.contains(CoarseAlternatives.countryLevel) {
      ids += nearest(to: content, input) { $0.isSubdivision && !levels.contains($0.level) }
    }
    return ids
  }

  /// The levels at which a coarse area does not count everywhere in the tile.
  private func levels(touching content: CellContent, _ input: CutInput) -> [UInt8] {
    let touching =
      content.covering.map { Int($0) - 1 } + content.pieces.filter { $0.owner == .area }.map { Int($0.position) }
    let overridden = touching.map { input.areas[$0] }.filter { $0.isOverridden && $0.level > 0 }
    let open = overridden.filter { coarse in
      !content.covering.contains { id in
        let area = input.areas[Int(id) - 1]
        return area.code == coarse.code && !area.isCoarse
      }
    }
    return Set(open.map { $0.level }).sorted()
  }

  private func nearest(
    to content: CellContent, _ input: CutInput, where isWanted: (Candidate) -> Bool
  ) -> [UInt32] {
    let middle = content.box.middle
    let projection = LocalProjection(origin: middle)
    let corner = projection.project(FixedPoint(x: content.box.maxX, y: content.box.maxY))
    let radius = CoarseAlternatives.reachMeters + corner.squaredLength.squareRoot()
    let searches = SearchBoxes(around: middle, radiusMeters: radius)
    var found: [(squaredMeters: Double, id: UInt32)] = []
    for candidate in candidates where isWanted(candidate) {
      guard searches.intersects(candidate.box) else { continue }
      let squaredMeters =
        content.isInside(middle, candidate.position, input.points)
        ? 0 : squaredDistance(to: candidate, searches, projection, input.points)
      if squaredMeters <= radius * radius { found.append((squaredMeters, candidate.position + 1)) }
    }
    return found.sorted { $0 < $1 }.prefix(CoarseAlternatives.maximumPerLevel).map { $0.id }
  }

  private func squaredDistance(
    to candidate: Candidate, _ searches: SearchBoxes, _ projection: LocalProjection, _ points: MappedArray<FixedPoint>
  ) -> Double {
    var nearest = Double.infinity
    for block in blocks[candidate.blocks] where searches.intersects(block.box) {
      var from = projection.project(points[block.start])
      for index in block.start + 1...block.start + block.edges {
        let to = projection.project(points[index])
        nearest = min(nearest, from.nearestToOrigin(onSegmentTo: to).squaredLength)
        from = to
      }
    }
    return nearest
  }
}

extension CellContent {
  /// Whether a point of the box is inside an area.
  fileprivate func isInside(_ point: FixedPoint, _ area: UInt32, _ points: MappedArray<FixedPoint>) -> Bool {
    covering.contains(area + 1)
      || pieces.contains { $0.owner == .area && $0.position == area && contains(point, $0, points) }
  }
}

/// The countries and subdivisions for which the extract has a real boundary.
struct OverriddenAreas {
  private var codes: Set<NameID> = []

  /// Collects the real boundaries of the content.
  init(_ content: StoreContent) {
    for area in content.areas where !area.isCoarse {
      if let code = area.code { codes.insert(code) }
    }
  }

  /// Whether an area is coarse and has a real counterpart.
  func contains(_ area: AreaRecord) -> Bool { area.isCoarse && area.code.map { codes.contains($0) } ?? false }
}

extension AreaRecord {
  /// The code by which a coarse area finds its real counterpart; nil for an area without one.
  ///
  /// It is the ISO 3166-2 code of a subdivision (`CH-ZH`) or the ISO 3166-1 code of a country (`CH`).
  var code: NameID? {
    guard kind == .administrative || isCoarse else { return nil }
    return subdivisionCode ?? (level == 2 ? countryCode : nil)
  }
}
