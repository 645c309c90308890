import Dispatch
import GeoModel
import Synchronization

/// Cuts a store's content into tiles.
///
/// 1. From the root down, heavy squares are split until there are enough of them to keep all threads busy.
/// 2. Threads take the squares one by one and split them depth first along the Hilbert curve until each is light enough or
///    of the finest level: a tile.
/// 3. The parts' tiles are passed on one part after the other, in the order of their keys, while others are being cut.
struct TileCutter: Sendable {
  /// What to cut.
  let input: CutInput
  /// A square with more vertices, points and latitudes than this is split.
  let maximumWeight: Int

  /// Measured from 64 to 288: finding and decoding one tile takes a sixth longer with the largest than with the smallest, as most
  /// of it does not depend on the size; the tiles within 100 m take 14 us instead of 36, and the file is an eighth smaller.
  static let defaultMaximumWeight = 256

  /// Cuts everything.
  ///
  /// - Parameters:
  ///   - threads: how many work at once; 1 or more.
  ///   - isCancelled: asked before each part, on any thread, whether to stop.
  ///   - body: called with the parts in order, one at a time, on any thread, and with how much is done, 0 to 1.
  func cut(
    threads: Int, isCancelled: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (_ tiles: CutTiles, _ fraction: Double) -> Void
  ) {
    let squares = parts(of: CellContent(root: input), count: max(1, threads) * 16)
    let sink = OrderedSink<(CutTiles, Int)> { body($0.0, Double($0.1 + 1) / Double(squares.count)) }
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < squares.count, !isCancelled() else { return }
        var tiles = CutTiles(in: input.points.workspace)
        var encoder = TileEncoder(input: input)
        cut(squares[index], into: &tiles, &encoder)
        sink.deliver((tiles, index), at: index)
      }
    }
  }

  /// Splits the root until no square has more than its share.
  private func parts(of root: CellContent, count: Int) -> [CellContent] {
    let share = max(root.weight / count, maximumWeight * 8)
    var done: [CellContent] = []
    var open = [root]
    while let content = open.popLast() {
      if content.weight <= share || content.cell.level == TileCell.finestLevel {
        done.append(content)
      } else {
        // The first quarter comes off the stack first.
        for digit in (0..<4).reversed() { open.append(content.child(digit, input)) }
      }
    }
    return done
  }

  /// Splits a square depth first and packs the leaves.
  private func cut(_ content: CellContent, into tiles: inout CutTiles, _ encoder: inout TileEncoder) {
    if content.isEmpty { return }
    if encoder.isLight(content, maximumWeight) || content.cell.level == TileCell.finestLevel {
      for place in content.places {
        tiles.append(place: place, areas: content.administrativeAreas(at: input.places.points[place], input))
      }
      tiles.append(content.postalGroups(input))
      let contentBox = encoder.encode(content)
      return tiles.append(content, bytes: encoder.bytes, contentBox: contentBox)
    }
    for digit in 0..<4 { cut(content.child(digit, input), into: &tiles, &encoder) }
  }
}
