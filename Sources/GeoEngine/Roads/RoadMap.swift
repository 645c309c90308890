import GeoModel
import GeoStore
import GeoSupport

/// Reads roads and the objects on them from a store, and caches them: consecutive queries are mostly near each other.
final class RoadMap {
  let store: StoreReader
  // The caches are emptied at different times, so one way may be several objects: compare ids.
  private var ways: BoundedCache<MapObjectID, RoadWay?>
  private var vertices: BoundedCache<FixedPoint, RoadVertex>

  /// The tolerance for equal coordinates after rounding, in meters.
  private static let sameMeters = 0.02
  /// How far a milestone may be from the middle of its road, in meters.
  private static let milestoneMeters = 25.0

  /// - Parameter capacity: the number of ways that are kept; twice as many vertices are.
  init(store: StoreReader, capacity: Int = 4_096) {
    self.store = store
    ways = BoundedCache(capacity: capacity)
    vertices = BoundedCache(capacity: 2 * capacity)
  }

  /// Calls the body with the roads whose line comes within a distance of a point.
  func roads(
    around point: FixedPoint, withinMeters meters: Double, _ body: (RoadWay) -> Void
  ) throws(StoreError) {
    var found: [MapObjectID] = []
    try store.objects(
      around: point, withinMeters: meters, ranks: RoadRanks.all, where: { RoadRanks.isWay($1.search, $2) }
    ) { found.append($0.id) }
    for id in found { if let way = try way(id) { body(way) } }
  }

  /// The roads and the junction at a vertex of a road.
  func vertex(_ point: FixedPoint) throws(StoreError) -> RoadVertex {
    try vertices.value(for: point) { () throws(StoreError) in
      var found: [MapObjectSketch] = []
      try store.objects(around: point, withinMeters: RoadMap.sameMeters, ranks: RoadRanks.all) {
        if !$0.isArea { found.append($0) }
      }
      var vertex = RoadVertex(ways: [])
      for sketch in found {
        if RoadRanks.isWay(sketch.ranks.search, sketch.layers) {
          if let way = try way(sketch.id), way.line.contains(point) { vertex.ways.append(way) }
        } else if vertex.junction == nil, sketch.layers.contains(.poi) {
          let object = try store.objectRow(sketch.id)
          if object.mainTag == MapTag(key: "highway", value: "motorway_junction") { vertex.junction = object.names }
        }
      }
      return vertex
    }
  }

  /// The milestones beside a road.
  func milestones(of way: RoadWay) throws(StoreError) -> [RoadMilestone] {
    if let known = way.milestones { return known }
    var milestones: [RoadMilestone] = []
    for segment in way.line.indices.dropLast() {
      let (from, to) = (way.line[segment], way.line[segment + 1])
      let middle = FixedPoint(
        x: Globe.longitude((Int64(from.x) + Int64(to.x)) / 2), y: Globe.latitude((Int64(from.y) + Int64(to.y)) / 2))
      var found: [MapObjectSketch] = []
      try store.objects(
        around: middle, withinMeters: middle.meters(to: to) + RoadMap.milestoneMeters, ranks: 30...RoadRanks.last,
        where: { _, ranks, layers in
          way.kind == .railway ? ranks.search == RoadRanks.last && layers.contains(.railway) : layers.contains(.poi)
        }
      ) { if !$0.hasHouseNumber, !$0.hasName, !$0.isArea { found.append($0) } }
      for sketch in found {
        let place = LocalProjection(origin: sketch.nearest)
        let near = place.project(from).nearestToOrigin(onSegmentTo: place.project(to))
        guard near.squaredLength <= RoadMap.milestoneMeters * RoadMap.milestoneMeters,
          let kilometer = try kilometer(of: sketch.id, beside: way.kind)
        else { continue }
        milestones.append(
          RoadMilestone(
            segment: segment, metersInSegment: from.meters(to: place.unproject(near)), kilometer: kilometer))
      }
    }
    way.milestones = milestones
    return milestones
  }

  private func kilometer(of id: MapObjectID, beside kind: RoadWay.Kind) throws(StoreError) -> Double? {
    let object = try store.objectRow(id)
    guard object.mainTag == MapTag(key: kind == .railway ? "railway" : "highway", value: "milestone") else {
      return nil
    }
    let keys = kind == .railway ? ["railway:position:exact", "railway:position"] : ["distance", "pk"]
    return keys.lazy.compactMap { key in
      object.extraTags.first { $0.key == key }.flatMap { RoadValues.kilometers($0.value) }
    }.first
  }

  private func way(_ id: MapObjectID) throws(StoreError) -> RoadWay? {
    try ways.value(for: id) { () throws(StoreError) in
      RoadWay(try store.object(id, withGeometry: true))
    }
  }
}

/// The search ranks of the ways that queries for a road use.
enum RoadRanks {
  /// The rank of ways and milestones that only such queries use.
  static let last = MapObjectRanks.forRoadsAlone
  /// All ranks with such ways among them.
  static let all: ClosedRange<UInt8> = 26...last

  /// Whether an object of a rank may be such a way: one with a `highway` tag, a railway or a ferry.
  static func isWay(_ rank: UInt8, _ layers: MapLayers) -> Bool {
    rank <= 27 || rank == last || layers.contains(.railway) && !layers.contains(.poi)
  }
}
