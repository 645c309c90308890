import GeoMapLayer
import GeoModel

/// Makes land and sea from coastlines, which have land on their left.
///
/// 1. ``CoastJoiner`` joins coastlines, and continues loose ends, as at the edge of an extract, to the coast of the
///    world layer.
/// 2. The lines are cut at the edges of squares of the finest level, and ``CoastCell`` closes them in each square. If a
///    coastline still ends in a square, because there is no world layer, it continues to the edge that leaves houses
///    and roads on land.
/// 3. Nearby squares without coastlines become land or sea, like the nearest edge of a square with coastlines. This
///    spreads from square to square, but a square with more than a few houses does not become sea. Some squares are
///    left to the world layer: those that only the world's coast crosses, empty ones where the world layer agrees, and
///    those around the loose end of a coastline.
/// 4. Coarser levels get the same squares with fewer corners, so that all levels agree. Everything far from a coast is
///    left to the world layer.
struct CoastMaker {
  private typealias Cell = CoastSquares.Cell

  /// The number of houses tolerated in a square of sea, which are on piers or mapped by mistake.
  private static let errors = 3
  /// How far from a coast squares become land or sea, in squares.
  private static let reach = 8
  /// The longest straight segment of a coast, in squares.
  private static let longest: Int32 = 8
  /// How far around the end of a cut coastline empty squares stay undecided, in squares.
  private static let doubt: Int32 = 3
  /// The greatest distance at which the world's coast decides between land and sea, in squares.
  private static let worldReach = 4.0
  /// How far around an extract's coast and houses squares are decided, in squares, so that the world's coarse land does
  /// not show beside the coast.
  private static let margin: Int32 = 2

  /// The purpose of land and sea.
  enum Use {
    /// The map, which leaves squares to the world layer where that agrees.
    case map
    /// Answers, which need the sea as far out as it is certain.
    case answers
  }

  private let use: Use
  private let grid = MapGrid(level: MapCell.finestLevel)
  /// The decided squares.
  private(set) var squares = CoastSquares()
  /// Squares in which a coastline ends.
  private var loose: Set<Cell> = []
  /// Squares left to the world layer.
  private var foreign: Set<Cell> = []
  /// Points that are certainly on land, in units from the corner of their squares.
  private var witnesses: [Cell: [MapGridPoint]] = [:]

  /// Makes land and sea.
  ///
  /// - Parameters:
  ///   - all: content with the map layer's features and the seas of the world.
  ///   - known: returns the squares of the finest level with any content. For answers, squares with houses are enough.
  init(_ all: StoreContent, for use: Use, known: () -> [MapCell] = { [] }) {
    self.use = use
    let content = all.map
    var lines: [[FixedPoint]] = []
    for feature in content.features where feature.kind == .coastline {
      for ring in content.rings(feature.shape) { lines.append(Array(content.vertices(ring.points))) }
    }
    guard !lines.isEmpty else { return }
    let own = CoastCell.joined(lines).compactMap(simplified)
    let shores = shores(of: own)
    for feature in content.features where feature.kind.isOnLand && !feature.course.isBridge && !feature.course.isTunnel
    {
      guard let first = content.rings(feature.shape).first.flatMap({ content.vertices($0.points).first }) else {
        continue
      }
      addWitness(first, shores)
    }
    if use == .answers { for address in all.addresses { addWitness(address.point, shores) } }
    let land = Set(known().map { Cell(x: Int32($0.x), y: Int32($0.y)) }).union(
      use == .answers ? Set(witnesses.keys) : [])
    let world = WorldCoast(all, around: own, grid)
    closeLines(CoastJoiner(own, world: world, grid) { houses(around: $0, atMost: $1) }, land)
    spread(land, world)
  }

  /// The blocks of squares around coastlines, outside of which no witnesses are kept: a country has millions of houses
  /// elsewhere.
  private func shores(of lines: [[MapGridPoint]]) -> Set<Cell> {
    let blocks = Set(lines.joined().map { block(of: cell(of: $0)) })
    return blocks.reduce(into: []) { $0.formUnion($1.surroundings(2)) }
  }

