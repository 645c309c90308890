import GeoModel
import GeoStore
import GeoSupport

/// What touches one square of the quadtree while a store is cut; splitting it gives the content of the four quarters.
struct CellContent {
  /// The square.
  let cell: TileCell
  /// Its box on Earth.
  let box: FixedBox
  /// Ids of areas that contain the whole box.
  var covering: [UInt32] = []
  /// Polygons that have edges in the box, or whose edges west of it matter.
  var pieces: MappedArray<CutPiece>
  /// Edges of ``pieces``.
  var chains: MappedArray<CutChain>
  /// Latitudes of ``pieces``.
  var toggles: MappedArray<Int32>
  /// Parts of streets and interpolations.
  var runs: MappedArray<CutRun>
  /// Positions of the places whose reach touches the box.
  var reaching: MappedArray<UInt32>
  /// Positions of addresses, lenders, features and places in the box.
  var addresses = 0..<0
  var lenders = 0..<0
  var features = 0..<0
  var places = 0..<0
  /// How many times as much as is in this square its tiles may have together, see ``quarters(_:)``: of the load, and of what is stored.
  private var growth = CellContent.largestGrowth
  private var storedGrowth = CellContent.largestGrowth
  /// How much work the square is to decode and search, in numbers of vertices; what merely covers it is not counted, as
  /// splitting would not make it less. Known once it is weighed.
  private(set) var weight = 0
  /// The weight and what merely covers the square.
  private var load = 0
  /// What a tile of the square would store: outlines that addresses share once, but as often where their lines are; squares as whole lines.
  private var stored = 0

  /// Splitting multiplies what lies in several tiles. What grows more than this on the way from the whole Earth to its tiles does not
  /// get lighter by it.
  private static let largestGrowth = 16.0
  /// So little is split all the same: where a few dozen houses share one building, more is stored than there was, but not much.
  private static let littleStored = 4_096

  /// A square with nothing in it yet; what comes into it lives in the workspace once it is large.
  init(cell: TileCell, in workspace: Workspace?) {
    self.cell = cell
    box = cell.box
    pieces = MappedArray(in: workspace)
    chains = MappedArray(in: workspace)
    toggles = MappedArray(in: workspace)
    runs = MappedArray(in: workspace)
    reaching = MappedArray(in: workspace)
  }

  /// Adds up the weight and the load, once everything is there.
  mutating func weigh(_ input: CutInput) {
    var sum = addresses.count + features.count + places.count + toggles.count
    for chain in chains { sum += Int(chain.count) }
    for run in runs { sum += Int(run.count) }
    weight = sum
    stored = sum
    for piece in pieces where !piece.others.isEmpty {
      weight += piece.others.count * (piece.toggles.count + chains[piece.chains].reduce(0) { $0 + Int($1.count) })
      stored += piece.others.count * (piece.toggles.count + piece.chains.count)
    }
    for piece in pieces where piece.owner == .square { stored += Int(input.lines[Int(piece.position)].count) }
    let coverings = pieces.reduce(covering.count + reaching.count + pieces.count) { $0 + $1.others.count }
    load = weight + coverings
    stored += coverings
  }

  /// The quarters; nil when all would have so much in common that splitting is of no use.
  ///
  /// Each split uses up a part of the growth that is left, as much as the load of the quarters is larger than the square's. So all
  /// tiles together never have more than ``largestGrowth`` times what was read, whatever it is.
  func quarters(_ input: CutInput) -> [CellContent]? {
    var quarters = (0..<4).map { child($0, input) }
    let (load, stored) = quarters.reduce((0, 0)) { ($0.0 + $1.load, $0.1 + $1.stored) }
    let left = growth * Double(self.load) / Double(max(1, load))
    let leftStored = storedGrowth * Double(self.stored) / Double(max(1, stored))
    guard left >= 1, leftStored >= 1 || stored <= CellContent.littleStored else { return nil }
    for index in quarters.indices {
      quarters[index].growth = left
      quarters[index].storedGrowth = leftStored
    }
    return quarters
  }

  /// Edges of all polygons, those that several share as often.
  var edgeCount: Int {
    pieces.reduce(chains.reduce(0) { $0 + Int($1.count) - 1 }) { sum, piece in
      if piece.others.isEmpty { return sum }
      return sum + piece.others.count * chains[piece.chains].reduce(0) { $0 + Int($1.count) - 1 }
    }
  }

  /// The content with pieces that several addresses share once for each of them, as they are stored. Not where there are very many: these are
  /// kept together, and only told of each.
  func withPiecesOfEachOwner(_ input: CutInput) -> CellContent {
    guard weight <= CellContent.mostTakenApart, pieces.contains(where: { !$0.others.isEmpty }) else { return self }
    var content = self
    content.pieces = MappedArray(pieces.ofEachOwner(input), in: nil)
    return content
  }

  private static let mostTakenApart = 1 << 16

  /// Whether nothing at all is known about the square.
  var isEmpty: Bool {
    covering.isEmpty && pieces.isEmpty && runs.isEmpty && reaching.isEmpty && addresses.isEmpty && lenders.isEmpty
      && features.isEmpty
  }

  /// The whole Earth with everything.
  init(root input: CutInput) {
    self.init(cell: .root, in: input.points.workspace)
    pieces = input.outlines
    chains = input.rings
    runs = input.runs
    reaching.append(contentsOf: 0..<UInt32(input.places.points.count))
    addresses = 0..<input.addresses.points.count
    lenders = 0..<input.lenders.points.count
    features = 0..<input.features.points.count
    places = 0..<input.places.points.count
    weigh(input)
  }

