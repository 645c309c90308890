import GeoModel

/// A spatial index of the user's own areas, in memory. It is immutable, so any number of threads may use it.
///
/// It takes some bytes for each corner, more where areas overlap, but at most a few dozen.
package final class AreaIndex: Sendable {
  private let keys: [UInt64]
  private let starts: [Int]
  private let bytes: [UInt8]
  /// The labels of the areas, indexed by their numbers.
  package let labels: [LayerArea]

  /// Cuts the areas of one layer into cells.
  package convenience init(_ areas: [OwnArea]) { self.init(layers: [areas]) }

  /// Cuts the areas of several layers into cells, which takes some seconds for ten million corners.
  ///
  /// The areas are numbered layer by layer, within each layer by size, the smallest first.
  package init(layers: [[OwnArea]]) {
    let ordered = AreaIndex.ordered(layers)
    let builder = AreaIndexBuilder(ordered)
    (keys, starts, bytes) = (builder.keys, builder.starts, builder.bytes)
    labels = ordered.map(\.label)
  }

  /// The number of areas.
  package var count: Int { labels.count }

  /// The areas in the order of their numbers.
  package static func ordered(_ layers: [[OwnArea]]) -> [OwnArea] {
    layers.flatMap { layer in
      let sizes = layer.map(\.size)
      return layer.indices.sorted { (sizes[$0], $0) < (sizes[$1], $1) }.map { layer[$0] }
    }
  }

  /// The areas of a single-layer index that contain a point, the smallest first, at most ``LayerAreas/mostAreas``.
  package func areas(containing point: FixedPoint) -> [LayerArea] {
    let point = point.belowNorthPole
    let bits = AreaCell.bits(of: point)
    guard let position = position(of: bits) else { return [] }
    let cell = AreaCell(key: keys[position])
    guard cell.contains(bits) else { return [] }
    var found: [LayerArea] = []
    bytes.withUnsafeBufferPointer { bytes in
      let part = UnsafeBufferPointer(rebasing: bytes[starts[position]..<starts[position + 1]])
      _ = cell.forEachArea(containing: point, part) { number in
        if found.count < LayerAreas.mostAreas { found.append(labels[Int(number)]) }
      }
    }
    return found
  }

  /// The position of the last cell that does not begin after a point.
  private func position(of bits: UInt64) -> Int? {
    let last = bits | 31
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] <= last { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }

  // MARK: For a store

  /// Calls `body` with each cell's key and bytes, ascending by key, so that they can be written into a store.
  package func forEachCell<Failure: Error>(
    _ body: (_ key: Int64, [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    for position in keys.indices {
      try body(Int64(bitPattern: keys[position]), Array(bytes[starts[position]..<starts[position + 1]]))
    }
  }
}

/// A layer of the user's own areas that was read from a file and is in no store.
package struct OwnLayer: Sendable {
  /// Its name, such as `zones`.
  package let name: String
  /// Its areas.
  package let index: AreaIndex
  /// The outlines of its areas; nil if no map draws them.
  package let outlines: AreaOutlines?

  /// A layer by its name.
  package init(name: String, index: AreaIndex, outlines: AreaOutlines? = nil) {
    (self.name, self.index, self.outlines) = (name, index, outlines)
  }
}
