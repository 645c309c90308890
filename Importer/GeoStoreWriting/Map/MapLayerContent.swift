import GeoMapLayer
import GeoModel
import GeoStore

/// A thing of the map layer on its way into a store.
public struct MapFeatureRecord: BitwiseCopyable, Sendable {
  /// What it is.
  public var kind: MapKind
  /// Whether it is a bridge or a tunnel, and above or below what else it lies; lines only.
  public var course: MapCourse
  /// Its name; nil for none.
  public var name: NameID?
  /// The number of a road; nil for none.
  public var number: NameID?
  /// Of a mountain, its height in meters; 0 when it is not known.
  public var height: Int32 = 0
  /// The levels that show it, of those that show its kind. Things of the world layer alone have fewer.
  public var levels = MapLevels()
  /// Its rings, its one line or its one point within ``MapLayerContent``.
  public var shape: RingRange

  /// A thing with its shape.
  public init(kind: MapKind, course: MapCourse, name: NameID?, number: NameID?, shape: RingRange) {
    self.kind = kind
    self.course = course
    self.name = name
    self.number = number
    self.shape = shape
  }
}

/// From which level of the map to which one something is shown.
public struct MapLevels: BitwiseCopyable, Sendable {
  /// The first one, from 0 on.
  public var first: UInt8
  /// The last one.
  public var last: UInt8

  /// All levels by default.
  public init(first: UInt8 = 0, last: UInt8 = .max) { (self.first, self.last) = (first, last) }
}

/// What an import hands over for the map layer. Its geometry lives in pools of its own, as nothing else needs it.
public struct MapLayerContent: Sendable {
  /// All things, in the order in which they were met.
  public private(set) var features: MappedArray<MapFeatureRecord>
  private(set) var points: MappedArray<FixedPoint>
  private(set) var rings: MappedArray<Ring>

  /// Nothing yet.
  ///
  /// - Parameter workspace: where it lives once it is large; nil for the heap.
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

  /// Adds an area: polygons of an outer ring with its holes, all closed.
  public mutating func add(
    polygons: [[[FixedPoint]]], _ kind: MapKind, name: NameID?, levels: MapLevels = MapLevels()
  ) {
    let rings = polygons.flatMap { polygon in polygon.enumerated().map { ($1, $0 == 0) } }
    if !rings.isEmpty { add(rings, kind, name: name) { $0.levels = levels } }
  }

  /// Adds a mountain.
  ///
  /// - Parameter height: in meters; 0 when it is not known.
  public mutating func add(peak point: FixedPoint, name: NameID?, height: Int32) {
    add([([point], false)], .peak, name: name) { $0.height = height }
  }

  /// Adds the name of a range, a desert or the like.
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

  /// The rings of an area, or the line of anything else.
  func rings(_ range: RingRange) -> Slice<MappedArray<Ring>> { rings[range.start..<range.start + range.count] }

  /// The vertices of a line or ring.
  func vertices(_ range: PointRange) -> Slice<MappedArray<FixedPoint>> {
    points[range.start..<range.start + range.count]
  }
}
