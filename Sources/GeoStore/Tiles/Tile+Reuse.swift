import GeoModel

extension Tile {
  /// Whether nothing is known about the box. Stored tiles have at least one of these.
  var isEmpty: Bool {
    sections.isSubset(of: .alternatives)
  }

  /// Forgets the content but keeps the room of the arrays, and ``points``, which the decoder writes over.
  ///
  /// Only what the last content had is touched: the rest is seldom in the processor's cache.
  func removeAll() {
    if sections.contains(.covering) { covering.removeAll(keepingCapacity: true) }
    if sections.contains(.alternatives) { coarseAlternatives.removeAll(keepingCapacity: true) }
    if sections.contains(.places) { places.removeAll(keepingCapacity: true) }
    if sections.contains(.streets) { streets.removeAll(keepingCapacity: true) }
    if sections.contains(.interpolations) { interpolations.removeAll(keepingCapacity: true) }
    if sections.contains(.addresses) { addresses.removeAll(keepingCapacity: true) }
    if sections.contains(.features) { features.removeAll(keepingCapacity: true) }
    if sections.contains(.pieces) {
      pieces.removeAll(keepingCapacity: true)
      chains.removeAll(keepingCapacity: true)
      distinctChains.removeAll(keepingCapacity: true)
      toggles.removeAll(keepingCapacity: true)
    }
    sections = []
  }

  /// Makes ``points`` as long as needed; what they are does not matter yet.
  func setPointCount(_ count: Int) {
    if points.count > count {
      points.removeLast(points.count - count)
    } else {
      points.append(contentsOf: repeatElement(FixedPoint(x: 0, y: 0), count: count - points.count))
    }
  }

  /// Lends ``points`` to the decoder, which writes to them while it fills the other arrays.
  func takePoints() -> [FixedPoint] {
    var taken: [FixedPoint] = []
    swap(&taken, &points)
    return taken
  }

  /// Takes the lent points back.
  func putBack(_ lent: inout [FixedPoint]) { swap(&lent, &points) }
}
