import GeoModel

/// Areas of one's own in memory, by where they are. Never changed, so any number of threads may ask.
///
/// It takes some bytes for each corner, more where areas overlap, and at most a few dozen.
package final class AreaIndex: Sendable {
  private let keys: [UInt64]
  private let starts: [Int]
  private let bytes: [UInt8]
  /// What answers say of the areas, in the order of their numbers.
  package let labels: [LayerArea]

  /// Cuts the areas of one layer into cells.
  package convenience init(_ areas: [OwnArea]) { self.init(layers: [areas]) }

  /// Cuts areas of layers into cells, which takes some seconds for ten million corners. They are numbered layer by layer, by size in each.
  package init(layers: [[OwnArea]]) {
    let areas = Array(layers.joined())
    let ordered = AreaIndex.order(layers).map { areas[$0] }
    let builder = AreaIndexBuilder(ordered)
    (keys, starts, bytes) = (builder.keys, builder.starts, builder.bytes)
    labels = ordered.map(\.label)
  }

  /// How many areas there are.
  package var count: Int { labels.count }

  /// The areas by layer and size, the smallest first.
  private static func order(_ layers: [[OwnArea]]) -> [Int] {
    var order: [Int] = []
    for layer in layers {
      let (first, sizes) = (order.count, layer.map(\.size))
      order += layer.indices.sorted { (sizes[$0], $0) < (sizes[$1], $1) }.map { first + $0 }
    }
    return order
  }

  /// The areas that contain a point, of one layer, the smallest first, at most ``LayerAreas/mostAreas``.
  package func areas(containing point: FixedPoint) -> [LayerArea] {
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

  /// The last cell that does not begin behind a point.
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

  /// Calls with each cell and its bytes, ascending by key, for who writes them into a store.
  package func forEachCell<Failure: Error>(
    _ body: (_ key: Int64, [UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    for position in keys.indices {
      try body(Int64(bitPattern: keys[position]), Array(bytes[starts[position]..<starts[position + 1]]))
    }
  }
}
