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

  private func cut(_ content: CellContent, into tiles: inout CutTiles, _ encoder: inout TileEncoder) {
    if content.isEmpty { return }
    if encoder.isLight(content, maximumWeight) || content.cell.level == TileCell.finestLevel {
      for place in content.places {
        tiles.append(place: place, areas: content.administrativeAreas(at: input.places.points[place], input))
      }
      let contentBox = encoder.encode(content)
      return tiles.append(content, bytes: encoder.bytes, contentBox: contentBox)
    }
    for digit in 0..<4 { cut(content.child(digit, input), into: &tiles, &encoder) }
  }
}

extension CellContent {
  /// The whole Earth with everything.
  init(root input: CutInput) {
    self.init(cell: .root)
    pieces = input.outlines
    chains = input.rings
    runs = input.runs
    reaching = (0..<UInt32(input.places.points.count)).map { $0 }
    addresses = 0..<input.addresses.points.count
    features = 0..<input.features.points.count
    places = 0..<input.places.points.count
  }

  /// Ids of the administrative areas that contain a point of the box, ascending.
  func administrativeAreas(at point: FixedPoint, _ input: CutInput) -> [UInt32] {
    let inPieces = pieces.filter { $0.owner == .area && contains(point, $0, input.points) }.map { $0.position + 1 }
    return (covering + inPieces).filter { input.areas[Int($0) - 1].isAdministrative }.sorted()
  }

  /// Whether a point of the box is inside a piece's polygon: ``Tile/contains(_:piece:)`` before encoding.
  func contains(_ point: FixedPoint, _ piece: CutPiece, _ points: [FixedPoint]) -> Bool {
    var inside = piece.startsInside
    for toggle in toggles[piece.toggles] where toggle <= point.y { inside.toggle() }
    for chain in chains[piece.chains] {
      for index in Int(chain.start)..<Int(chain.start + chain.count) - 1 {
        let (from, to) = (points[index], points[index + 1])
        if (from.y > point.y) != (to.y > point.y), Tile.crossesWest(from, to, of: point) { inside.toggle() }
      }
    }
    return inside
  }
}
