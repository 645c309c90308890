import Dispatch
import GeoModel
import Synchronization

/// Cuts a store's content into tiles.
///
/// 1. From the root down, heavy squares are split until there are enough of them to keep all threads busy.
/// 2. Threads take the squares one by one and split them depth first along the Hilbert curve until each is light enough or
///    of the finest level: a tile.
/// 3. The parts' tiles, put one after the other, are in the order of their keys.
struct TileCutter: Sendable {
  /// What to cut.
  let input: CutInput
  /// A square with more vertices, points and latitudes than this is split.
  let maximumWeight: Int

  /// Measured from 64 to 288: finding and decoding one tile takes a sixth longer with the largest than with the smallest, as most
  /// of it does not depend on the size; the tiles within 100 m take 14 us instead of 36, and the file is an eighth smaller.
  static let defaultMaximumWeight = 256

  /// All tiles, in parts that follow one another.
  func cut(threads: Int) -> [CutTiles] {
    let squares = parts(of: CellContent(root: input), count: max(1, threads) * 16)
    let results = Mutex<[CutTiles?]>(Array(repeating: nil, count: squares.count))
    let next = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: max(1, threads)) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < squares.count else { return }
        var tiles = CutTiles()
        var encoder = TileEncoder(input: input)
        cut(squares[index], into: &tiles, &encoder)
        results.withLock { $0[index] = tiles }
      }
    }
    return results.withLock { $0.compactMap { $0 } }
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
