import GeoMapLayer
import GeoModel
import GeoStore

/// A feature of the map layer to be written into a store.
public struct MapFeatureRecord: BitwiseCopyable, Sendable {
  /// Its kind.
  public var kind: MapKind
  /// For lines, whether it is a bridge or tunnel, its layer, and whether it is one-way.
  public var course: MapCourse
  /// Its name; nil for none.
  public var name: NameID?
  /// The number of a road; nil for none.
  public var number: NameID?
  /// The height of a mountain in meters; 0 when it is not known.
  public var height: Int32 = 0
  /// The levels that show it, among those that show its kind. Only features of the world layer restrict them.
  public var levels = MapLevels()
  /// Its rings, its single line or its single point in ``MapLayerContent``.
  public var shape: RingRange

  /// A feature with its shape.
  public init(kind: MapKind, course: MapCourse, name: NameID?, number: NameID?, shape: RingRange) {
    self.kind = kind
    self.course = course
    self.name = name
    self.number = number
    self.shape = shape
  }
}

/// The levels of the map at which a feature is shown.
public struct MapLevels: BitwiseCopyable, Sendable {
  /// The first level, from 0.
  public var first: UInt8
  /// The last level.
  public var last: UInt8

  /// A range of levels, all of them by default.
  public init(first: UInt8 = 0, last: UInt8 = .max) { (self.first, self.last) = (first, last) }
}

/// An import's content of the map layer. It has its own pools of geometry, as nothing else needs it.
public struct MapLayerContent: Sendable {
  /// All features, in the order in which they were added.
  public private(set) var features: MappedArray<MapFeatureRecord>
  private(set) var points: MappedArray<FixedPoint>
  private(set) var rings: MappedArray<Ring>

  /// Makes empty content.
  ///
  /// - Parameter workspace: where the content is stored once it is large; nil for the heap.
  public init(in workspace: Workspace?) {
    features = MappedArray(in: workspace)
    points = MappedArray(in: workspace)
    rings = MappedArray(in: workspace)
  }

  /// Adds a line.
  public mutating func add(
    line: [FixedPoint], _ kind: MapKind, _ course: MapCourse, name: NameID?, number: NameID?,
    levels: MapLevels = MapLevels()
  ) {
    add([(line, false)], kind, name: name) { ($0.course, $0.number, $0.levels) = (course, number, levels) }
  }

  /// Adds an area: polygons, each an outer ring with its holes, all closed.
  public mutating func add(
    polygons: [[[FixedPoint]]], _ kind: MapKind, name: NameID?, levels: MapLevels = MapLevels()
  ) {
    let rings = polygons.flatMap { polygon in polygon.enumerated().map { ($1, $0 == 0) } }
    if !rings.isEmpty { add(rings, kind, name: name) { $0.levels = levels } }
  }

  /// Adds a mountain.
  ///
  /// - Parameter height: the height in meters; 0 when it is not known.
  public mutating func add(peak point: FixedPoint, name: NameID?, height: Int32) {
    add([([point], false)], .peak, name: name) { $0.height = height }
  }

  /// Adds the name of a mountain range, a desert or the like.
  public mutating func add(region point: FixedPoint, name: NameID, levels: MapLevels) {
    add([([point], false)], .regionName, name: name) { $0.levels = levels }
  }

  private mutating func add(
    _ shape: [(points: [FixedPoint], isOuter: Bool)], _ kind: MapKind, name: NameID?,
    _ adjust: (inout MapFeatureRecord) -> Void
  ) {
    let start = rings.count
    for part in shape { rings.append(keep(part.points, isOuter: part.isOuter)) }
    var record = MapFeatureRecord(
      kind: kind, course: MapCourse(), name: name, number: nil, shape: RingRange(start: start, count: shape.count))
    adjust(&record)
    features.append(record)
  }

  private mutating func keep(_ line: [FixedPoint], isOuter: Bool) -> Ring {
    let range = PointRange(start: points.count, count: line.count)
    points.append(contentsOf: line)
    return Ring(points: range, isOuter: isOuter)
  }

  /// The rings of an area, or the single line or point of another feature.
  func rings(_ range: RingRange) -> Slice<MappedArray<Ring>> { rings[range.start..<range.start + range.count] }

  /// The vertices of a line or ring.
  func vertices(_ range: PointRange) -> Slice<MappedArray<FixedPoint>> {
    points[range.start..<range.start + range.count]
  }
}
