import GeoModel

/// The data of one tile: everything a query for a point in its box may need, except streets and houses beyond its edge.
///
/// Tiles are the leaves of a quadtree over the whole Earth, so each point lies in exactly one. A tile is read in place
/// from the mapped file, and only as far as a query needs. The boxes of its streets and polygons exclude all but about
/// three of fifty. All its parts are valid as long as the tile is held.
///
/// The properties omit Swift's run-time check for overlapping accesses, which would take a thirtieth of a query. Only
/// the decoder changes a tile, before any caller gets it.
public final class Tile {
  /// The tile's box, edges included; neighboring tiles do not share points.
  public var box: FixedBox { lists.box }
  /// The decoded lists.
  @exclusivity(unchecked) var lists = TileLists()
  /// The header, which is available before the rest is decoded.
  @exclusivity(unchecked) var header = TileHeader([], streetBox: .empty, houseBox: .empty)
  /// Whether the lists are decoded; always true for tiles returned to callers.
  @exclusivity(unchecked) var isDecoded = false
  /// Areas that contain every point of the box, ascending by id.
  public var covering: TileIDs { lists.covering }
  /// The pieces of areas, and the outlines of addresses, features and buildings around addresses, with edges in the
  /// box.
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
  /// The nearest other coarse areas, nearest first, for points that a real boundary leaves out.
  ///
  /// There are some only where a coarse area touches the box although the extract has the real boundary of the same
  /// country or subdivision.
  public var coarseAlternatives: TileIDs { lists.coarseAlternatives }
  /// The names of all cities of addresses within 1,500 m of the tile: no house there has another city. Nil when they
  /// are not known.
  public var cities: TileNames? { lists.cities }
  /// The limits of the query that reads the tile.
  let limits: SearchLimits
  /// Keeps the data of ``places`` alive.
  @exclusivity(unchecked) private var pages: PlacePages?
  /// The file with the tile's bytes; nil for a tile without a file.
  let file: MappedFile?
  /// Memory for a line, and for a copy of bytes that are not in the file in one piece.
  @exclusivity(unchecked) private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

  /// An empty tile.
  public convenience init() { self.init(SearchLimits(), file: nil) }

  /// An empty tile of a file. `limits` is notified when the tile turns out to be damaged.
  init(_ limits: SearchLimits, file: MappedFile?) { (self.limits, self.file) = (limits, file) }

  deinit { memory.deallocate() }

  /// Whether the tile has no parts except alternatives. Every stored tile has others.
  var isEmpty: Bool { header.sections.isSubset(of: .alternatives) }

  /// The box of the streets in the tile, up to a 256th of the tile's size larger; empty when there are none.
  public var streetBox: FixedBox { header.streetBox }
  /// The box of everything that may give a house number (addresses, edges of their outlines, interpolations), up to a
  /// 256th of the tile's size larger; empty when there is none.
  public var houseBox: FixedBox { header.houseBox }

  /// Starts a new tile with its header.
  ///
  /// The memory and the old lists stay until they are replaced: no caller reads the lists before that.
  func begin(_ header: TileHeader, box: FixedBox) {
    self.header = header
    isDecoded = false
    lists.box = box
  }

  /// Sets the decoded lists.
  func fill(_ lists: TileLists, _ pages: PlacePages) {
    if self.pages !== pages { self.pages = pages }
    self.lists = lists
    isDecoded = true
  }

  /// Makes it an empty tile.
  func empty(box: FixedBox) {
    begin(TileHeader([], streetBox: .empty, houseBox: .empty), box: box)
    lists = TileLists(box: box)
  }

  /// Memory for new content of up to `count` bytes. The previous content is lost.
  func reserve(_ count: Int) -> UnsafeMutableRawPointer {
    if let start = memory.baseAddress, memory.count >= count { return start }
    memory.deallocate()
    // Tiles differ in size; some spare room avoids most reallocations.
    let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 + count + count / 4, alignment: 64)
    memory = room
    return room.baseAddress!
  }

  /// Whether an edge that crosses the point's latitude does so west of the point.
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

/// The decoded lists of a tile, named like its properties.
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
  /// An empty buffer.
  static var none: Self { Self(start: nil, count: 0) }
}
