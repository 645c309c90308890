import GeoModel
import GeoStore

/// Finds things that are closer than the house or street of the engine's choice and may replace it: places of interest,
/// and features as fine as those.
///
/// 1. All candidates come from a circle that reaches as far as the engine's choice. The chosen house is one of them.
/// 2. The nearest one wins; of several areas around the point, the smallest.
/// 3. If the winner is an area around the point, a node within a few meters replaces it: shops are mapped as nodes in
///    their building.
///
/// It also finds the named grounds around the point, such as housing estates, which are parts of addresses here.
final class ClosestSearch {
  /// The cache of objects.
  private let shelf: ObjectShelf
  /// All candidates in the circle.
  private var candidates: [MapObjectSketch] = []
  /// The named grounds around the point, from parts of a city to finer ones.
  private(set) var grounds: [MapObjectSketch] = []
  /// The search ranks of ``grounds``.
  private static let groundRanks: ClosedRange<UInt8> = 17...25
  /// The radii of the circles, in meters, that are searched in turn when the engine has no choice.
  ///
  /// In towns the first one nearly always contains something.
  private static let rings = [30.0, 130, Reach.closest]

  /// Shares its cache with the rest of a responder.
  init(shelf: ObjectShelf) { self.shelf = shelf }

  /// The closest thing that replaces the engine's choice.
  ///
  /// - Parameters:
  ///   - house: the house that the engine chose; nil for none.
  ///   - meters: the distance of the engine's choice; infinite if there is none or it is not wanted.
  /// - Returns: the thing; nil when the engine's choice stands.
  func closest(
    to point: FixedPoint, _ filter: LayerFilter, before house: KnownObject?, at meters: Double
  ) throws(StoreError) -> MapObjectSketch? {
    // Inside a house, only nodes that may represent it count besides the house itself.
    let reach = meters == 0 && house != nil ? Reach.nodeInArea : meters
    for ring in reach.isFinite ? [reach] : ClosestSearch.rings {
      try collect(point, ring, filter, house?.object.id)
      if let found = try best() { return found.id == house?.object.id ? nil : found }
    }
    return nil
  }

  /// Finds the named grounds around a point. The engine already knows boundaries and settlements.
  func noteGrounds(around point: FixedPoint) throws(StoreError) {
    grounds.removeAll(keepingCapacity: true)
    let store = shelf.store
    try store.objects(
      around: point, withinMeters: 0, ranks: ClosestSearch.groundRanks,
      where: { _, ranks, _ in (4...24).contains(ranks.address) }
    ) { object in if object.isArea, object.hasName { grounds.append(object) } }
  }

  /// Collects the candidates in a circle.
  private func collect(
    _ point: FixedPoint, _ radius: Double, _ filter: LayerFilter, _ house: MapObjectID?
  ) throws(StoreError) {
    candidates.removeAll(keepingCapacity: true)
    try shelf.store.objects(
      around: point, withinMeters: radius, ranks: 26...30,
      where: { id, ranks, layers in id == house || filter.acceptsClosest(ranks, layers) }
    ) { object in candidates.append(object) }
  }

  /// The best candidate; nil when there is none.
  private func best() throws(StoreError) -> MapObjectSketch? {
    candidates.sort { ($0.distanceMeters, $0.id.rawValue) < ($1.distanceMeters, $1.id.rawValue) }
    try smallestFirst()
    guard let first = candidates.first else { return nil }
    guard first.ranks.search > 27, first.distanceMeters == 0, candidates.count > 1 else { return first }
    if try shelf.object(first.id).isNode { return first }
    return try nodeWithin(first) ?? first
  }

  /// The nearest node that represents the area around it: within a few meters of the point, inside the area, and
  /// without another house number.
  private func nodeWithin(_ area: MapObjectSketch) throws(StoreError) -> MapObjectSketch? {
    let surrounding = try shelf.object(area.id)
    for candidate in candidates.dropFirst() {
      guard candidate.distanceMeters < Reach.nodeInArea else { return nil }
      guard candidate.ranks.search > 27, !candidate.isArea else { continue }
      let node = try shelf.object(candidate.id)
      guard node.isNode, ClosestSearch.mayShareNumber(node, surrounding),
        try shelf.contains(surrounding, node.center)
      else { continue }
      return candidate
    }
    return nil
  }

  /// Whether a node may have the address of the area around it.
  private static func mayShareNumber(_ node: KnownObject, _ area: KnownObject) -> Bool {
    node.houseNumber == nil || area.houseNumber == nil || node.houseNumber == area.houseNumber
  }

  /// Moves the smallest of the areas around the point to the front.
  private func smallestFirst() throws(StoreError) {
    let count = candidates.prefix { $0.distanceMeters == 0 && $0.isArea }.count
    guard count > 1 else { return }
    var sizes: [(sketch: MapObjectSketch, size: Double)] = []
    for sketch in candidates.prefix(count) { sizes.append((sketch, try shelf.object(sketch.id).box.size)) }
    sizes.sort { $0.size < $1.size }
    candidates.replaceSubrange(0..<count, with: sizes.map(\.sketch))
  }
}

/// The search distances, in meters, for things that only this API returns.
///
/// Nominatim's documentation and settings give these distances in degrees of latitude; one degree is 111,195 m.
enum Reach {
  /// For a place of interest where no street is nearer.
  static let closest = meters(0.006)
  /// For a node that represents the area around it, such as a place of interest within a building.
  static let nodeInArea = meters(0.0001)
  /// For lakes, peaks and parks.
  static let feature = meters(0.007)

  /// Degrees of latitude in meters.
  private static func meters(_ degrees: Double) -> Double {
    degrees * LocalProjection.metersPerUnitY * FixedPoint.unitsPerDegree
  }
}
