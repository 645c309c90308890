import GeoModel
import GeoStore

/// A square of the map layer, with the parts of features that lie in it.
public struct MapTile: Sendable {
  /// The part of a feature that lies in the square.
  public struct Feature: Sendable {
    /// The kind of the feature.
    public var kind: MapKind
    /// The course of a line: whether it runs above or below others, and its direction.
    public var course = MapCourse()
    /// Its name; 0 for none.
    public var name = NameID(0)
    /// The number of a road; 0 for none.
    public var number = NameID(0)
    /// For names, the width of the named feature in pixels, at the level after the square's own; at the finest level,
    /// at level 16. For mountains, the height in meters; 0 when unknown.
    public var size = 0
    /// The indexes of its rings, lines or single point in ``MapTile/parts``.
    public var parts: Range<Int32> = 0..<0

    init(kind: MapKind) { self.kind = kind }
  }

  /// The square.
  public let cell: MapCell
  /// The features, from bottom to top by kind.
  public internal(set) var features: [Feature] = []
  /// The ranges in ``points`` of rings (three points or more, the first not repeated), lines (two or more) and single
  /// points.
  public internal(set) var parts: [Range<Int>] = []
  /// The points, in units from the square's northwestern corner.
  public internal(set) var points: [MapGridPoint] = []

  init(cell: MapCell) { self.cell = cell }

  /// The length of the square's side in units.
  public var extent: Int32 { 1 << Int32(MapCell.extentBits(cell.level)) }
}

/// The course of a line: whether it runs above or below others, and in which direction.
public struct MapCourse: Hashable, BitwiseCopyable, Sendable {
  /// The `layer` tag, from -7 to 7; 0 for the ground.
  public var layer: Int8
  /// Whether it is a bridge.
  public var isBridge: Bool
  /// Whether it is a tunnel.
  public var isTunnel: Bool
  /// Whether traffic may only go from the first point to the last. Known only in squares of the finest level.
  public var isOneWay: Bool

  /// Creates a course; by default on the ground and in both directions.
  public init(layer: Int8 = 0, isBridge: Bool = false, isTunnel: Bool = false, isOneWay: Bool = false) {
    self.layer = max(-7, min(7, layer))
    self.isBridge = isBridge
    self.isTunnel = isTunnel
    self.isOneWay = isOneWay
  }
}

extension StoreReader {
  /// Reads a square of the map layer; nil when nothing is in it.
  ///
  /// - Parameter isWanted: the kinds to read; skipping others costs almost nothing.
  /// - Throws: ``StoreError`` with code `.damaged` when the bytes are invalid.
  public func mapTile(
    _ cell: MapCell, where isWanted: (MapKind) -> Bool = { _ in true }
  ) throws(StoreError) -> MapTile? {
    let name = "map tile \(cell)"
    guard let bytes = try mapLayerRow(cell.key, name) else { return nil }
    guard let tile = MapCoding.tile(bytes, cell, where: isWanted) else { throw damaged(name) }
    return tile
  }
}

extension MapCell: CustomStringConvertible {
  /// `14/8700/5800`.
  public var description: String { "\(level)/\(x)/\(y)" }
}
