import GeoModel

/// A part of a street in a tile.
public struct TileStreet: Sendable {
  /// The street's row.
  public var id: StreetID
  /// Its name's row, so that streets can be compared by name without reading their rows.
  public var name: NameID
  /// The kind of way.
  public var kind: StreetKind
  /// Whether the name is only the road's number.
  public var isReference: Bool
  /// Whether the line is the outline of a square or plaza.
  ///
  /// Every tile that it touches, or that lies within it, has the whole outline.
  public var isArea: Bool
  /// `layer`; at least 1 for bridges, at most -1 for tunnels.
  public var layer: Int8
  /// The position of the part's first vertex in the whole line.
  public var firstVertex: Int
  /// The box of the part within the tile, up to a 256th of the tile's size larger.
  public var box: FixedBox
  /// The part's vertices.
  public var line: TileLine
}

/// The parts of streets in a tile. Any of them can be read without those before it.
///
/// A row has the id and the name's id in four bytes each, the kind with flags, the layer, and two numbers: the first
/// vertex and the position of the line. The numbers have two bytes each, or four in wide tiles.
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
  /// The number of parts.
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

  /// Calls `body` with the positions of the parts whose box touches a box, ascending.
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
