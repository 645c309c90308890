extension Tile {
  /// Whether nothing is known about the box. Stored tiles have at least one of these.
  var isEmpty: Bool {
    covering.isEmpty && pieces.isEmpty && streets.isEmpty && interpolations.isEmpty && addresses.isEmpty
      && features.isEmpty && places.isEmpty
  }

  /// Forgets the content but keeps the room of the arrays.
  func removeAll() {
    covering.removeAll(keepingCapacity: true)
    pieces.removeAll(keepingCapacity: true)
    streets.removeAll(keepingCapacity: true)
    interpolations.removeAll(keepingCapacity: true)
    addresses.removeAll(keepingCapacity: true)
    features.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    coarseAlternatives.removeAll(keepingCapacity: true)
    points.removeAll(keepingCapacity: true)
    chains.removeAll(keepingCapacity: true)
    distinctChains.removeAll(keepingCapacity: true)
    toggles.removeAll(keepingCapacity: true)
  }
}
