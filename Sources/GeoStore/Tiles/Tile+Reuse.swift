import GeoModel

extension Tile {
  /// Whether nothing is known about the box. Stored tiles have at least one of these.
  var isEmpty: Bool {
    covering.isEmpty && pieces.isEmpty && streets.isEmpty && interpolations.isEmpty && addresses.isEmpty
      && features.isEmpty && places.isEmpty
  }

  /// Forgets the content but keeps the room of the arrays, and ``points``, which the decoder writes over.
  func removeAll() {
    covering.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    streets.removeAll(keepingCapacity: true)
    interpolations.removeAll(keepingCapacity: true)
    addresses.removeAll(keepingCapacity: true)
    features.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    coarseAlternatives.removeAll(keepingCapacity: true)
    chains.removeAll(keepingCapacity: true)
    distinctChains.removeAll(keepingCapacity: true)
    toggles.removeAll(keepingCapacity: true)
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
