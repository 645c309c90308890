import GeoModel

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
  /// Whether it is an area's.
  let isArea: Bool
  /// Whether edges west of the tile change that farther north.
  let hasToggles: Bool
  /// Whether the lines are elsewhere, as other pieces have them, too.
  let isShared: Bool
  /// Lines of edges.
  let lineCount: Int32
  /// Where toggles and lines begin.
  let start: Int32
}

/// The polygons' parts in a tile: areas, outlines of addresses, those of features and buildings. Any of them can be read without those before
/// it, and everything of an outline that lies in the tile is in the box around it.
public struct TilePieces: RandomAccessCollection {
  /// How many pieces of each sort there are.
  public struct Counts {
    public var areas = 0, houses = 0, others = 0
    package var outlines: Int { houses + others }
    package var sum: Int { areas + outlines }

    /// None yet.
    public init() {}
  }

  /// Where the columns are.
  struct Columns {
    /// The boxes of all outlines.
    var boxes = TileBoxes.none
    /// The streets of houses: 0 for none, a position in the tile's streets from 1, or ``otherStreet``.
    var streets = UnsafePointer<UInt8>(bitPattern: 1)!
    /// Where each piece begins among the shapes, in two bytes, or four in tiles that need it.
    var starts = UnsafeRawPointer(bitPattern: 1)!
    var isWide = false
    /// To which the ids of addresses are differences.
    var firstAddress: UInt32 = 0
  }

  /// The street is said by the piece.
  public static let otherStreet: UInt8 = 255

  private let counts: Counts
  private let columns: Columns
  private let streets: TileStreets
  private let shapes: TileShapes
  private let scale: TileScale

  /// No pieces.
  static var none: TilePieces { TilePieces(Counts(), Columns(), .none, .none, TileScale(.world)) }

  /// Pieces whose lists belong to a tile.
  init(_ counts: Counts, _ columns: Columns, _ streets: TileStreets, _ shapes: TileShapes, _ scale: TileScale) {
    self.counts = counts
    self.columns = columns
    self.streets = streets
    self.shapes = shapes
    self.scale = scale
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// How many there are.
  public var endIndex: Int { counts.sum }
  /// Positions of the areas.
  public var areas: Range<Int> { 0..<counts.areas }

  /// A box around everything of an outline that lies in the tile, its edges and its inside.
  ///
  /// - Parameter position: behind ``areas``.
  public func box(_ position: Int) -> FixedBox {
    precondition(position >= counts.areas && position < counts.sum)
    return scale.box(columns.boxes[position - counts.areas])
  }

  /// Calls with the houses whose box touches a box.
  ///
  /// - Parameter body: gets the position, the square of the distance from the origin of the projection to the house's box in square meters,
  ///   and the name of its street.
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

  /// Calls with the positions of features and buildings whose box contains a point.
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