  /// The block of a square.
  ///
  /// Two blocks are wider than the distance up to which the world's coast is followed or the sea spreads.
  private func block(of cell: Cell) -> Cell { Cell(x: cell.x >> 4, y: cell.y >> 4) }

  private mutating func addWitness(_ place: FixedPoint, _ shores: Set<Cell>) {
    let point = grid.point(place)
    guard shores.contains(block(of: cell(of: point))) else { return }
    witnesses[cell(of: point), default: []].append(
      MapGridPoint(x: point.x & (grid.extent - 1), y: point.y & (grid.extent - 1)))
  }

  /// A coastline in units; nil when it is implausible.
  ///
  /// No real coast is straight for so long, and following it would fill the file with sea.
  private func simplified(_ line: [FixedPoint]) -> [MapGridPoint]? {
    let points = MapSimplifier.line(line.map { grid.point($0) }, tolerance: grid.lineTolerance)
    let isPlausible = zip(points, points.dropFirst()).allSatisfy { p, q in
      max(abs(p.x - q.x), abs(p.y - q.y)) <= CoastMaker.longest << grid.extentBits
    }
    return points.count > 1 && isPlausible ? points : nil
  }

  /// Points on land in the squares around a point, about `most` in each square.
  private func houses(around point: MapGridPoint, atMost most: Int) -> [MapGridPoint] {
    var houses: [MapGridPoint] = []
    for cell in cell(of: point).surroundings(CoastMaker.margin) {
      let all = witnesses[cell] ?? []
      for number in stride(from: 0, to: all.count, by: max(1, all.count / most)) {
        houses.append(
          MapGridPoint(x: cell.x << grid.extentBits + all[number].x, y: cell.y << grid.extentBits + all[number].y))
      }
    }
    return houses
  }

  private func cell(of point: MapGridPoint) -> Cell {
    Cell(x: point.x >> grid.extentBits, y: point.y >> grid.extentBits)
  }

  /// The parts of lines in each square.
  private func cut(_ lines: [[MapGridPoint]]) -> [Cell: [[MapGridPoint]]] {
    let clipper = MapClipper(extentBits: grid.extentBits)
    var stretches: [Cell: [[MapGridPoint]]] = [:]
    for line in lines where line.count > 1 {
      clipper.cut(lines: [line], clipper.range(of: MapGridBox(line))) { x, y, parts in
        let (west, north) = (x << grid.extentBits, y << grid.extentBits)
        stretches[Cell(x: x, y: y), default: []] += parts.map { part in
          part.map { MapGridPoint(x: $0.x - west, y: $0.y - north) }
        }
      }
    }
    return stretches
  }

  /// Closes the coastlines in each square.
  private mutating func closeLines(_ coast: CoastJoiner, _ land: Set<Cell>) {
    var stretches = cut(coast.own)
    for (cell, parts) in cut(coast.beyond) {
      if stretches[cell] == nil { foreign.insert(cell) } else { stretches[cell]? += parts }
    }
    for (cell, parts) in stretches {
      let coast = CoastCell(parts, extent: grid.extent, onLand: witnesses[cell] ?? [])
      if coast.isTorn { loose.insert(cell) }
      // Where a coastline was cut off and the square has nothing else, the extract ends.
      if !coast.isTorn || use == .map && land.contains(cell) { squares[cell] = .coast(coast) }
    }
  }

