import GeoModel
import GeoStore
import GeoSupport
import Synchronization

/// Cuts a store's content into tiles.
///
/// 1. From the root down, heavy squares are split until there are enough of them to keep all threads busy.
/// 2. Threads take the squares one by one and split them depth first along the Hilbert curve until each is light enough,
///    of the finest level, or would not get lighter: a tile.
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
  ///   - first: what the calling thread does before it cuts, too. Parts that others have cut wait for its end.
  ///   - body: called with the parts in order, one at a time, on any thread, and with how much is done, 0 to 1.
  func cut(
    threads: Int, isCancelled: @escaping @Sendable () -> Bool, first: () -> Void,
    _ body: @escaping @Sendable (_ tiles: CutTiles, _ fraction: Double) -> Void
  ) {
    let squares = parts(of: CellContent(root: input), count: max(1, threads) * 16)
    // Three quarters of the tiles at most wait in memory, if other rows take that long.
    let sink = OrderedSink<(CutTiles, Int)>(holding: squares.count * 3 / 4 + 1) {
      body($0.0, Double($0.1 + 1) / Double(squares.count))
    }
    let next = Atomic(0)
    let begin = {
      first()
      sink.passOn()
    }
    SystemThread.perform(onThreads: threads, first: begin) {
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
      let isPart = content.weight <= share || content.cell.level == TileCell.finestLevel
      guard !isPart, let quarters = content.quarters(input) else {
        done.append(content)
        continue
      }
      // The first quarter comes off the stack first.
      open += quarters.reversed()
    }
    return done
  }

  /// Splits a square depth first and packs the leaves.
  private func cut(_ content: CellContent, into tiles: inout CutTiles, _ encoder: inout TileEncoder) {
    if content.isEmpty { return }
    let isTile = encoder.isLight(content, maximumWeight) || content.cell.level == TileCell.finestLevel
    if !isTile, let quarters = content.quarters(input) {
      for quarter in quarters { cut(quarter, into: &tiles, &encoder) }
      return
    }
    var allowance = CellContent.areaAllowance
    for place in content.places {
      let areas = content.administrativeAreas(at: input.places.points[place], input, &allowance)
      tiles.append(place: place, areas: areas)
    }
    tiles.append(content.postalGroups(input, &allowance))
    let contentBox = encoder.encode(content.withPiecesOfEachOwner(input))
    tiles.append(content, bytes: encoder.bytes, contentBox: contentBox)
  }
}

/// The finished tiles of one part of the Earth, in the order of their keys.
struct CutTiles: Sendable {
  /// A tile without its bytes.
  struct Head: BitwiseCopyable, Sendable {
    /// Key of the table `tile`.
    var key: Int64
    /// Where the tile's bytes end.
    var end: Int
    /// The box of its streets and houses; empty when it has none.
    var contentBox: FixedBox
  }

  /// The tiles, by ascending key.
  private(set) var heads: MappedArray<Head>
  /// All tiles' bytes, one after the other.
  private(set) var bytes: MappedArray<UInt8>
  /// Houses with a postal code.
  private(set) var postalGroups: PostalGroups
  /// What contains the places of these tiles.
  private(set) var placeAreas: PlaceAreas

  /// No tiles yet.
  init(in workspace: Workspace?) {
    heads = MappedArray(in: workspace)
    bytes = MappedArray(in: workspace)
    postalGroups = PostalGroups(in: workspace)
    placeAreas = PlaceAreas(in: workspace)
  }

  /// Adds the next tile.
  mutating func append(_ content: CellContent, bytes tile: [UInt8], contentBox: FixedBox) {
    bytes.append(contentsOf: tile)
    heads.append(Head(key: content.cell.key, end: bytes.count, contentBox: contentBox))
  }

  /// Adds the postal groups of the next tile.
  mutating func append(_ groups: [CutPostalGroup]) { for group in groups { postalGroups.append(group) } }

  /// Adds what contains a place.
  mutating func append(place: Int, areas: [UInt32]) { placeAreas.append(place: place, areas: areas) }
}

/// Ids of the administrative areas that contain each place. Places come in ascending order, as tiles do.
struct PlaceAreas: Sendable {
  /// A place and where its areas end.
  private struct Entry: BitwiseCopyable, Sendable {
    var place: UInt32
    var end: Int
  }

  private var entries: MappedArray<Entry>
  private var areas: MappedArray<UInt32>

  /// No places yet.
  init(in workspace: Workspace?) {
    entries = MappedArray(in: workspace)
    areas = MappedArray(in: workspace)
  }

  /// Adds the next place.
  mutating func append(place: Int, areas ids: [UInt32]) {
    areas.append(contentsOf: ids)
    entries.append(Entry(place: UInt32(place), end: areas.count))
  }

  /// Adds the places of the part of the Earth that follows.
  mutating func append(_ next: PlaceAreas) {
    let offset = areas.count
    areas.append(contentsOf: next.areas)
    for entry in next.entries { entries.append(Entry(place: entry.place, end: offset + entry.end)) }
  }

  /// Calls with each place's areas, in the order of the places; with none for a place that was not added.
  func forEach<Failure: Error>(
    placeCount: Int, _ body: (_ place: Int, _ areas: Slice<MappedArray<UInt32>>) throws(Failure) -> Void
  ) throws(Failure) {
    var next = 0
    var start = 0
    for place in 0..<placeCount {
      if next < entries.count, entries[next].place == place {
        try body(place, areas[start..<entries[next].end])
        start = entries[next].end
        next += 1
      } else {
        try body(place, areas[0..<0])
      }
    }
  }
}
