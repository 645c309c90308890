import GeoModel
import GeoStore

/// The squares of the Earth whose roads are loaded.
struct LoadedSquares {
  /// Sides of 2^18 units, which is 2.9 km of latitude.
  static let bits: Int32 = 18

  /// Squares by column and row.
  struct Range: Hashable {
    var columns: ClosedRange<Int32>
    var rows: ClosedRange<Int32>

    /// The squares that a box touches.
    init(_ box: FixedBox) {
      columns = box.minX >> LoadedSquares.bits...box.maxX >> LoadedSquares.bits
      rows = box.minY >> LoadedSquares.bits...box.maxY >> LoadedSquares.bits
    }
  }

  fileprivate var loaded: Set<SIMD2<Int32>> = []
  /// The last range required; the next point of a track nearly always requires the same.
  fileprivate var last: Range?
}

extension RoadNetwork {
  private static let minorKinds: Set = ["service", "track"]

  /// Loads the roads within a distance of a point, unless they are loaded already.
  ///
  /// - Parameter meters: some kilometers at most.
  func require(_ point: FixedPoint, withinMeters meters: Double) throws(StoreError) {
    for box in SearchBoxes(around: point, radiusMeters: meters) {
      let range = LoadedSquares.Range(box)
      guard squares.last != range else { continue }
      // At a pole the box goes around the Earth, and there are no roads.
      guard range.columns.count <= 64 else { continue }
      for column in range.columns {
        for row in range.rows where squares.loaded.insert(SIMD2(column, row)).inserted { try load(column, row) }
      }
      squares.last = range
    }
  }

  /// Forgets all roads once there are too many. ``generation`` shows this to holders of segments.
  func makeRoom() {
    if segments.count > RoadNetwork.mostSegments { forget() }
  }

  private func load(_ column: Int32, _ row: Int32) throws(StoreError) {
    let half = Int64(1) << (LoadedSquares.bits - 1)
    let middle = FixedPoint(
      x: Globe.longitude(Int64(column) << Int64(LoadedSquares.bits) + half),
      y: Globe.latitude(Int64(row) << Int64(LoadedSquares.bits) + half))
    let radius = Double(half) * LocalProjection.metersPerUnitY * 2.0.squareRoot() + 1
    var found: [MapObjectID] = []
    try store.objects(
      around: middle, withinMeters: radius, ranks: RoadRanks.all, where: { RoadRanks.isWay($1.search, $2) },
      { (sketch) throws(StoreError) in if !sketch.isArea { found.append(sketch.id) } })
    for id in found {
      let row = try store.objectRow(id)
      guard row.mainTag.key == "highway", row.source.type == .way, !hasWay(row.source.id) else { continue }
      let access = RoadAccess(highway: row.mainTag.value, tags: row.extraTags)
      guard !access.isEmpty, case .line(let line) = try store.object(id, withGeometry: true).geometry else { continue }
      add(way: row.source.id, access, isMinor: RoadNetwork.minorKinds.contains(row.mainTag.value), line)
    }
  }
}
