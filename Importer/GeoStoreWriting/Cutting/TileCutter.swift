import GeoModel
import GeoStore
import GeoSupport
import Synchronization

/// Cuts a store's content into tiles.
///
/// 1. From the root down, heavy squares are split until there are enough parts to keep all threads busy.
/// 2. Threads take the parts one by one, and split each depth first along the Hilbert curve. A square that is light
///    enough, of the finest level, or would not get lighter is a tile.
/// 3. The tiles of the parts are passed on in the order of their keys, while other parts are being cut.
struct TileCutter: Sendable {
  /// The content to cut.
  let input: CutInput
  /// The most vertices, points and toggles in a square that need not be split.
  let maximumWeight: Int

  /// Chosen by measuring 64 to 288.
  ///
  /// With the largest, finding and decoding one tile takes a sixth longer than with the smallest, as most of the time
  /// does not depend on the size. But the tiles within 100 m take 14 us instead of 36, and the file is an eighth
  /// smaller.
  static let defaultMaximumWeight = 256

  /// Cuts all content.
  ///
  /// - Parameters:
  ///   - threads: the number of threads to use, at least 1.
  ///   - isCancelled: called before each part, on any thread; returns whether to stop.
  ///   - first: called on the calling thread before it joins the cutting. Until it returns, parts cut by other threads
  ///     wait.
  ///   - body: called with the parts in order, one at a time, on any thread, and with the fraction done, 0 to 1.
  func cut(
    threads: Int, isCancelled: @escaping @Sendable () -> Bool, first: () -> Void,
    _ body: @escaping @Sendable (_ tiles: CutTiles, _ fraction: Double) -> Void
  ) {
    let squares = parts(of: CellContent(root: input), count: max(1, threads) * 16)
    // At most three quarters of the parts wait in memory while `first` writes other rows.
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

  /// Splits the root until each square has at most its share of the weight, or cannot be split.
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
      // Reversed, so that the first quarter is popped first.
      open += quarters.reversed()
    }
    return done
  }

  /// Splits a square depth first and encodes the tiles.
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
    /// The tile's key in the table `tile`.
    var key: Int64
    /// The end of the tile's bytes.
    var end: Int
    /// The box of its streets and houses; empty when it has none.
    var contentBox: FixedBox
  }

  /// The tiles, by ascending key.
  private(set) var heads: MappedArray<Head>
  /// The bytes of all tiles, one after the other.
  private(set) var bytes: MappedArray<UInt8>
  /// The groups of houses with a postal code.
  private(set) var postalGroups: PostalGroups
  /// The areas that contain the places of these tiles.
  private(set) var placeAreas: PlaceAreas

  /// Makes an empty list.
  init(in workspace: Workspace?) {
    heads = MappedArray(in: workspace)
    bytes = MappedArray(in: workspace)
    postalGroups = PostalGroups(in: workspace)
    placeAreas = PlaceAreas(in: workspace)
  }

  /// Appends the next tile.
  mutating func append(_ content: CellContent, bytes tile: [UInt8], contentBox: FixedBox) {
    bytes.append(contentsOf: tile)
    heads.append(Head(key: content.cell.key, end: bytes.count, contentBox: contentBox))
  }

  /// Appends the postal groups of the next tile.
  mutating func append(_ groups: [CutPostalGroup]) { for group in groups { postalGroups.append(group) } }

  /// Appends the areas that contain a place.
  mutating func append(place: Int, areas: [UInt32]) { placeAreas.append(place: place, areas: areas) }
}

/// Ids of the administrative areas that contain each place. Places come in ascending order, as tiles do.
struct PlaceAreas: Sendable {
  /// A place and the end of its areas.
  private struct Entry: BitwiseCopyable, Sendable {
    var place: UInt32
    var end: Int
  }

  private var entries: MappedArray<Entry>
  private var areas: MappedArray<UInt32>

  /// Makes an empty list.
  init(in workspace: Workspace?) {
    entries = MappedArray(in: workspace)
    areas = MappedArray(in: workspace)
  }

  /// Appends the next place.
  mutating func append(place: Int, areas ids: [UInt32]) {
    areas.append(contentsOf: ids)
    entries.append(Entry(place: UInt32(place), end: areas.count))
  }

  /// Appends the places of the next part of the Earth.
  mutating func append(_ next: PlaceAreas) {
    let offset = areas.count
    areas.append(contentsOf: next.areas)
    for entry in next.entries { entries.append(Entry(place: entry.place, end: offset + entry.end)) }
  }

  /// Calls `body` with the areas of each place in order; with none for a place that was not added.
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