  /// Ids of the administrative areas that contain a point of the box, ascending.
  func administrativeAreas(at point: FixedPoint, _ input: CutInput, _ allowance: inout WorkAllowance) -> [UInt32] {
    areas(at: point, input, &allowance) { $0.isAdministrative }
  }

  /// Ids of the areas of a kind that contain a point of the box, ascending: those that are found as long as the allowance lasts, and of many the
  /// highest ones.
  func areas(
    at point: FixedPoint, _ input: CutInput, _ allowance: inout WorkAllowance, where isWanted: (CutArea) -> Bool
  ) -> [UInt32] {
    allowance.next()
    var ids = covering.filter { isWanted(input.areas[Int($0) - 1]) }
    for piece in pieces where piece.owner == .area && isWanted(input.areas[Int(piece.position)]) {
      let edges = chains[piece.chains].reduce(0) { $0 + Int($1.count) }
      guard allowance.spend(piece.toggles.count + edges) else { break }
      if contains(point, piece, input.points) { ids.append(piece.position + 1) }
    }
    if ids.count > CellContent.mostAreas {
      func level(_ id: UInt32) -> UInt8 { input.areas[Int(id) - 1].level }
      ids.sort { (level($0), $0) < (level($1), $1) }
      ids.removeLast(ids.count - CellContent.mostAreas)
    }
    return ids.sorted()
  }

  /// A point lies in so many areas of a kind at most: no real one is in a quarter of these.
  private static let mostAreas = 128
  /// What looking for the areas of the points of a tile may cost, see ``areas(at:_:_:where:)``.
  static var areaAllowance: WorkAllowance { WorkAllowance(each: 4_096) }

  /// Whether a point of the box is inside a piece's polygon: ``Tile/contains(_:piece:)`` before encoding.
  func contains(_ point: FixedPoint, _ piece: CutPiece, _ points: MappedArray<FixedPoint>) -> Bool {
    var inside = piece.startsInside
    for toggle in toggles[piece.toggles] where toggle <= point.y { inside.toggle() }
    for chain in chains[piece.chains] {
      for index in Int(chain.start)..<Int(chain.start + chain.count) - 1 {
        let (from, to) = (points[index], points[index + 1])
        if (from.y > point.y) != (to.y > point.y), Tile.crossesWest(from, to, of: point) { inside.toggle() }
      }
    }
    return inside
  }
}

/// A polygon's part in a cell. The same meaning as ``TilePiece``, with geometry still in the shared pool.
struct CutPiece: BitwiseCopyable, Sendable {
  /// The kinds of owners. The raw values are stored in tiles, except for squares, which become streets there.
  enum Owner: UInt8 {
    case area, address, feature, building, square
  }

  /// What the polygon belongs to: kind and position of the row.
  var owner: Owner
  var position: UInt32
  private var firstOther: UInt32, othersEnd: UInt32
  /// Whether an odd number of edges lies west of the cell at its southernmost row.
  var startsInside: Bool
  private var firstChain: UInt32, chainsEnd: UInt32
  private var firstToggle: UInt32, togglesEnd: UInt32

  /// A part of all that it consists of.
  init(
    owner: Owner, position: UInt32, others: Range<Int>, startsInside: Bool, chains: Range<Int>, toggles: Range<Int>
  ) {
    self.owner = owner
    self.position = position
    (firstOther, othersEnd) = (UInt32(others.lowerBound), UInt32(others.upperBound))
    self.startsInside = startsInside
    (firstChain, chainsEnd) = (UInt32(chains.lowerBound), UInt32(chains.upperBound))
    (firstToggle, togglesEnd) = (UInt32(toggles.lowerBound), UInt32(toggles.upperBound))
  }

  /// The addresses in ``CutInput/otherOwners`` that have the same outline; each of them has this piece, too.
  var others: Range<Int> {
    get { Int(firstOther)..<Int(othersEnd) }
    set { (firstOther, othersEnd) = (UInt32(newValue.lowerBound), UInt32(newValue.upperBound)) }
  }

  /// Areas come first, then squares, addresses and places of interest, each in the order of their rows.
  var order: (Int, UInt32) {
    switch owner {
    case .area: (0, position)
    case .square: (1, position)
    case .address, .building: (2, position)
    case .feature: (3, position)
    }
  }

  /// Positions in ``CellContent/chains``.
  var chains: Range<Int> {
    get { Int(firstChain)..<Int(chainsEnd) }
    set { (firstChain, chainsEnd) = (UInt32(newValue.lowerBound), UInt32(newValue.upperBound)) }
  }

  /// Positions in ``CellContent/toggles``.
  var toggles: Range<Int> {
    get { Int(firstToggle)..<Int(togglesEnd) }
    set { (firstToggle, togglesEnd) = (UInt32(newValue.lowerBound), UInt32(newValue.upperBound)) }
  }
}

extension Sequence<CutPiece> {
  /// Pieces once for each of their owners, in the order in which they would be if none was shared.
  func ofEachOwner(_ input: CutInput) -> [CutPiece] {
    flatMap { piece in
      var own = piece
      own.others = 0..<0
      return [own]
        + input.otherOwners[piece.others].map { position in
          own.position = position
          return own
        }
    }.sorted { $0.order < $1.order }
  }
}

/// Consecutive vertices of a ring, with their box.
struct CutChain: BitwiseCopyable, Sendable {
  /// Position of the first vertex in ``CutInput/points``, and their number.
  var start: UInt32, count: UInt32
  /// The box of the vertices.
  var box: FixedBox
}

/// Consecutive vertices of a street or interpolation, with their box.
struct CutRun: BitwiseCopyable, Sendable {
  /// Position in ``CutInput/lines``.
  var line: UInt32
  /// Position of the first vertex in ``CutInput/points``, and their number.
  var start: UInt32, count: UInt32
  /// The box of the vertices.
  var box: FixedBox
}
