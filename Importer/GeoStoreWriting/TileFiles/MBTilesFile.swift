import CSQLite
import GeoStore

/// An MBTiles file that is being written: an SQLite database of map tiles. Facts are from version 1.3 of its specification,
/// https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md
///
/// 1. Each different content becomes a row of `images`, each tile a row of `map` that names its content. The view `tiles` joins them.
/// 2. ``finish(_:)`` adds the metadata and the indexes.
///
/// There is no journal: a file that is not complete is thrown away. Not thread-safe.
package final class MBTilesFile {
  private let database: Database
  private let image: Statement
  private let tile: Statement
  /// The row of `images` that was written last, from 1.
  private var lastImage = 0

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - path: where to write; nothing is there yet.
  ///   - name: the file in error messages.
  /// - Throws: ``StoreError`` with code `.unwritable`, like all else here.
  package init(_ path: String, as name: String) throws(StoreError) {
    database = try Database(
      name, name: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, failure: .unwritable)
    // First of all that there is no journal, or the next step leaves one. The application's number is `MPBX`, by which `file` knows the kind.
    try database.execute(
      """
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA application_id = 0x4d504258;
      PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -16000;
      CREATE TABLE metadata (name TEXT NOT NULL, value TEXT NOT NULL);
      CREATE TABLE images (tile_id INTEGER PRIMARY KEY, tile_data BLOB NOT NULL);
      CREATE TABLE map (zoom_level INTEGER NOT NULL, tile_column INTEGER NOT NULL, tile_row INTEGER NOT NULL,
        tile_id INTEGER NOT NULL);
      CREATE VIEW tiles AS SELECT map.zoom_level AS zoom_level, map.tile_column AS tile_column,
        map.tile_row AS tile_row, images.tile_data AS tile_data FROM map JOIN images ON images.tile_id = map.tile_id;
      BEGIN
      """)
    image = try Statement(database, insertInto: "images", columns: 2)
    tile = try Statement(database, insertInto: "map", columns: 4)
  }

  /// Adds a content that tiles may have.
  ///
  /// - Returns: its number, for ``add(level:column:row:image:)``.
  package func add(image bytes: [UInt8]) throws(StoreError) -> Int {
    lastImage += 1
    try image.run(lastImage, bytes)
    return lastImage
  }

  /// Adds a tile, each once.
  ///
  /// - Parameters:
  ///   - row: counted from the north, as of `/{z}/{x}/{y}`. The file counts from the south.
  ///   - image: the number of its content.
  package func add(level: Int, column: Int, row: Int, image: Int) throws(StoreError) {
    try tile.run(level, column, (1 << level) - 1 - row, image)
  }

  /// Adds the metadata and the indexes. The file is complete then.
  package func finish(_ metadata: [(name: String, value: String)]) throws(StoreError) {
    let entry = try Statement(database, insertInto: "metadata", columns: 2)
    for (name, value) in metadata { try entry.run(name, value) }
    try database.execute(
      """
      CREATE UNIQUE INDEX tile_index ON map (zoom_level, tile_column, tile_row);
      CREATE UNIQUE INDEX name ON metadata (name);
      COMMIT
      """)
  }
}
