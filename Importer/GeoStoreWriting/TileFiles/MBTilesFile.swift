import CSQLite
import GeoStore

/// An MBTiles file to be written: a SQLite database of map tiles, according to version 1.3 of the specification,
/// https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md
///
/// 1. Each distinct content becomes a row of `images`, and each tile a row of `map` that refers to its content. The
///    view `tiles` joins them.
/// 2. ``finish(_:)`` adds the metadata and the indexes.
///
/// There is no journal: an incomplete file is discarded. It is not thread-safe.
package final class MBTilesFile {
  private let database: Database
  private let image: Statement
  private let tile: Statement
  /// The last row of `images`, from 1.
  private var lastImage = 0

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - path: the path of the file, which must not exist yet.
  ///   - name: the file's name for error messages.
  /// - Throws: ``StoreError`` with code `.unwritable`, like all methods.
  package init(_ path: String, as name: String) throws(StoreError) {
    database = try Database(
      name, name: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, failure: .unwritable)
    // The journal must be turned off first, or the next statement creates one. The application id is `MPBX`, by which
    // `file` recognizes the format.
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

  /// Adds a content for tiles.
  ///
  /// - Returns: its number, for ``add(level:column:row:image:)``.
  package func add(image bytes: [UInt8]) throws(StoreError) -> Int {
    lastImage += 1
    try image.run(lastImage, bytes)
    return lastImage
  }

  /// Adds a tile. Each tile must be added only once.
  ///
  /// - Parameters:
  ///   - row: the row from the north, as in `/{z}/{x}/{y}`. The file counts rows from the south.
  ///   - image: the number of its content.
  package func add(level: Int, column: Int, row: Int, image: Int) throws(StoreError) {
    try tile.run(level, column, (1 << level) - 1 - row, image)
  }

  /// Adds the metadata and the indexes, which completes the file.
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
