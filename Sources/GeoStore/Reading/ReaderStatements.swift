/// The statements of a reader, prepared once, for what ``StoreTables`` does not read itself.
struct ReaderStatements {
  /// The key of the next tile after a key.
  let tileAfter: Statement
  /// The tiles of a range of keys, and the one before, which may reach into the range.
  let tiles: Statement
  let nearbyContent: Statement
  let interpolation: Statement
  let boundary: Statement
  let border: Statement
  let translations: Statement

  /// The SQL of ``tiles``, for visits within visits.
  static let tilesSQL = """
    SELECT key, data FROM tile
    WHERE key >= ifnull((SELECT key FROM tile WHERE key <= ?1 ORDER BY key DESC LIMIT 1), ?1) AND key <= ?2 ORDER BY key
    """

  /// Prepares all statements.
  init(_ database: Database) throws(StoreError) {
    tileAfter = try Statement(database, "SELECT key FROM tile WHERE key > ? ORDER BY key LIMIT 1")
    tiles = try Statement(database, ReaderStatements.tilesSQL)
    nearbyContent = try Statement(
      database,
      """
      SELECT min_x, max_x, min_y, max_y FROM tile_rtree
      WHERE max_x >= ? AND min_x <= ? AND max_y >= ? AND min_y <= ?
      """)
    interpolation = try Statement(
      database,
      """
      SELECT osm_type, osm_id, street_name_id, street_origin, first, last, step, postal_code_id, city_id, line
      FROM interpolation WHERE id = ?
      """)
    boundary = try Statement(database, "SELECT rings FROM area_boundary WHERE area_id = ?")
    border = try Statement(database, "SELECT line FROM border WHERE id = ?")
    translations = try Statement(
      database, "SELECT language, text FROM name_translation WHERE name_id = ? ORDER BY language")
  }
}
