import GeoModel
import GeoStore

/// Finds the closest thing as fine as a street: a street, a house, a place of interest.
///
/// 1. Circles of growing radius are searched until one holds something wanted.
/// 2. The nearest of it is answered; of several areas around the point the smallest.
/// 3. Where that is an area around the point, a node within a few meters goes before it: shops are nodes in their building.
///
/// The same search notes the small areas around the point, which name addresses.
final class ClosestSearch {
  /// Objects that were read.
  private let shelf: ObjectShelf
  /// Everything wanted in the circle that was searched last.
  private var candidates: [MapObjectSketch] = []
  /// Named areas around the point that are no finer than a settlement and no coarser than a part of a city.
  private(set) var smallAreas: [MapObjectSketch] = []
  /// The finest and the coarsest search rank of ``smallAreas``.
  static let smallAreaRanks: ClosedRange<UInt8> = 17...25

  /// Circles that are searched, in meters: in towns the first one nearly always holds something.
  private static let rings = [30.0, 130, Reach.street]

  /// Shares the objects with the rest of a responder.
  init(shelf: ObjectShelf) { self.shelf = shelf }

  /// The closest thing; nil when nothing wanted is within reach.
  func closest(to point: FixedPoint, _ filter: LayerFilter) throws(StoreError) -> MapObjectSketch? {
    for ring in ClosestSearch.rings {
      try collect(point, ring, filter)
      if let found = try best() { return found }
    }
    return nil
  }

  /// Looks only for the small areas around a point, for answers that are coarser than streets.
  func noteSmallAreas(around point: FixedPoint) throws(StoreError) {
    smallAreas.removeAll(keepingCapacity: true)
    let store = shelf.store
    try store.objects(around: point, withinMeters: 0, ranks: ClosestSearch.smallAreaRanks) { object in note(object) }
  }

  /// Gathers what is wanted in a circle, and the small areas around the point on the way.
  private func collect(_ point: FixedPoint, _ radius: Double, _ filter: LayerFilter) throws(StoreError) {
    candidates.removeAll(keepingCapacity: true)
    smallAreas.removeAll(keepingCapacity: true)
    let ranks = ClosestSearch.smallAreaRanks.lowerBound...30
    try shelf.store.objects(around: point, withinMeters: radius, ranks: ranks) { object in
      if object.ranks.search > 25, filter.acceptsClosest(object) { return candidates.append(object) }
      note(object)
    }
  }

  /// Notes a named area around the point that is a part of addresses.
  private func note(_ object: MapObjectSketch) {
    guard object.isArea, object.distanceMeters == 0, object.hasName, (4...24).contains(object.ranks.address) else {
      return
    }
    smallAreas.append(object)
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

  /// Puts the smallest of the areas around the point first, and leaves out those whose middle is out of reach.
  private func smallestFirst() throws(StoreError) {
    let count = candidates.prefix { $0.distanceMeters == 0 && $0.isArea }.count
    guard count > 1 else { return }
    var sizes: [(sketch: MapObjectSketch, size: Double)] = []
    for sketch in candidates.prefix(count) { sizes.append((sketch, try shelf.object(sketch.id).box.size)) }
    sizes.sort { $0.size < $1.size }
    candidates.replaceSubrange(0..<count, with: sizes.map(\.sketch))
  }
}

extension FixedBox {
  /// A measure of extent, good only for comparing.
  var size: Double { (Double(maxX) - Double(minX)) * (Double(maxY) - Double(minY)) }
}