  /// Decides squares without a coastline.
  private mutating func spread(_ land: Set<Cell>, _ world: WorldCoast) {
    var wanted: Set<Cell> = []
    // Without houses and other objects on land, the world layer is enough.
    for cell in (world.lines.isEmpty ? land : Set(witnesses.keys)).union(squares.cells) {
      wanted.formUnion(cell.surroundings(CoastMaker.margin))
    }
    let most = CoastMaker.mostSquares(coasts: squares.cells.count)
    var front: [(cell: Cell, from: Cell, isSea: Bool)] = []
    for cell in squares.cells.sorted() {
      guard case .coast(let coast) = squares[cell], !coast.isTorn else { continue }
      for (neighbor, isSea) in zip(cell.neighbors, coast.edgeIsSea) {
        if let isSea { front.append((neighbor, cell, isSea)) }
      }
    }
    let last = Int32(1) << Int32(MapCell.finestLevel)
    let closed = doubtfulCells().subtracting(land).union(foreign)
    for _ in 0..<CoastMaker.reach {
      var next: [(cell: Cell, from: Cell, isSea: Bool)] = []
      for (cell, from, isSea) in front where squares[cell] == nil && !closed.contains(cell) {
        guard cell.x >= 0, cell.y >= 0, cell.x < last, cell.y < last else { continue }
        switch use {
        case .map:
          if !wanted.contains(cell) || !land.contains(cell) && says(world, isSea, between: from, cell) { continue }
        case .answers:
          if !wanted.contains(cell) && !(isSea && mayBeSea(world, cell)) || squares.cells.count > most { continue }
        }
        let isFlooded = isSea && (witnesses[cell]?.count ?? 0) > CoastMaker.errors
        squares[cell] = isSea && !isFlooded ? .sea : .land
        if !isFlooded { next += cell.neighbors.map { ($0, cell, isSea) } }
      }
      front = next
    }
    // The coarse sea of the world must not cover a town beside the edge of the extract.
    for cell in doubtfulCells().union(foreign) where squares[cell] == nil {
      if drowned(cell, world) > CoastMaker.errors { squares[cell] = .land }
    }
  }

  /// Whether the world layer also has land or sea along the common edge of two squares, so that there is no seam.
  private func says(_ world: WorldCoast, _ isSea: Bool, between a: Cell, _ b: Cell) -> Bool {
    let side = grid.extent
    let (west, north) = (max(a.x, b.x) * side, max(a.y, b.y) * side)
    return (0...Int32(16)).allSatisfy { number in
      let along = side / 16 * number
      let place = MapGridPoint(x: a.x == b.x ? west + along : west, y: a.y == b.y ? north + along : north)
      return world.isSea(at: place, within: CoastMaker.worldReach * Double(side)) == isSea
    }
  }

  /// Whether the world layer has no land in a square far from the extract's content.
  ///
  /// If it has land there, the extract may lack islands.
  private func mayBeSea(_ world: WorldCoast, _ cell: Cell) -> Bool {
    if world.lines.isEmpty { return false }
    let (west, north, half) = (cell.x << grid.extentBits, cell.y << grid.extentBits, grid.extent / 2)
    return (Int32(0)..<9).allSatisfy { number in
      let place = MapGridPoint(x: west + half * (number % 3), y: north + half * (number / 3))
      return world.isSea(at: place, within: CoastMaker.worldReach * Double(grid.extent)) != false
    }
  }

  /// The most squares to decide: a file of tiny islands must not become one of vast seas.
  private static func mostSquares(coasts: Int) -> Int { 100_000 + 32 * coasts }

  /// The number of points on land that the world's sea covers in a square.
  ///
  /// Without a coast of the world layer, all of them count.
  private func drowned(_ cell: Cell, _ world: WorldCoast) -> Int {
    let places = witnesses[cell] ?? []
    guard !world.lines.isEmpty else { return places.count }
    let (west, north) = (cell.x << grid.extentBits, cell.y << grid.extentBits)
    let step = max(1, places.count / 100)
    return stride(from: 0, to: places.count, by: step).count { number in
      let place = MapGridPoint(x: west + places[number].x, y: north + places[number].y)
      return world.isSea(at: place, within: CoastMaker.worldReach * Double(grid.extent)) == true
    } * step
  }

  /// The squares around loose ends of coastlines.
  private func doubtfulCells() -> Set<Cell> {
    Set(loose.flatMap { $0.surroundings(CoastMaker.doubt) })
  }

  /// Adds land and sea to the tiles of each level that has them.
  func add(to fragments: inout MapFragments) { squares.add(to: &fragments) }
}
