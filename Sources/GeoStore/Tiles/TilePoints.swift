import GeoModel

/// An address in a tile.
public struct TileAddress: BitwiseCopyable, Sendable {
  /// The address's row.
  public var id: AddressID
  /// Its street's name; nil when it is not known.
  public var street: NameID?
  /// Its point.
  public var point: FixedPoint
  /// Whether it has an outline, which is then a piece with the same id in all tiles that it touches; false for points
  /// in buildings.
  public var hasOutline: Bool
}

/// The addresses of a tile. Their ids are consecutive, as both ids and tiles follow the Hilbert curve.
public struct TileAddresses: RandomAccessCollection {
  private let rows: TilePoints
  private let firstID: UInt32
  /// Bytes of a row after the point: the id of the street's name, 0 for none, with the flag.
  public static let factBytes = 4
  package static let outlineFlag: UInt32 = 1 << 31

  /// No addresses.
  static var none: TileAddresses { TileAddresses(.none, firstID: 0) }

  init(_ rows: TilePoints, firstID: UInt32) { (self.rows, self.firstID) = (rows, firstID) }

  /// The row of the first address; nil when there are none.
  var firstRow: AddressID? { rows.count == 0 ? nil : AddressID(firstID) }
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of addresses.
  public var endIndex: Int { rows.count }

  /// An address by its position.
  public subscript(position: Int) -> TileAddress {
    let facts = facts(position)
    let street = facts & ~TileAddresses.outlineFlag
    return TileAddress(
      id: AddressID(firstID &+ UInt32(truncatingIfNeeded: position)), street: street == 0 ? nil : NameID(street),
      point: rows.point(position), hasOutline: facts & TileAddresses.outlineFlag != 0)
  }

  /// Calls `body` with the addresses in a box that have no outline.
  public func forEachPoint(in box: FixedBox, _ body: (TileAddress) -> Void) {
    rows.forEach(in: box) { position in
      if facts(position) & TileAddresses.outlineFlag == 0 { body(self[position]) }
    }
  }

  @inline(__always) private func facts(_ position: Int) -> UInt32 {
    rows.facts(position).loadUnaligned(as: UInt32.self)
  }
}

/// A place of interest in a tile.
public struct TileFeature: BitwiseCopyable, Sendable {
  /// The feature's row.
  public var id: FeatureID
  /// Its point.
  public var point: FixedPoint
  /// Whether it has an outline, which is then a piece.
  public var hasOutline: Bool
}

/// The places of interest of a tile, whose ids are consecutive.
public struct TileFeatures: RandomAccessCollection {
  private let rows: TilePoints
  private let firstID: UInt32
  /// Bytes of a row after the point: whether there is an outline.
  static let factBytes = 1

  /// No places of interest.
  static var none: TileFeatures { TileFeatures(.none, firstID: 0) }

  init(_ rows: TilePoints, firstID: UInt32) { (self.rows, self.firstID) = (rows, firstID) }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of places of interest.
  public var endIndex: Int { rows.count }

  /// A place of interest by its position.
  public subscript(position: Int) -> TileFeature {
    TileFeature(
      id: FeatureID(firstID &+ UInt32(truncatingIfNeeded: position)), point: rows.point(position),
      hasOutline: rows.facts(position).load(as: UInt8.self) != 0)
  }

  /// Calls `body` with the places of interest in a box that have no outline.
  public func forEachPoint(in box: FixedBox, _ body: (TileFeature) -> Void) {
    rows.forEach(in: box) { position in
      let feature = self[position]
      if !feature.hasOutline { body(feature) }
    }
  }
}

/// Fixed-size rows for the points of a tile.
///
/// A row has the x and y differences from the tile's south-western corner, then some bytes of facts. The differences
/// have two bytes each, or four in tiles wider or higher than 65,536 units.
public struct TilePoints {
  private let start: UnsafeRawPointer
  /// The number of points.
  let count: Int
  private let rowBytes: Int
  private let corner: FixedPoint
  private let isWide: Bool

  /// No points.
  static var none: TilePoints {
    TilePoints(UnsafeRawPointer(bitPattern: 1)!, count: 0, factBytes: 0, in: FixedBox(FixedPoint(x: 0, y: 0)))
  }

  /// Rows that begin at an address.
  init(_ start: UnsafeRawPointer, count: Int, factBytes: Int, in tile: FixedBox) {
    self.start = start
    self.count = count
    isWide = TilePoints.areWide(in: tile)
    rowBytes = TilePoints.bytes(in: tile) + factBytes
    corner = FixedPoint(x: tile.minX, y: tile.minY)
  }

  /// Whether the points of a tile need four bytes for each number.
  static func areWide(in tile: FixedBox) -> Bool {
    let side = max(Int64(tile.maxX) - Int64(tile.minX), Int64(tile.maxY) - Int64(tile.minY))
    return side > Int64(UInt16.max)
  }

  /// Bytes of a point in a tile.
  public static func bytes(in tile: FixedBox) -> Int { areWide(in: tile) ? 8 : 4 }

  /// A point. Damaged bytes may give a point outside of the tile, which does no harm.
  @inline(__always) func point(_ position: Int) -> FixedPoint {
    let row = row(position)
    if isWide {
      let step = row.loadUnaligned(as: SIMD2<Int32>.self)
      return FixedPoint(x: corner.x &+ step.x, y: corner.y &+ step.y)
    }
    let step = row.loadUnaligned(as: UInt32.self)
    return FixedPoint(x: corner.x &+ Int32(step & 0xffff), y: corner.y &+ Int32(step >> 16))
  }

  /// The bytes of facts after a point.
  @inline(__always) func facts(_ position: Int) -> UnsafeRawPointer { row(position) + (isWide ? 8 : 4) }

  /// Calls `body` with the positions of the points in a box, ascending.
  @inline(__always) func forEach(in box: FixedBox, _ body: (Int) -> Void) {
    for position in 0..<count where box.contains(point(position)) { body(position) }
  }

  @inline(__always) private func row(_ position: Int) -> UnsafeRawPointer {
    precondition(position >= 0 && position < count)
    return start + position &* rowBytes
  }
}
