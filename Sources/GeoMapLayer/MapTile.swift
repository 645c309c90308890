import GeoModel
import GeoStore

/// A square of the map layer: the parts of things that lie in it.
public struct MapTile: Sendable {
  /// A part of a thing.
  public struct Feature: Sendable {
    /// What it is.
    public var kind: MapKind
    /// How a line goes over or under others.
    public var course = MapCourse()
    /// Its name; 0 for none.
    public var name = NameID(0)
    /// The number of a road; 0 for none.
    public var number = NameID(0)
    /// Of names: pixels across what is named, where the level after this one is drawn; at the finest level, where level 16 is. Of mountains: meters of height, 0 when it is not known.
    public var size = 0
    /// Its rings, lines or its one point, within ``MapTile/parts``.
    public var parts: Range<Int32> = 0..<0

    init(kind: MapKind) { self.kind = kind }
  }

  /// The square.
  public let cell: MapCell
  /// What lies in it, from below to the top by kind.
  public internal(set) var features: [Feature] = []
  /// Rings (three points or more, the first not repeated), lines (two or more) and points, within ``points``.
  public internal(set) var parts: [Range<Int>] = []
  /// Units of the square from its north-western corner.
  public internal(set) var points: [MapGridPoint] = []

  init(cell: MapCell) { self.cell = cell }

  /// Units of the square's side.
  public var extent: Int32 { 1 << Int32(MapCell.extentBits(cell.level)) }
}

/// How a line of the map goes over or under others, and in which direction.
public struct MapCourse: Hashable, BitwiseCopyable, Sendable {
  /// `layer`, -7 to 7; 0 for the ground.
  public var layer: Int8
  /// Whether it is on a bridge.
  public var isBridge: Bool
  /// Whether it is in a tunnel.
  public var isTunnel: Bool
  /// Whether traffic goes from its first point to its last one only. Squares of the finest level alone tell.
  public var isOneWay: Bool

  /// A course; by default on the ground, in both directions.
  public init(layer: Int8 = 0, isBridge: Bool = false, isTunnel: Bool = false, isOneWay: Bool = false) {
    self.layer = max(-7, min(7, layer))
    self.isBridge = isBridge
    self.isTunnel = isTunnel
    self.isOneWay = isOneWay
  }
}

extension StoreReader {
  /// A square of the map layer; nil when nothing is in it.
  ///
  /// - Parameter isWanted: which kinds are read; skipping the others costs nearly nothing.
  /// - Throws: ``StoreError`` with code `.damaged` when its bytes make no sense.
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
