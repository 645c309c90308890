import GeoModel

/// What one tile knows, decoded: everything that a point in its box may need except streets and houses across the edge.
///
/// Tiles are the leaves of a quadtree over the whole Earth, so each point lies in exactly one. A tile is a plain value to
/// iterate; ranges are into ``points`` and ``toggles``.
///
/// The properties do without Swift's run-time check for overlapping accesses: only the decoder changes a tile, before it hands
/// it out, and the check would cost as much as the decoding.
public final class Tile {
  /// The tile's box, edges included; neighbouring tiles do not share points.
  @exclusivity(unchecked) public internal(set) var box: FixedBox = .empty
  /// Areas that contain every point of the box, ascending by id.
  @exclusivity(unchecked) public internal(set) var covering: [AreaID] = []
  /// Areas, address outlines and feature outlines with edges in the box.
  @exclusivity(unchecked) public internal(set) var pieces: [TilePiece] = []
  /// Parts of streets that touch the box.
  @exclusivity(unchecked) public internal(set) var streets: [TileStreet] = []
  /// Parts of interpolations that touch the box.
  @exclusivity(unchecked) public internal(set) var interpolations: [TileInterpolation] = []
  /// Addresses whose point lies in the box. An address with an outline is also in ``pieces`` of every tile it touches.
  @exclusivity(unchecked) public internal(set) var addresses: [TileAddress] = []
  /// Features whose point lies in the box; those with an outline are also in ``pieces``.
  @exclusivity(unchecked) public internal(set) var features: [TileFeature] = []
  /// Settlements whose reach touches the box.
  @exclusivity(unchecked) public internal(set) var places: [TilePlace] = []
  /// Where a coarse area touches the box although the extract has the real boundary of the same country or subdivision:
  /// the nearest other coarse areas, nearest first, to answer for points that the real boundary leaves out.
  @exclusivity(unchecked) public internal(set) var coarseAlternatives: [AreaID] = []
  /// Vertices of all chains.
  @exclusivity(unchecked) public internal(set) var points: [FixedPoint] = []
  /// Chains of vertices by piece; each range holds at least two points. Pieces that share a border share the points.
  @exclusivity(unchecked) public internal(set) var chains: [Range<Int32>] = []
  /// The parts that may have something in them.
  @exclusivity(unchecked) var sections: TileSections = []
  /// All chains once, while the tile is decoded.
  @exclusivity(unchecked) var distinctChains: [Range<Int32>] = []
  /// Sorted latitudes of all pieces.
  @exclusivity(unchecked) public internal(set) var toggles: [Int32] = []

  /// A tile with nothing in it.
  public init() {}

  /// Whether a point of the box is inside a piece's whole polygon, by the even-odd rule. Exact: two areas that share an
  /// edge never both contain a point and never both miss it.
  ///
  /// Counts the edges west of the point. Those west of the whole box are summed up in the piece's toggles: the latitudes at
  /// which their number changes from even to odd or back.
  public func contains(_ point: FixedPoint, piece: TilePiece) -> Bool {
    var inside = piece.startsInside
    for index in piece.toggles where toggles[Int(index)] <= point.y { inside.toggle() }
    if piece.chains.isEmpty { return inside }
    return points.withUnsafeBufferPointer { points in
      for chain in chains[Int(piece.chains.lowerBound)..<Int(piece.chains.upperBound)]
      where Tile.crossesOdd(points[Int(chain.lowerBound)..<Int(chain.upperBound)], westOf: point) {
        inside.toggle()
      }
      return inside
    }
  }

  /// Whether an odd number of a chain's edges passes the point's latitude west of it.
  private static func crossesOdd(_ chain: Slice<UnsafeBufferPointer<FixedPoint>>, westOf point: FixedPoint) -> Bool {
    var isOdd = false
    guard var from = chain.first else { return false }
    var isAbove = from.y > point.y
    for to in chain.dropFirst() {
      let nextIsAbove = to.y > point.y
      if isAbove != nextIsAbove, crossesWest(from, to, of: point) { isOdd.toggle() }
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

/// A polygon's part in a tile: its edges there, and what the edges outside mean for a point in the tile.
public struct TilePiece: Sendable {
  /// What the polygon belongs to.
  public enum Owner: Hashable, Sendable {
    case area(AreaID)
    case address(AddressID, street: NameID?)
    case feature(FeatureID)
  }

  /// What the polygon belongs to.
  public var owner: Owner
  /// Whether an odd number of edges lies west of the tile at its southernmost row.
  public var startsInside: Bool
  /// Positions in ``Tile/toggles``.
  public var toggles: Range<Int32>
  /// Positions in ``Tile/chains``: the edges that touch the tile.
  public var chains: Range<Int32>
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
  /// The part's vertices, a range of ``Tile/points``.
  public var line: Range<Int32>
}

/// A part of an interpolation in a tile; the numbers are in its row.
public struct TileInterpolation: Sendable {
  /// The interpolation's row.
  public var id: InterpolationID
  /// Its street's name; nil when nothing says.
  public var street: NameID?
  /// Position of the part's first vertex in the whole line.
  public var firstVertex: Int32
  /// The part's vertices, a range of ``Tile/points``.
  public var line: Range<Int32>
}

/// An address in a tile.
public struct TileAddress: Sendable {
  /// The address's row.
  public var id: AddressID
  /// Its street's name; nil when nothing says.
  public var street: NameID?
  /// A point of it.
  public var point: FixedPoint
  /// Whether it has an outline, which then is a piece with the same id here and in the tiles around.
  public var hasOutline: Bool
}

/// A place of interest in a tile.
public struct TileFeature: Sendable {
  /// The feature's row.
  public var id: FeatureID
  /// A point of it.
  public var point: FixedPoint
  /// Whether it has an outline, which then is a piece.
  public var hasOutline: Bool
}

/// A settlement near a tile.
public struct TilePlace: Sendable {
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
