import GeoModel
import GeoStore

/// The content of a store, which an import passes to ``StoreWriter``: records by kind, with their geometry in shared
/// pools.
///
/// Its ids are positions in the arrays. The writer sorts all kinds along the Hilbert curve and renumbers them.
public struct StoreContent: Sendable {
  /// All names, postal codes and other shared texts.
  public var names: NameTable
  /// The vertices of all lines and rings, one after the other.
  public private(set) var points: MappedArray<FixedPoint>
  /// The rings of all polygons, one after the other.
  public private(set) var rings: MappedArray<Ring>
  /// Named (or numbered) ways.
  public var streets: MappedArray<StreetRecord>
  /// House numbers and house names, and objects that only lend a postal code.
  public var addresses: MappedArray<AddressRecord>
  /// The parts of all addresses, one after the other.
  public internal(set) var addressParts: MappedArray<AddressDetail>
  /// Parts of `addr:interpolation` ways between two known numbers, and address ranges of censuses.
  public var interpolations: MappedArray<InterpolationRecord>
  /// Boundaries and other areas that say where a point is.
  public var areas: MappedArray<AreaRecord>
  /// Settlements and quarters located by points.
  public var places: MappedArray<PlaceRecord>
  /// Places of interest.
  public var features: MappedArray<FeatureRecord>
  /// Objects of the map with their tags.
  public var objects: MappedArray<MapObjectRecord>
  /// The tags of all objects and entrances, one after the other.
  public var objectTags: MappedArray<PackedMapTag>
  /// Keys and values of ``objectTags``.
  public var objectTexts: TextTable
  /// Entrances of buildings.
  public var entrances: MappedArray<EntranceRecord>
  /// The features of the map layer.
  public var map: MapLayerContent

  /// Empty content.
  ///
  /// - Parameter workspace: where the content is stored once it is large; nil for the heap.
  public init(in workspace: Workspace? = nil) {
    names = NameTable(in: workspace)
    points = MappedArray(in: workspace)
    rings = MappedArray(in: workspace)
    streets = MappedArray(in: workspace)
    addresses = MappedArray(in: workspace)
    addressParts = MappedArray(in: workspace)
    interpolations = MappedArray(in: workspace)
    areas = MappedArray(in: workspace)
    places = MappedArray(in: workspace)
    features = MappedArray(in: workspace)
    objects = MappedArray(in: workspace)
    objectTags = MappedArray(in: workspace)
    objectTexts = TextTable(in: workspace)
    entrances = MappedArray(in: workspace)
    map = MapLayerContent(in: workspace)
  }

  /// Where the content is stored once it is large; nil for the heap.
  public var workspace: Workspace? { points.workspace }

  /// Only the areas and map objects, sharing their geometry.
  ///
  /// Holding this part does not keep the rest from being changed in place.
  var areasAndObjects: StoreContent {
    var part = StoreContent(in: workspace)
    (part.points, part.rings) = (points, rings)
    part.areas = areas
    part.objects = objects
    (part.objectTags, part.objectTexts) = (objectTags, objectTexts)
    return part
  }

  /// The content of the map layer: its features and the world's seas.
  ///
  /// They have geometry of their own, so that the rest can be released first.
  var mapAndSeas: StoreContent {
    var part = StoreContent(in: workspace)
    part.map = map
    for var area in areas where area.isSea {
      area.rings = part.addPolygons(polygons(area.rings))
      part.areas.append(area)
    }
    return part
  }

  /// Whether there are no records of any kind.
  public var isEmpty: Bool { rowCounts.values.allSatisfy { $0 == 0 } && map.features.isEmpty }

  /// The number of rows of each table that has one row for each record.
  var rowCounts: [String: Int] {
    [
      "street": streets.count, "address": addresses.count, "interpolation": interpolations.count, "area": areas.count,
      "place": places.count, "feature": features.count, "object": objects.count,
    ]
  }

  /// The box of streets, addresses, real areas and places, without the world layer; nil when there are none.
  ///
  /// Seas made of coastlines do not count.
  var bounds: FixedBox? {
    var box = FixedBox.empty
    for street in streets { box.formUnion(FixedBox(around: vertices(street.line))) }
    box.formUnion(FixedBox(around: addresses.lazy.map { $0.point }))
    for place in places where !place.isCoarse { box.formUnion(place.point) }
    for area in areas where !area.isCoarse && !area.isSeaOfCoastlines { box.formUnion(self.box(of: area.rings)) }
    return box.isEmpty ? nil : box
  }

