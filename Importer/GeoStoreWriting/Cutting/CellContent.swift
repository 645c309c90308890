import GeoModel
import GeoStore
import GeoSupport

/// The content of one square of the quadtree while a store is cut. Splitting it gives the content of the four quarters.
struct CellContent {
  /// The square.
  let cell: TileCell
  /// The part of the square on the Earth.
  let box: FixedBox
  /// Ids of areas that contain the whole box.
  var covering: [UInt32] = []
  /// Polygons with edges in the box, or with toggles from edges west of it.
  var pieces: MappedArray<CutPiece>
  /// The edges of ``pieces``.
  var chains: MappedArray<CutChain>
  /// The toggles of ``pieces``, which are latitudes.
  var toggles: MappedArray<Int32>
  /// Parts of streets and interpolations.
  var runs: MappedArray<CutRun>
  /// Positions of the places whose reach touches the box.
  var reaching: MappedArray<UInt32>
  /// Positions of the addresses, lenders, features and places in the box.
  var addresses = 0..<0
  var lenders = 0..<0
  var features = 0..<0
  var places = 0..<0
  /// The factors by which all tiles of this square together may still exceed its load and its stored size, see
  /// ``quarters(_:)``.
  private var growth = CellContent.largestGrowth
  private var storedGrowth = CellContent.largestGrowth
  /// The work to decode and search the square, measured in vertices. It is 0 until the square is weighed.
  ///
  /// Items that merely cover the square do not count, as splitting would not reduce them.
  private(set) var weight = 0
  /// The weight plus the number of items that merely cover the square.
  private var load = 0
  /// The size that a tile of the square would store.
  ///
  /// An outline shared by addresses counts once, plus a reference for each address; squares count as whole lines.
  private var stored = 0

  /// The limit of the growth between the whole Earth and its tiles.
  ///
  /// Splitting multiplies items that lie in several tiles, so content that grows more than this does not get lighter.
  private static let largestGrowth = 16.0
  /// A stored size that may be split regardless of its growth.
  ///
  /// Where a few dozen houses share one building, splitting increases the stored size, but not by much.
  private static let littleStored = 4_096

  /// Makes an empty square, whose content is stored in the workspace once it is large.
  init(cell: TileCell, in workspace: Workspace?) {
    self.cell = cell
    box = cell.box
    pieces = MappedArray(in: workspace)
    chains = MappedArray(in: workspace)
    toggles = MappedArray(in: workspace)
    runs = MappedArray(in: workspace)
    reaching = MappedArray(in: workspace)
  }

  /// Computes the weight, load and stored size, once the content is complete.
  mutating func weigh(_ input: CutInput) {
    var sum = addresses.count + features.count + places.count + toggles.count
    for chain in chains { sum += chain.vertices.count }
    for run in runs { sum += run.vertices.count }
    weight = sum
    stored = sum
    for piece in pieces where !piece.others.isEmpty {
      weight += piece.others.count * (piece.toggles.count + chains[piece.chains].reduce(0) { $0 + $1.vertices.count })
      stored += piece.others.count * (piece.toggles.count + piece.chains.count)
    }
    for piece in pieces where piece.owner == .square { stored += input.lines[Int(piece.position)].vertices.count }
    let coverings = pieces.reduce(covering.count + reaching.count + pieces.count) { $0 + $1.others.count }
    load = weight + coverings
    stored += coverings
  }

  /// The quarters; nil when they would share so much content that splitting is useless.
  ///
  /// Each split uses up some of the remaining growth: the factor by which the load of the quarters exceeds the
  /// square's. So the load of all tiles together is at most ``largestGrowth`` times that of the input.
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

  /// The number of edges of all polygons. Shared edges count once for each polygon.
  var edgeCount: Int {
    pieces.reduce(chains.reduce(0) { $0 + $1.vertices.count - 1 }) { sum, piece in
      if piece.others.isEmpty { return sum }
      return sum + piece.others.count * chains[piece.chains].reduce(0) { $0 + $1.vertices.count - 1 }
    }
  }

