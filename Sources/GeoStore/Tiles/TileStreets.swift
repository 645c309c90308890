import GeoModel

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
  public var firstVertex: Int
  /// The box around what of the part lies in the tile, up to a 256th of the tile's size larger.
  public var box: FixedBox
  /// The part's vertices.
  public var line: TileLine
}

/// The parts of streets in a tile: any of them can be read without those before it.
///
/// A row is the id and the name's id, four bytes each, the kind with flags, the layer, and two numbers of two bytes, or of four in tiles
/// that need it: the first vertex, and where the line is.
public struct TileStreets: RandomAccessCollection {
  let boxes: TileBoxes
  private let rows: UnsafeRawPointer
  private let scale: TileScale
  private let isWide: Bool

  /// Bytes of a row.
  static func rowBytes(isWide: Bool) -> Int { isWide ? 18 : 14 }
  package static let referenceFlag: UInt8 = 32
  package static let areaFlag: UInt8 = 64
  private static let kindMask: UInt8 = 31

  /// No streets.
  static var none: TileStreets {
    TileStreets(.none, rows: UnsafeRawPointer(bitPattern: 1)!, TileScale(.world), isWide: false)
  }

  init(_ boxes: TileBoxes, rows: UnsafeRawPointer, _ scale: TileScale, isWide: Bool) {
    self.boxes = boxes
    self.rows = rows
    self.scale = scale
    self.isWide = isWide
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// How many there are.
  public var endIndex: Int { boxes.count }

  /// A part by its position.
  public subscript(position: Int) -> TileStreet {
    let row = row(position)
    let flags = row.load(fromByteOffset: 8, as: UInt8.self)
    return TileStreet(
      id: StreetID(row.loadUnaligned(as: UInt32.self)), name: name(position),
      kind: StreetKind(rawValue: flags & TileStreets.kindMask) ?? .other,
      isReference: flags & TileStreets.referenceFlag != 0, isArea: flags & TileStreets.areaFlag != 0,
      layer: row.load(fromByteOffset: 9, as: Int8.self), firstVertex: number(row, 0), box: scale.box(boxes[position]),
      line: TileLine(start: Int32(truncatingIfNeeded: number(row, 1))))
  }

  /// The name of a part.
  @inline(__always) func name(_ position: Int) -> NameID {
    NameID(row(position).loadUnaligned(fromByteOffset: 4, as: UInt32.self))
  }

  /// Calls with the positions of the parts whose box touches a box, ascending.
  public func forEach(touching box: FixedBox, _ body: (Int) -> Void) {
    boxes.forEach(touching: scale.bytes(of: box), in: 0..<boxes.count, body)
  }

  @inline(__always) private func row(_ position: Int) -> UnsafeRawPointer {
    precondition(position >= 0 && position < boxes.count)
    return rows + position * TileStreets.rowBytes(isWide: isWide)
  }

  @inline(__always) private func number(_ row: UnsafeRawPointer, _ index: Int) -> Int {
    isWide
      ? Int(row.loadUnaligned(fromByteOffset: 10 + 4 * index, as: UInt32.self))
      : Int(row.loadUnaligned(fromByteOffset: 10 + 2 * index, as: UInt16.self))
  }
}