  /// Advises the system that everything is about to be read in spatial order rather than the order of the arrays.
  func expectSpatialAccess() {
    points.expectAccess(random: true)
    rings.expectAccess(random: true)
    streets.expectAccess(random: true)
    addresses.expectAccess(random: true)
    addressParts.expectAccess(random: true)
    features.expectAccess(random: true)
    objects.expectAccess(random: true)
    objectTags.expectAccess(random: true)
    names.expectRandomAccess()
  }

  /// Stores the vertices of a line.
  public mutating func addLine(_ line: some Collection<FixedPoint>) -> PointRange {
    let range = PointRange(start: points.count, count: line.count)
    points.append(contentsOf: line)
    return range
  }

  /// Stores a polygon or multipolygon.
  ///
  /// Each element is an outer ring followed by its holes; each ring is closed (its last vertex equals the first).
  public mutating func addPolygons(_ polygons: [[[FixedPoint]]]) -> RingRange {
    let start = rings.count
    for polygon in polygons {
      for (index, ring) in polygon.enumerated() { rings.append(Ring(points: addLine(ring), isOuter: index == 0)) }
    }
    return RingRange(start: start, count: rings.count - start)
  }

  /// The vertices of a line or ring.
  public func vertices(_ range: PointRange) -> Slice<MappedArray<FixedPoint>> {
    points[range.start..<range.start + range.count]
  }

  /// The tags of an object or entrance.
  public func tags(_ range: TagRange) -> Slice<MappedArray<PackedMapTag>> {
    objectTags[range.start..<range.start + range.count]
  }

  /// The polygons that ``addPolygons(_:)`` stored.
  public func polygons(_ range: RingRange) -> [[[FixedPoint]]] {
    var polygons: [[[FixedPoint]]] = []
    for ring in rings(range) {
      if ring.isOuter { polygons.append([]) }
      polygons[polygons.count - 1].append(Array(vertices(ring.points)))
    }
    return polygons
  }

  /// The rings of a polygon.
  public func rings(_ range: RingRange) -> Slice<MappedArray<Ring>> { rings[range.start..<range.start + range.count] }

  /// The box of polygons; empty when there are none.
  public func box(of range: RingRange) -> FixedBox {
    // A loop rather than a closure, which would hold a copy of the content.
    var box = FixedBox.empty
    for ring in rings(range) { box.formUnion(FixedBox(around: vertices(ring.points))) }
    return box
  }
}

/// Consecutive elements of one of the pools of ``StoreContent``.
///
/// The phantom type keeps tags from being taken for vertices.
///
/// Millions of records have one or two ranges, so they are compact. A start has 36 bits, enough for 64 billion vertices
/// (OpenStreetMap has ten billion), and a count has 28.
public struct PoolRange<Element>: Hashable, BitwiseCopyable, Sendable {
  private let packed: UInt64
  private static var countBits: UInt64 { 28 }

  /// A range of elements.
  ///
  /// - Parameters:
  ///   - start: the position of the first element, less than 2^36.
  ///   - count: the number of elements, less than 2^28.
  public init(start: Int, count: Int) {
    precondition(UInt(bitPattern: count) >> PoolRange.countBits == 0, "a range of \(count) elements is too long")
    precondition(UInt(bitPattern: start) >> 36 == 0, "a pool of \(start) elements is too large")
    packed = UInt64(start) << PoolRange.countBits | UInt64(count)
  }

  /// The position of the first element.
  public var start: Int { Int(packed >> PoolRange.countBits) }

  /// The number of elements.
  public var count: Int { Int(packed & (1 << PoolRange.countBits - 1)) }

  /// The positions of all elements but the last: of vertices, those where an edge begins.
  var edges: Range<Int> { start..<start + max(count, 1) - 1 }
}

/// A line's or ring's vertices within ``StoreContent/points``.
public typealias PointRange = PoolRange<FixedPoint>
/// A polygon's rings within ``StoreContent/rings``.
public typealias RingRange = PoolRange<Ring>
/// An object's tags within ``StoreContent/objectTags``.
public typealias TagRange = PoolRange<PackedMapTag>

/// One closed ring of a polygon.
public struct Ring: Hashable, BitwiseCopyable, Sendable {
  /// Its vertices; the last equals the first.
  public var points: PointRange
  /// Whether it is an outer ring. The holes that follow belong to it.
  public var isOuter: Bool

  /// A ring of stored vertices.
  public init(points: PointRange, isOuter: Bool) {
    self.points = points
    self.isOuter = isOuter
  }
}
