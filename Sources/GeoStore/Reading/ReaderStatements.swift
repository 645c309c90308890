/// The statements of a reader, prepared once.
struct ReaderStatements {
  /// The tile that may contain a point: the last one that starts at or before it on the Hilbert curve.
  let tile: Statement
  /// The key of the next tile after a key.
  let tileAfter: Statement
  /// The tiles of a range of keys, and the one before, which may reach into the range.
  let tiles: Statement
  let nearbyContent: Statement
  let street: Statement
  let address: Statement
  let interpolation: Statement
  let area: Statement
  let boundary: Statement
  let place: Statement
  let feature: Statement
  let name: Statement
  let translations: Statement

  /// The SQL of ``tiles``, for visits within visits.
  static let tilesSQL = """
    SELECT key, data FROM tile
    WHERE key >= ifnull((SELECT key FROM tile WHERE key <= ?1 ORDER BY key DESC LIMIT 1), ?1) AND key <= ?2 ORDER BY key
    """

  /// Prepares all statements.
  init(_ database: Database) throws(StoreError) {
    tile = try Statement(database, "SELECT key, data FROM tile WHERE key <= ? ORDER BY key DESC LIMIT 1")
    tileAfter = try Statement(database, "SELECT key FROM tile WHERE key > ? ORDER BY key LIMIT 1")
    tiles = try Statement(database, ReaderStatements.tilesSQL)
    nearbyContent = try Statement(
      database,
      """
      SELECT min_x, max_x, min_y, max_y FROM tile_rtree
      WHERE max_x >= ? AND min_x <= ? AND max_y >= ? AND min_y <= ?
      """)
    street = try Statement(
      database, "SELECT osm_type, osm_id, name_id, postal_code_id, x, y, width, height FROM street WHERE id = ?")
    address = try Statement(
      database,
      """
      SELECT osm_type, osm_id, house_number, house_name_id, street_name_id, street_origin, postal_code_id, city_id, x, y
      FROM address WHERE id = ?
      """)
    interpolation = try Statement(
      database,
      """
      SELECT osm_type, osm_id, street_name_id, street_origin, first, last, step, postal_code_id, city_id, line
      FROM interpolation WHERE id = ?
      """)
    area = try Statement(
      database,
      """
      SELECT osm_type, osm_id, kind, level, name_id, place_kind, country_code, subdivision_code, population,
      label_place_id, time_zone, is_coarse, is_overridden, min_x, min_y, max_x, max_y FROM area WHERE id = ?
      """)
    boundary = try Statement(database, "SELECT rings FROM area_boundary WHERE area_id = ?")
    place = try Statement(
      database,
      """
      SELECT osm_type, osm_id, kind, name_id, population, country_code, postal_code_id, time_zone, is_coarse,
      reach_meters, x, y, areas FROM place WHERE id = ?
      """)
    feature = try Statement(
      database, "SELECT osm_type, osm_id, name_id, category_id, x, y FROM feature WHERE id = ?")
    name = try Statement(database, "SELECT text FROM name WHERE id = ?")
    translations = try Statement(
      database, "SELECT language, text FROM name_translation WHERE name_id = ? ORDER BY language")
  }
}