  /// The content with shared pieces repeated for each of their addresses, as they are stored.
  ///
  /// In very heavy squares the pieces stay shared; only the references are repeated.
  func withPiecesOfEachOwner(_ input: CutInput) -> CellContent {
    guard weight <= CellContent.mostTakenApart, pieces.contains(where: { !$0.others.isEmpty }) else { return self }
    var content = self
    content.pieces = MappedArray(pieces.ofEachOwner(input), in: nil)
    return content
  }

  private static let mostTakenApart = 1 << 16

  /// Whether the square has no content at all.
  var isEmpty: Bool {
    covering.isEmpty && pieces.isEmpty && runs.isEmpty && reaching.isEmpty && addresses.isEmpty && lenders.isEmpty
      && features.isEmpty
  }

  /// The content of the whole Earth.
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

  /// Ids of the areas of a kind that contain a point of the box, ascending.
  ///
  /// The search stops when the allowance is used up. Of too many areas, those with the lowest levels are kept.
  func areas(
    at point: FixedPoint, _ input: CutInput, _ allowance: inout WorkAllowance, where isWanted: (CutArea) -> Bool
  ) -> [UInt32] {
    allowance.next()
    var ids = covering.filter { isWanted(input.areas[Int($0) - 1]) }
    for piece in pieces where piece.owner == .area && isWanted(input.areas[Int(piece.position)]) {
      let edges = chains[piece.chains].reduce(0) { $0 + $1.vertices.count }
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

  /// The most areas of a kind to list for a point.
  ///
  /// Real points have fewer than a quarter of that number.
  private static let mostAreas = 128
  /// The allowance for finding the areas of a tile's points, see ``areas(at:_:_:where:)``.
  static var areaAllowance: WorkAllowance { WorkAllowance(each: 4_096) }

  /// Whether a point of the box is inside a piece's polygon: the same as ``Tile/contains(_:piece:)``, before encoding.
  func contains(_ point: FixedPoint, _ piece: CutPiece, _ points: MappedArray<FixedPoint>) -> Bool {
    var inside = piece.startsInside
    for toggle in toggles[piece.toggles] where toggle <= point.y { inside.toggle() }
    for chain in chains[piece.chains] {
      for index in chain.vertices.edges {
        let (from, to) = (points[index], points[index + 1])
        if (from.y > point.y) != (to.y > point.y), Tile.crossesWest(from, to, of: point) { inside.toggle() }
      }
    }
    return inside
  }
}

/// A polygon's part in a cell. It is the same as ``TilePiece``, with geometry still in the shared pool.
struct CutPiece: BitwiseCopyable, Sendable {
  /// The kinds of owners. The raw values are stored in tiles, except for squares, which become streets there.
  enum Owner: UInt8 {
    case area, address, feature, building, square
  }

  /// The polygon's owner: its kind and the position of its row.
  var owner: Owner
  var position: UInt32
  private var firstOther: UInt32, othersEnd: UInt32
  /// Whether an odd number of edges lies west of the cell at its southernmost row.
  var startsInside: Bool
  private var firstChain: UInt32, chainsEnd: UInt32
  private var firstToggle: UInt32, togglesEnd: UInt32

  /// A part with all its properties.
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

  /// The addresses in ``CutInput/otherOwners`` that share the outline. Each of them has this piece, too.
  var others: Range<Int> {
    get { Int(firstOther)..<Int(othersEnd) }
    set { (firstOther, othersEnd) = (UInt32(newValue.lowerBound), UInt32(newValue.upperBound)) }
  }

  /// The sort key: areas come first, then squares, addresses and places of interest, each in the order of their rows.
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
  /// The pieces, repeated for each of their owners, in the order that they would have if none were shared.
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
  /// The vertices in ``CutInput/points``.
  var vertices: PointRange
  /// The box of the vertices.
  var box: FixedBox
}

/// Consecutive vertices of a street or interpolation, with their box.
struct CutRun: BitwiseCopyable, Sendable {
  /// The line's position in ``CutInput/lines``.
  var line: UInt32
  /// The vertices in ``CutInput/points``.
  var vertices: PointRange
  /// The box of the vertices.
  var box: FixedBox
}
