import GeoModel

/// What one tile knows, decoded: everything that a point in its box may need except streets and houses across the edge.
///
/// Tiles are the leaves of a quadtree over the whole Earth, so each point lies in exactly one. All lists of a tile lie one
/// after the other in one block of memory that the tile owns, as a question reads them from end to end: they are valid for as
/// long as somebody holds the tile. Ranges are into ``points``, ``chainNumbers`` and ``toggles``.
///
/// The properties do without Swift's run-time check for overlapping accesses: only the decoder changes a tile, before it hands
/// it out, and the checks would be a thirtieth of an answer.
public final class Tile {
  /// The tile's box, edges included; neighboring tiles do not share points.
  public var box: FixedBox { lists.box }
  /// What is handed out.
  @exclusivity(unchecked) var lists = TileLists()
  /// What is known about the content before it is decoded.
  @exclusivity(unchecked) var header = TileHeader([], streetBox: .empty, houseBox: .empty)
  /// Whether the lists are filled; always so for tiles that are handed out.
  @exclusivity(unchecked) var isDecoded = false
  /// Areas that contain every point of the box, ascending by id.
  public var covering: UnsafeBufferPointer<AreaID> { lists.covering }
  /// Areas, outlines of addresses, of features and of buildings around addresses, with edges in the box.
  public var pieces: UnsafeBufferPointer<TilePiece> { lists.pieces }
  /// Parts of streets that touch the box.
  public var streets: UnsafeBufferPointer<TileStreet> { lists.streets }
  /// Parts of interpolations that touch the box.
  public var interpolations: UnsafeBufferPointer<TileInterpolation> { lists.interpolations }
  /// Addresses whose point lies in the box. An address with an outline is also in ``pieces`` of every tile it touches.
  public var addresses: UnsafeBufferPointer<TileAddress> { lists.addresses }
  /// Features whose point lies in the box; those with an outline are also in ``pieces``.
  public var features: UnsafeBufferPointer<TileFeature> { lists.features }
  /// Settlements whose reach touches the box.
  public var places: UnsafeBufferPointer<TilePlace> { lists.places }
  /// Where a coarse area touches the box although the extract has the real boundary of the same country or subdivision:
  /// the nearest other coarse areas, nearest first, to answer for points that the real boundary leaves out.
  public var coarseAlternatives: UnsafeBufferPointer<AreaID> { lists.coarseAlternatives }
  /// Vertices of all lines.
  public var points: UnsafeBufferPointer<FixedPoint> { lists.points }
  /// The edges of pieces, at least one each. Pieces that share a border share its chain.
  public var chains: UnsafeBufferPointer<TileLine> { lists.chains }
  /// Positions in ``chains``, piece by piece.
  public var chainNumbers: UnsafeBufferPointer<Int32> { lists.chainNumbers }
  /// Sorted latitudes of all pieces.
  public var toggles: UnsafeBufferPointer<Int32> { lists.toggles }
  /// Where the lists lie.
  @exclusivity(unchecked) private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// A tile with nothing in it.
  public init() {}

  deinit { memory.deallocate() }

  /// Whether nothing is known about the box. Stored tiles have at least one of these.
  var isEmpty: Bool { header.sections.isSubset(of: .alternatives) }

  /// The box of the streets' parts in the tile, up to a 256th of its size larger; empty when there are none.
  public var streetBox: FixedBox { header.streetBox }
  /// The box of what may give a house number (addresses, edges of their outlines, interpolations), up to a 256th of the tile's
  /// size larger; empty when there is none.
  public var houseBox: FixedBox { header.houseBox }

  /// Starts over with what is known before the content is decoded. The memory stays.
  func begin(_ header: TileHeader, box: FixedBox) {
    self.header = header
    isDecoded = false
    lists = TileLists(box: box)
  }

  /// Memory for new content of at most so many bytes. What was in it is gone.
  func reserve(_ count: Int) -> UnsafeMutableRawPointer {
    if let start = memory.baseAddress, memory.count >= count { return start }
    memory.deallocate()
    // Tiles are of different sizes; some room to spare saves most of the later changes.
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 + count + count / 4, alignment: 64)
    memory = room
    return room.baseAddress!
  }

  /// Whether a point of the box is inside a piece's whole polygon, by the even-odd rule. Exact: two areas that share an
  /// edge never both contain a point and never both miss it.
  ///
  /// Counts the edges west of the point. Those west of the whole box are summed up in the piece's toggles: the latitudes at
  /// which their number changes from even to odd or back.
  public func contains(_ point: FixedPoint, piece: TilePiece) -> Bool {
    var inside = piece.startsInside
    for index in piece.toggles where toggles[Int(index)] <= point.y { inside.toggle() }
    for index in piece.chains {
      let chain = chains[Int(chainNumbers[Int(index)])]
      // Most chains are all above, below or east of the point.
      guard chain.box.minY <= point.y, chain.box.maxY > point.y, chain.box.minX < point.x else { continue }
      if crossesOdd(chain, westOf: point) { inside.toggle() }
    }
    return inside
  }

  /// Whether an odd number of a chain's edges passes the point's latitude west of it.
  private func crossesOdd(_ chain: TileLine, westOf point: FixedPoint) -> Bool {
    let vertices = chain.positions
    var from = points[vertices.lowerBound]
    var isAbove = from.y > point.y
    // All edges are west of it: every second one leads back.
    if chain.box.maxX < point.x { return isAbove != (points[vertices.upperBound - 1].y > point.y) }
    var isOdd = false
    for index in vertices.dropFirst() {
      let to = points[index]
      let nextIsAbove = to.y > point.y
      if isAbove != nextIsAbove, Tile.crossesWest(from, to, of: point) { isOdd.toggle() }
      from = to
      isAbove = nextIsAbove
    }
    return isOdd
  }

  /// Whether the edge, which passes the point's latitude, does so west of the point.
  @inline(__always) static func crossesWest(_ from: FixedPoint, _ to: FixedPoint, of point: FixedPoint) -> Bool {
    let dx = Int64(to.x) - Int64(from.x)
    let dy = Int64(to.y) - Int64(from.y)
    let left = (Int64(point.x) - Int64(from.x)) * dy
    let right = (Int64(point.y) - Int64(from.y)) * dx
    return dy > 0 ? left > right : left < right
  }
}

