import GeoModel

/// A polygon's part in a tile: its edges there, and the effect of the edges outside on points in the tile.
public struct TilePiece: Sendable {
  /// The owner of a polygon.
  public enum Owner: Hashable, BitwiseCopyable, Sendable {
    case area(AreaID)
    case address(AddressID, street: NameID?)
    case feature(FeatureID)
    /// The building around or beside an address that is mapped as a point, such as an entrance or shop.
    case building(AddressID, street: NameID?)
  }

  /// The polygon's owner.
  public var owner: Owner
  /// Whether an odd number of edges lies west of the tile at its southernmost row.
  public var startsInside: Bool
  /// Whether the polygon is an area's.
  let isArea: Bool
  /// Whether the number of edges west of the tile changes between even and odd farther north.
  let hasToggles: Bool
  /// Whether the lines are stored elsewhere, so that other pieces can use them, too.
  let isShared: Bool
  /// The number of its lines.
  let lineCount: Int32
  /// The position of its toggles and lines.
  let start: Int32
}

/// The polygons' parts in a tile: areas, then the outlines of addresses, then those of features and buildings.
///
/// Any piece can be read without those before it. The box of an outline contains everything of it that lies in the
/// tile.
public struct TilePieces: RandomAccessCollection {
  /// The number of pieces of each type.
  public struct Counts {
    public var areas = 0, houses = 0, others = 0
    package var outlines: Int { houses + others }
    package var sum: Int { areas + outlines }

    /// No pieces.
    public init() {}
  }

  /// The addresses of the columns.
  struct Columns {
    /// The boxes of all outlines.
    var boxes = TileBoxes.none
    /// The streets of houses: 0 for none, a position in the tile's streets from 1, or ``otherStreet``.
    var streets = UnsafePointer<UInt8>(bitPattern: 1)!
    /// The position of each piece among the shapes, in two bytes, or in four in wide tiles.
    var starts = UnsafeRawPointer(bitPattern: 1)!
    var isWide = false
    /// The id from which the ids of addresses are differences.
    var firstAddress: UInt32 = 0
  }

  /// The value for a street that the piece itself names.
  public static let otherStreet: UInt8 = 255

  private let counts: Counts
  private let columns: Columns
  private let streets: TileStreets
  private let shapes: TileShapes
  private let scale: TileScale

  /// No pieces.
  static var none: TilePieces { TilePieces(Counts(), Columns(), .none, .none, TileScale(.world)) }

  /// Pieces, whose columns belong to a tile.
  init(_ counts: Counts, _ columns: Columns, _ streets: TileStreets, _ shapes: TileShapes, _ scale: TileScale) {
    self.counts = counts
    self.columns = columns
    self.streets = streets
    self.shapes = shapes
    self.scale = scale
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of pieces.
  public var endIndex: Int { counts.sum }
  /// The positions of the areas.
  public var areas: Range<Int> { 0..<counts.areas }

  /// A box around everything of an outline that lies in the tile: its edges and its inside.
  ///
  /// - Parameter position: a position after ``areas``.
  public func box(_ position: Int) -> FixedBox {
    precondition(position >= counts.areas && position < counts.sum)
    return scale.box(columns.boxes[position - counts.areas])
  }

  /// Calls `body` with the houses whose box touches a box.
  ///
  /// - Parameter body: called with the position, the square of the distance in square meters from the projection's
  ///   origin to the house's box, and the name of its street.
  public func forEachHouse(
    touching box: FixedBox, _ projection: LocalProjection,
    _ body: (_ position: Int, _ squaredMeters: Double, _ street: NameID?) -> Void
  ) {
    columns.boxes.forEach(touching: scale.bytes(of: box), in: 0..<counts.houses) { house in
      let squared = projection.squaredDistance(to: scale.box(columns.boxes[house]))
      body(counts.areas + house, squared, street(ofHouse: house))
    }
  }

  @inline(__always) private func street(ofHouse house: Int) -> NameID? {
    let number = columns.streets[house]
    if number == 0 { return nil }
    if number <= streets.count { return streets.name(Int(number) - 1) }
    guard case .address(_, let street) = self[counts.areas + house].owner else { return nil }
    return street
  }

  /// Calls `body` with the positions of features and buildings whose box contains a point.
  public func forEachOther(around point: FixedPoint, _ body: (Int) -> Void) {
    columns.boxes.forEach(touching: scale.bytes(of: FixedBox(point)), in: counts.houses..<counts.outlines) {
      body(counts.areas + $0)
    }
  }

  /// A piece by its position; see `TileEncoder.place(_:_:_:_:)`.
  public subscript(position: Int) -> TilePiece {
    var reader = shapes.reader(at: start(position))
    let head = reader.varint()
    let owner: TilePiece.Owner
    switch head & 3 {
    case 0: owner = .area(AreaID(UInt32(truncatingIfNeeded: reader.varint())))
    case 2: owner = .feature(FeatureID(UInt32(truncatingIfNeeded: reader.varint())))
    default:
      let id = AddressID(columns.firstAddress &+ UInt32(truncatingIfNeeded: reader.varint()))
      let street = TileDecoder.streetName(&reader, streets)
      owner = head & 3 == 1 ? .address(id, street: street) : .building(id, street: street)
    }
    if reader.isDamaged { shapes.reportDamage() }
    return TilePiece(
      owner: owner, startsInside: head & 4 != 0, isArea: head & 3 == 0, hasToggles: head & 8 != 0,
      isShared: head & 16 != 0,
      lineCount: Int32(truncatingIfNeeded: Swift.min(head >> 5, UInt64(reader.remaining))),
      start: Int32(truncatingIfNeeded: shapes.position(of: reader)))
  }

  @inline(__always) private func start(_ position: Int) -> Int {
    precondition(position >= 0 && position < counts.sum)
    return columns.isWide
      ? Int(columns.starts.loadUnaligned(fromByteOffset: 4 * position, as: UInt32.self))
      : Int(columns.starts.loadUnaligned(fromByteOffset: 2 * position, as: UInt16.self))
  }
}
