import GeoModel
import GeoStore
import Synchronization

/// Writes tiles and the R-tree of their content, part after part, while others are still being cut.
///
/// Any thread may write, but only one at a time, which ``OrderedSink`` ensures. That makes it safe to send.
final class TileWriter: @unchecked Sendable {
  /// The data from tiles for other tables.
  struct Result {
    /// The number of tiles.
    var count = 0
    /// The groups of houses with a postal code.
    var postalGroups: PostalGroups
    /// The administrative areas that contain each place.
    var placeAreas: PlaceAreas
  }

  private let row: Statement
  private var tree: RTreeWriter
  private var result: Result
  private var failure: StoreError?
  private let isFailed = Atomic(false)

  /// Makes a writer for a database that has no other user until the last tile is written.
  init(_ database: Database, in workspace: Workspace?) throws(StoreError) {
    row = try Statement(database, insertInto: "tile", columns: 2)
    tree = try RTreeWriter(database, "tile_rtree")
    result = Result(postalGroups: PostalGroups(in: workspace), placeAreas: PlaceAreas(in: workspace))
  }

  /// Whether writing failed, so that cutting should stop. It is thread-safe.
  var hasFailed: Bool { isFailed.load(ordering: .relaxed) }

  /// Writes the next part. A failure is thrown by ``finish()``.
  func write(_ tiles: CutTiles) {
    guard failure == nil else { return }
    do throws(StoreError) {
      try writeRows(tiles)
    } catch {
      fail(error)
    }
  }

  /// Stops writing and lets ``finish()`` throw the error.
  func fail(_ error: StoreError) {
    failure = failure ?? error
    isFailed.store(true, ordering: .relaxed)
  }

  private func writeRows(_ tiles: CutTiles) throws(StoreError) {
    var start = 0
    for head in tiles.heads {
      try row.run(head.key, BytesPart(bytes: tiles.bytes, range: start..<head.end))
      if !head.contentBox.isEmpty { try tree.append(head.key, head.contentBox) }
      start = head.end
    }
    result.count += tiles.heads.count
    result.postalGroups.append(tiles.postalGroups)
    result.placeAreas.append(tiles.placeAreas)
  }

  /// Writes the rest of the R-tree.
  func finish() throws(StoreError) -> Result {
    if let failure { throw failure }
    try tree.finish()
    return result
  }
}