/// The lists of a tile, under the names that it shows.
struct TileLists {
  var box: FixedBox = .empty
  var covering = UnsafeBufferPointer<AreaID>.none
  var pieces = UnsafeBufferPointer<TilePiece>.none
  var streets = UnsafeBufferPointer<TileStreet>.none
  var interpolations = UnsafeBufferPointer<TileInterpolation>.none
  var addresses = UnsafeBufferPointer<TileAddress>.none
  var features = UnsafeBufferPointer<TileFeature>.none
  var places = UnsafeBufferPointer<TilePlace>.none
  var coarseAlternatives = UnsafeBufferPointer<AreaID>.none
  var points = UnsafeBufferPointer<FixedPoint>.none
  var chains = UnsafeBufferPointer<TileLine>.none
  var chainNumbers = UnsafeBufferPointer<Int32>.none
  var toggles = UnsafeBufferPointer<Int32>.none
}

extension UnsafeBufferPointer {
  /// A list of nothing.
  static var none: Self { Self(start: nil, count: 0) }
}

/// A polygon's part in a tile: its edges there, and what the edges outside mean for a point in the tile.
public struct TilePiece: Sendable {
  /// What the polygon belongs to.
  public enum Owner: Hashable, BitwiseCopyable, Sendable {
    case area(AreaID)
    case address(AddressID, street: NameID?)
    case feature(FeatureID)
    /// The building around an address that is known as a point, or beside it: an entrance, a shop.
    case building(AddressID, street: NameID?)
  }

  /// What the polygon belongs to.
  public var owner: Owner
  /// Whether an odd number of edges lies west of the tile at its southernmost row.
  public var startsInside: Bool
  /// Positions in ``Tile/toggles``.
  public var toggles: Range<Int32>
  /// Positions in ``Tile/chainNumbers``: the edges that touch the tile.
  public var chains: Range<Int32>
}

/// Vertices that follow one another, with the box around them: most lines of a tile are too far away to be looked at.
public struct TileLine: Sendable {
  /// The vertices, a range of ``Tile/points``.
  public var vertices: Range<Int32>
  /// The box around the vertices, in the tile or not.
  public var box: FixedBox

  /// The same as ``vertices``, for subscripts.
  @inline(__always) public var positions: Range<Int> { Int(vertices.lowerBound)..<Int(vertices.upperBound) }
}

/// A part of a street in a tile.
public struct TileStreet: Sendable {
  /// The street's row.
  public var id: StreetID
  /// Its name's row, so that streets of one name are known without reading them.
  public var name: NameID
  /// What kind of way it is.
  public var kind: StreetKind
  /// Whether the name is only the road's number.
  public var isReference: Bool
  /// Whether the line is the outline of a square. The whole outline is in every tile that it touches or that lies within it.
  public var isArea: Bool
  /// `layer`; bridges at least 1, tunnels at most -1.
  public var layer: Int8
  /// Position of the part's first vertex in the whole line.
  public var firstVertex: Int32
  /// The part's vertices.
  public var line: TileLine
}

/// A part of an interpolation in a tile; the numbers are in its row.
public struct TileInterpolation: Sendable {
  /// The interpolation's row.
  public var id: InterpolationID
  /// Its street's name; nil when nothing says.
  public var street: NameID?
  /// Position of the part's first vertex in the whole line.
  public var firstVertex: Int32
  /// The part's vertices.
  public var line: TileLine
}

/// An address in a tile.
public struct TileAddress: BitwiseCopyable, Sendable {
  /// The address's row.
  public var id: AddressID
  /// Its street's name; nil when nothing says.
  public var street: NameID?
  /// A point of it.
  public var point: FixedPoint
  /// Whether it is its outline, which then is a piece with the same id here and in the tiles around; false for points in buildings.
  public var hasOutline: Bool
}

/// A place of interest in a tile.
public struct TileFeature: BitwiseCopyable, Sendable {
  /// The feature's row.
  public var id: FeatureID
  /// A point of it.
  public var point: FixedPoint
  /// Whether it has an outline, which then is a piece.
  public var hasOutline: Bool
}

/// A settlement near a tile.
public struct TilePlace: BitwiseCopyable, Sendable {
  /// The place's row.
  public var id: PlaceID
  /// What kind of settlement.
  public var kind: PlaceKind
  /// Whether it is from our own coarse layer.
  public var isCoarse: Bool
  /// Where it is, possibly outside the tile.
  public var point: FixedPoint
  /// How far from it a point can be and still have it for its city or suburb, in meters.
  public var reachMeters: Float
}
