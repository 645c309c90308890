import GeoMapLayer

/// Land and sea near coasts, as squares of the map's finest level, and how they are added to the tiles of all levels.
struct CoastSquares {
  /// A square by its column from the west and its row from the north.
  struct Cell: Hashable, Comparable {
    var x: Int32
    var y: Int32

    /// The neighbors to the north, east, south and west.
    var neighbors: [Cell] {
      [Cell(x: x, y: y - 1), Cell(x: x + 1, y: y), Cell(x: x, y: y + 1), Cell(x: x - 1, y: y)]
    }

    /// The square and all squares around it up to a number of rows and columns away, row by row from the north.
    func surroundings(_ reach: Int32) -> [Cell] {
      (-reach...reach).flatMap { dy in (-reach...reach).map { dx in Cell(x: x + dx, y: y + dy) } }
    }

    /// Orders squares row by row from the north, each row from the west.
    static func < (a: Cell, b: Cell) -> Bool { (a.y, a.x) < (b.y, b.x) }
  }

  /// The content of a square.
  enum State {
    case land, sea
    case coast(CoastCell)
  }

  private var states: [Cell: State] = [:]

  /// The decided squares, in no particular order.
  var cells: Dictionary<Cell, State>.Keys { states.keys }

  /// The content of a square; nil where it is unknown or left to the world layer.
  subscript(cell: Cell) -> State? {
    get { states[cell] }
    set { states[cell] = newValue }
  }

  /// Rings around the sea in some squares, in units of the finest level. The first point is not repeated.
  func seaRings(in cells: [Cell]) -> [[MapGridPoint]] {
    let known = cells.compactMap { cell in states[cell].map { (cell, $0) } }
    return rings(ofSea: true, known, MapGrid(level: MapCell.finestLevel))
  }

  /// Adds land and sea to the tiles of each level that has them.
  func add(to fragments: inout MapFragments) {
    guard !states.isEmpty else { return }
    let cells = cells.sorted()
    for level in MapCell.levels where level >= MapKind.sea.firstLevel {
      let grid = MapGrid(level: level)
      var tiles: [Cell: [(cell: Cell, state: State)]] = [:]
      let shift = Int32(MapCell.finestLevel - level)
      for cell in cells {
        if let state = states[cell] {
          tiles[Cell(x: cell.x >> shift, y: cell.y >> shift), default: []].append((cell, state))
        }
      }
      for tile in tiles.keys.sorted() {
        for isSea in [false, true] {
          let rings = rings(ofSea: isSea, tiles[tile] ?? [], grid)
          guard !rings.isEmpty else { continue }
          fragments.add(isSea ? .sea : .land, grid, tile.x, tile.y) { writer in
            writer.varint(rings.count)
            for ring in rings { MapCoding.write(ring, grid, tile.x, tile.y, &writer) }
          }
        }
      }
    }
  }

  /// The rings of land or sea in squares of the finest level, in the units of a level.
  ///
  /// Equal squares side by side are merged.
  private func rings(
    ofSea isSea: Bool, _ cells: [(cell: Cell, state: State)], _ grid: MapGrid
  ) -> [[MapGridPoint]] {
    let side = grid.extent >> Int32(MapCell.finestLevel - grid.level)
    let shift = MapGrid(level: MapCell.finestLevel).extentBits - Int32(side.trailingZeroBitCount)
    var rings: [[MapGridPoint]] = []
    var run: (first: Cell, last: Cell)?
    func finish() {
      guard let known = run else { return }
      run = nil
      let (west, north) = (known.first.x * side, known.first.y * side)
      let (east, south) = ((known.last.x + 1) * side, north + side)
      let corners = [
        MapGridPoint(x: west, y: north), MapGridPoint(x: east, y: north), MapGridPoint(x: east, y: south),
        MapGridPoint(x: west, y: south),
      ]
      rings.append(isSea ? corners : corners.reversed())
    }
    for (cell, state) in cells {
      switch state {
      case .land where !isSea, .sea where isSea:
        if let known = run, known.last.y == cell.y, known.last.x + 1 == cell.x {
          run = (known.first, cell)
        } else {
          finish()
          run = (cell, cell)
        }
      case .coast(let coast):
        for ring in coast.rings(ofSea: isSea) {
          let placed = ring.map {
            MapGridPoint(x: cell.x * side + $0.x >> shift, y: cell.y * side + $0.y >> shift)
          }
          if let corners = MapSimplifier.ring(placed, step: grid.areaStep) { rings.append(corners) }
        }
      default: break
      }
    }
    finish()
    return rings
  }
}
