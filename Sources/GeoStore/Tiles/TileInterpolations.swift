import GeoModel

/// A part of an interpolation in a tile. Its house numbers are in its row.
public struct TileInterpolation: Sendable {
  /// The interpolation's row.
  public var id: InterpolationID
  /// Its street's name; nil when it is not known.
  public var street: NameID?
  /// The part's vertices.
  public var line: TileLine
}

/// The parts of interpolations in a tile.
///
/// A row has the id, the id of the street's name or 0, and the position of the line, four bytes each.
public struct TileInterpolations: RandomAccessCollection {
  private let rows: UnsafeRawPointer
  /// Always 0.
  public var startIndex: Int { 0 }
  /// The number of parts.
  public let endIndex: Int
  static let rowBytes = 12

  /// No interpolations.
  static var none: TileInterpolations { TileInterpolations(UnsafeRawPointer(bitPattern: 1)!, count: 0) }

  init(_ rows: UnsafeRawPointer, count: Int) { (self.rows, endIndex) = (rows, count) }

  /// A part by its position.
  public subscript(position: Int) -> TileInterpolation {
    precondition(position >= 0 && position < endIndex)
    let row = rows + position * TileInterpolations.rowBytes
    let street = row.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    return TileInterpolation(
      id: InterpolationID(row.loadUnaligned(as: UInt32.self)), street: street == 0 ? nil : NameID(street),
      line: TileLine(start: row.loadUnaligned(fromByteOffset: 8, as: Int32.self)))
  }
}
