import GeoModel

/// What one tile knows: everything that a point in its box may need except streets and houses across the edge.
///
/// Tiles are the leaves of a quadtree over the whole Earth, so each point lies in exactly one. A tile is read where it stands in the mapped
/// file, and only as far as a question looks at it: hardly three of fifty streets and polygons are, told by the boxes around them. Everything
/// is valid for as long as somebody holds the tile.
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
  public var covering: TileIDs { lists.covering }
  /// Areas, outlines of addresses, of features and of buildings around addresses, with edges in the box.
  public var pieces: TilePieces { lists.pieces }
  /// Parts of streets that touch the box.
  public var streets: TileStreets { lists.streets }
  /// Parts of interpolations that touch the box.
  public var interpolations: TileInterpolations { lists.interpolations }
  /// Addresses whose point lies in the box. An address with an outline is also in ``pieces`` of every tile it touches.
  public var addresses: TileAddresses { lists.addresses }
  /// Features whose point lies in the box; those with an outline are also in ``pieces``.
  public var features: TileFeatures { lists.features }
  /// Settlements whose reach touches the box.
  public var places: TilePlaces { lists.places }
  /// Where a coarse area touches the box although the extract has the real boundary of the same country or subdivision:
  /// the nearest other coarse areas, nearest first, to answer for points that the real boundary leaves out.
  public var coarseAlternatives: TileIDs { lists.coarseAlternatives }
  /// The names of all cities that are named by addresses within 1,500 m of the tile, so that what is none of them is not said by any house;
  /// nil when that is not known.
  public var cities: TileNames? { lists.cities }
  /// Of the question that reads the tile.
  let limits: SearchLimits
  /// Knows more about ``places``.
  @exclusivity(unchecked) private var pages: PlacePages?
  /// Has the bytes of the tile; nil for tiles that have a copy.
  let file: MappedFile?
  /// Room for a line, and for a copy of bytes that are not in the file as they are.
  @exclusivity(unchecked) private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// A tile with nothing in it.
  public convenience init() { self.init(SearchLimits(), file: nil) }

  /// A tile of a file, with nothing in it, that tells somebody when it turns out to be damaged.
  init(_ limits: SearchLimits, file: MappedFile?) { (self.limits, self.file) = (limits, file) }

  deinit { memory.deallocate() }

  /// Whether nothing is known about the box. Stored tiles have at least one of these.
  var isEmpty: Bool { header.sections.isSubset(of: .alternatives) }

  /// The box of the streets' parts in the tile, up to a 256th of its size larger; empty when there are none.
  public var streetBox: FixedBox { header.streetBox }
  /// The box of what may give a house number (addresses, edges of their outlines, interpolations), up to a 256th of the tile's
  /// size larger; empty when there is none.
  public var houseBox: FixedBox { header.houseBox }

  /// Starts over with what is known before the content is decoded. The memory stays, and so do the lists of what was here before:
  /// nobody gets the tile until they are replaced.
  func begin(_ header: TileHeader, box: FixedBox) {
    self.header = header
    isDecoded = false
    lists.box = box
  }

  /// Fills it.
  func fill(_ lists: TileLists, _ pages: PlacePages) {
    if self.pages !== pages { self.pages = pages }
    self.lists = lists
    isDecoded = true
  }

  /// Makes it a tile with nothing in it.
  func empty(box: FixedBox) {
    begin(TileHeader([], streetBox: .empty, houseBox: .empty), box: box)
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

  /// Whether the edge, which passes the point's latitude, does so west of the point.
  @inlinable @inline(__always) public static func crossesWest(
    _ from: FixedPoint, _ to: FixedPoint, of point: FixedPoint
  ) -> Bool {
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
  var covering = TileIDs.none
  var pieces = TilePieces.none
  var streets = TileStreets.none
  var interpolations = TileInterpolations.none
  var addresses = TileAddresses.none
  var features = TileFeatures.none
  var places = TilePlaces.none
  var coarseAlternatives = TileIDs.none
  var cities: TileNames?
  var shapes = TileShapes.none
}

extension UnsafeBufferPointer {
  /// A list of nothing.
  static var none: Self { Self(start: nil, count: 0) }
}
