import GeoModel
import GeoStore

/// Finds what is closer than the house or street of the engine's choice and may be answered instead: a place of interest, or a feature
/// as fine as one.
///
/// 1. Everything wanted comes from a circle up to the engine's choice, and the house of that choice with it.
/// 2. The nearest is answered; of several areas around the point the smallest.
/// 3. Where that is an area around the point, a node within a few meters goes before it: shops are nodes in their building.
///
/// It also notes the named grounds around the point, such as housing estates, which are parts of addresses here.
final class ClosestSearch {
  /// Objects that were read.
  private let shelf: ObjectShelf
  /// Everything wanted in the circle.
  private var candidates: [MapObjectSketch] = []
  /// Named grounds around the point that are no coarser than a part of a city.
  private(set) var grounds: [MapObjectSketch] = []
  /// The search ranks of ``grounds``.
  private static let groundRanks: ClosedRange<UInt8> = 17...25
  /// Where the engine has no choice, circles are searched, in meters: in towns the first one nearly always holds something.
  private static let rings = [30.0, 130, Reach.closest]

  /// Shares the objects with the rest of a responder.
  init(shelf: ObjectShelf) { self.shelf = shelf }

  /// The closest thing that goes before the engine's choice.
  ///
  /// - Parameters:
  ///   - house: the house that the engine chose; nil for none.
  ///   - meters: how near the engine's choice is; infinite when it has none or none is wanted.
  /// - Returns: nil when the engine's choice stands.
  func closest(
    to point: FixedPoint, _ filter: LayerFilter, before house: KnownObject?, at meters: Double
  ) throws(StoreError) -> MapObjectSketch? {
    // In a house only what may stand for it counts beyond the choice itself.
    let reach = meters == 0 && house != nil ? Reach.nodeInArea : meters
    for ring in reach.isFinite ? [reach] : ClosestSearch.rings {
      try collect(point, ring, filter, house?.object.id)
      if let found = try best() { return found.id == house?.object.id ? nil : found }
    }
    return nil
  }

  /// Looks for the named grounds around a point. Boundaries and settlements are known to the engine.
  func noteGrounds(around point: FixedPoint) throws(StoreError) {
    grounds.removeAll(keepingCapacity: true)
    let store = shelf.store
    try store.objects(
      around: point, withinMeters: 0, ranks: ClosestSearch.groundRanks,
      where: { _, ranks, _ in (4...24).contains(ranks.address) }
    ) { object in if object.isArea, object.hasName { grounds.append(object) } }
  }

  /// Gathers what is wanted in a circle.
  private func collect(
    _ point: FixedPoint, _ radius: Double, _ filter: LayerFilter, _ house: MapObjectID?
  ) throws(StoreError) {
    candidates.removeAll(keepingCapacity: true)
    try shelf.store.objects(
      around: point, withinMeters: radius, ranks: 26...30,
      where: { id, ranks, layers in id == house || filter.acceptsClosest(ranks, layers) }
    ) { object in candidates.append(object) }
  }

  /// The best of what was gathered; nil when there is nothing.
  private func best() throws(StoreError) -> MapObjectSketch? {
    candidates.sort { ($0.distanceMeters, $0.id.rawValue) < ($1.distanceMeters, $1.id.rawValue) }
    try smallestFirst()
    guard let first = candidates.first else { return nil }
    guard first.ranks.search > 27, first.distanceMeters == 0, candidates.count > 1 else { return first }
    if try shelf.object(first.id).isNode { return first }
    return try nodeWithin(first) ?? first
  }

  /// The nearest node that stands for the area around it: a few meters from the point, in the area, and of no other number.
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

  /// Whether a node may be at the address of the area around it.
  private static func mayShareNumber(_ node: KnownObject, _ area: KnownObject) -> Bool {
    node.houseNumber == nil || area.houseNumber == nil || node.houseNumber == area.houseNumber
  }

  /// Puts the smallest of the areas around the point first.
  private func smallestFirst() throws(StoreError) {
    let count = candidates.prefix { $0.distanceMeters == 0 && $0.isArea }.count
    guard count > 1 else { return }
    var sizes: [(sketch: MapObjectSketch, size: Double)] = []
    for sketch in candidates.prefix(count) { sizes.append((sketch, try shelf.object(sketch.id).box.size)) }
    sizes.sort { $0.size < $1.size }
    candidates.replaceSubrange(0..<count, with: sizes.map(\.sketch))
  }
}

/// How far things are looked for that only this interface answers with, in meters.
///
/// Nominatim's documentation and settings give these distances in degrees of latitude; one of them is 111,195 m.
enum Reach {
  /// A place of interest where no street is nearer.
  static let closest = meters(0.006)
  /// A node that stands for the area around it, as a place of interest within a building does.
  static let nodeInArea = meters(0.0001)
  /// Lakes, peaks and parks.
  static let feature = meters(0.007)

  /// Degrees of latitude in meters.
  private static func meters(_ degrees: Double) -> Double {
    degrees * LocalProjection.metersPerUnitY * FixedPoint.unitsPerDegree
  }
}
