import GeoModel

/// Everything an import hands to ``StoreWriter``: records by kind, with their geometry in shared pools.
///
/// Ids in here are positions in the arrays; the writer sorts every kind along the Hilbert curve and numbers it anew.
public struct StoreContent: Sendable {
  /// All names, postal codes and other shared texts.
  public var names = NameTable()
  /// The vertices of all lines and rings, one after the other.
  public private(set) var points: [FixedPoint] = []
  /// The rings of all polygons, one after the other.
  public private(set) var rings: [Ring] = []
  /// Named (or numbered) ways.
  public var streets: [StreetRecord] = []
  /// House numbers and house names.
  public var addresses: [AddressRecord] = []
  /// Stretches of `addr:interpolation` between two known numbers.
  public var interpolations: [InterpolationRecord] = []
  /// Boundaries and other areas that say where a point is.
  public var areas: [AreaRecord] = []
  /// Settlements and quarters known as points.
  public var places: [PlaceRecord] = []
  /// Places of interest.
  public var features: [FeatureRecord] = []
  /// Objects of the map with their tags.
  public var objects: [MapObjectRecord] = []
  /// The tags of all objects and entrances, one after the other.
  public var objectTags: [PackedMapTag] = []
  /// Keys and values of ``objectTags``.
  public var objectTexts = TextTable()
  /// Ways into buildings.
  public var entrances: [EntranceRecord] = []

  /// Content with nothing in it.
  public init() {}

  /// Keeps the vertices of a line.
  public mutating func addLine(_ line: some Collection<FixedPoint>) -> PointRange {
    let range = PointRange(start: points.count, count: line.count)
    points.append(contentsOf: line)
    return range
  }

  /// Keeps a polygon or multipolygon: each element is an outer ring followed by its holes, each ring closed (last vertex
  /// equals the first).
  public mutating func addPolygons(_ polygons: [[[FixedPoint]]]) -> RingRange {
    let start = rings.count
    for polygon in polygons {
      for (index, ring) in polygon.enumerated() { rings.append(Ring(points: addLine(ring), isOuter: index == 0)) }
    }
    return RingRange(start: start, count: rings.count - start)
  }

  /// The vertices of a line or ring.
  public func vertices(_ range: PointRange) -> ArraySlice<FixedPoint> {
    points[range.start..<range.start + range.count]
  }

  /// The rings of a polygon.
  public func rings(_ range: RingRange) -> ArraySlice<Ring> { rings[range.start..<range.start + range.count] }
}

/// A line's or ring's vertices within ``StoreContent/points``.
public struct PointRange: Hashable, Sendable {
  /// Position of the first vertex.
  public var start: Int
  /// Number of vertices.
  public var count: Int

  /// A range of vertices.
  public init(start: Int, count: Int) {
    self.start = start
    self.count = count
  }
}

/// A polygon's rings within ``StoreContent/rings``.
public struct RingRange: Hashable, Sendable {
  /// Position of the first ring.
  public var start: Int
  /// Number of rings.
  public var count: Int

  /// A range of rings.
  public init(start: Int, count: Int) {
    self.start = start
    self.count = count
  }
}

/// One closed ring of a polygon.
public struct Ring: Hashable, Sendable {
  /// Its vertices; the last equals the first.
  public var points: PointRange
  /// Whether it is an outer ring; the holes that follow belong to it.
  public var isOuter: Bool

  /// A ring of stored vertices.
  public init(points: PointRange, isOuter: Bool) {
    self.points = points
    self.isOuter = isOuter
  }
}
