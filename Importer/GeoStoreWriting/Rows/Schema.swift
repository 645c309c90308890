/// The tables of a store. The documentation of the format describes the tables, the record types describe the columns.
///
/// Coordinates `x` (longitude) and `y` (latitude) are integers in 1e-7 degree. `osm_type` is `N`, `W` or `R`, or `T`
/// for a row of an address table.
enum Schema {
  /// The tables that are created before the rows are written.
  static let tables = """
    CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
    CREATE TABLE name(id INTEGER PRIMARY KEY, text TEXT NOT NULL, translations TEXT);
    CREATE TABLE tile(key INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE street(
      id INTEGER PRIMARY KEY, osm_type TEXT, osm_id INTEGER, name_id INTEGER, is_reference INTEGER, kind INTEGER,
      is_area INTEGER, layer INTEGER, postal_code_id INTEGER, x INTEGER, y INTEGER, width INTEGER, height INTEGER);
    CREATE TABLE address(
      id INTEGER PRIMARY KEY, osm_type TEXT, osm_id INTEGER, house_number TEXT, house_name_id INTEGER,
      street_name_id INTEGER, street_origin INTEGER, postal_code_id INTEGER, city_id INTEGER, x INTEGER, y INTEGER,
      parts BLOB);
    CREATE TABLE interpolation(
      id INTEGER PRIMARY KEY, osm_type TEXT, osm_id INTEGER, street_name_id INTEGER, street_origin INTEGER,
      first TEXT, last TEXT, step INTEGER, postal_code_id INTEGER, city_id INTEGER, line BLOB);
    CREATE TABLE area(
      id INTEGER PRIMARY KEY, osm_type TEXT, osm_id INTEGER, kind INTEGER, level INTEGER, name_id INTEGER,
      place_kind INTEGER, country_code TEXT, subdivision_code TEXT, population INTEGER, label_place_id INTEGER,
      time_zone TEXT, is_coarse INTEGER, is_overridden INTEGER, min_x INTEGER, min_y INTEGER, max_x INTEGER,
      max_y INTEGER);
    CREATE TABLE area_boundary(area_id INTEGER PRIMARY KEY, rings BLOB NOT NULL);
    CREATE TABLE border(id INTEGER PRIMARY KEY, line BLOB NOT NULL);
    CREATE TABLE place(
      id INTEGER PRIMARY KEY, osm_type TEXT, osm_id INTEGER, kind INTEGER, name_id INTEGER, population INTEGER,
      country_code TEXT, postal_code_id INTEGER, time_zone TEXT, is_coarse INTEGER, reach_meters REAL, x INTEGER,
      y INTEGER, areas TEXT, is_capital INTEGER);
    CREATE TABLE place_page(page INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE postal_page(page INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE postal_group(id INTEGER PRIMARY KEY, x INTEGER, y INTEGER, data BLOB NOT NULL);
    CREATE TABLE feature(
      id INTEGER PRIMARY KEY, osm_type TEXT, osm_id INTEGER, name_id INTEGER, category_id INTEGER, x INTEGER,
      y INTEGER);
    CREATE TABLE object(
      id INTEGER PRIMARY KEY, osm_type TEXT, osm_id INTEGER, tag_id INTEGER, name_id INTEGER, tags BLOB);
    CREATE TABLE object_key(id INTEGER PRIMARY KEY, part INTEGER, key TEXT);
    CREATE TABLE object_tag(id INTEGER PRIMARY KEY, key_id INTEGER, value TEXT);
    CREATE TABLE object_kind(
      id INTEGER PRIMARY KEY, search_rank INTEGER, address_rank INTEGER, layers INTEGER, has_name INTEGER,
      has_house_number INTEGER, admin_level INTEGER);
    CREATE TABLE object_page(page INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE object_node(id INTEGER PRIMARY KEY, boxes BLOB NOT NULL);
    CREATE TABLE object_group(
      id INTEGER PRIMARY KEY, first_rank INTEGER, last_rank INTEGER, first_object INTEGER, objects INTEGER,
      first_page INTEGER, first_node INTEGER);
    CREATE TABLE object_source(first INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE entrance(
      way_id INTEGER, node_id INTEGER, x INTEGER, y INTEGER, tag_id INTEGER, tags BLOB,
      PRIMARY KEY(way_id, node_id)) WITHOUT ROWID;
    CREATE VIRTUAL TABLE tile_rtree USING rtree_i32(key, min_x, max_x, min_y, max_y);
    CREATE VIRTUAL TABLE street_rtree USING rtree_i32(id, min_x, max_x, min_y, max_y);
    CREATE VIRTUAL TABLE address_rtree USING rtree_i32(id, min_x, max_x, min_y, max_y);
    CREATE VIRTUAL TABLE area_rtree USING rtree_i32(id, min_x, max_x, min_y, max_y);
    CREATE VIRTUAL TABLE place_rtree USING rtree_i32(id, min_x, max_x, min_y, max_y);
    CREATE VIRTUAL TABLE postal_group_rtree USING rtree_i32(id, min_x, max_x, min_y, max_y);
    """

  /// The map layer, created after everything else. Stores without it have no such table.
  static let mapTable = "CREATE TABLE map_tile(key INTEGER PRIMARY KEY, data BLOB NOT NULL);"

  /// The user's own areas, created after everything else. Stores without them have no such tables.
  static let ownAreaTables = """
    CREATE TABLE own_area(id INTEGER PRIMARY KEY, layer TEXT NOT NULL, name TEXT NOT NULL, feature_id TEXT, properties TEXT);
    CREATE TABLE own_area_cell(key INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE own_area_outline(id INTEGER PRIMARY KEY, data BLOB NOT NULL);
    """

  /// The points of postal code tables, created after everything else. Stores without them have no such tables.
  static let postalPointTables = """
    CREATE TABLE postal_point(page INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE VIRTUAL TABLE postal_point_rtree USING rtree_i32(page, min_x, max_x, min_y, max_y);
    """

  /// A row for each translation.
  ///
  /// The text is turned into JSON, where the separators become bounds between the texts of a list. Backslashes, which
  /// JSON would interpret, are replaced by U+001E meanwhile.
  private static let translationView = """
    CREATE VIEW name_translation AS
      WITH list AS (
        SELECT id, '[' || replace(json_quote(replace(translations, '\\', char(30))), '\\u001f', '","') || ']' AS texts
        FROM name WHERE translations IS NOT NULL)
      SELECT list.id AS name_id, language.value AS language, replace(text.value, char(30), '\\') AS text
      FROM list, json_each(texts) AS language, json_each(texts) AS text
      WHERE language.key % 2 = 0 AND text.key = language.key + 1;
    """

  /// Views for users: names instead of ids, degrees instead of integers.
  static let views = """
    \(translationView)
    CREATE VIEW street_readable AS
      SELECT street.id, name.text AS name, osm_type, osm_id, kind, y / 1e7 AS south, x / 1e7 AS west,
        (y + height) / 1e7 AS north, (x + width) / 1e7 AS east
      FROM street LEFT JOIN name ON name.id = name_id;
    CREATE VIEW address_readable AS
      SELECT address.id, house_number, house.text AS house_name, street.text AS street, code.text AS postal_code,
        city.text AS city, y / 1e7 AS latitude, x / 1e7 AS longitude, osm_type, osm_id
      FROM address LEFT JOIN name AS house ON house.id = house_name_id LEFT JOIN name AS street ON street.id = street_name_id
        LEFT JOIN name AS code ON code.id = postal_code_id LEFT JOIN name AS city ON city.id = city_id;
    CREATE VIEW area_readable AS
      SELECT area.id, name.text AS name, kind, level, country_code, subdivision_code, is_coarse, osm_type, osm_id,
        min_y / 1e7 AS south, min_x / 1e7 AS west, max_y / 1e7 AS north, max_x / 1e7 AS east
      FROM area LEFT JOIN name ON name.id = name_id;
    CREATE VIEW place_readable AS
      SELECT place.id, name.text AS name, kind, population, y / 1e7 AS latitude, x / 1e7 AS longitude, reach_meters,
        is_coarse, osm_type, osm_id
      FROM place LEFT JOIN name ON name.id = name_id;
    CREATE VIEW feature_readable AS
      SELECT feature.id, name.text AS name, category.text AS category, y / 1e7 AS latitude, x / 1e7 AS longitude, osm_type,
        osm_id
      FROM feature LEFT JOIN name ON name.id = name_id LEFT JOIN name AS category ON category.id = category_id;
    CREATE VIEW object_readable AS
      SELECT object.id, object_key.key, object_tag.value, name.text AS name, osm_type, osm_id
      FROM object JOIN object_tag ON object_tag.id = tag_id JOIN object_key ON object_key.id = key_id
        LEFT JOIN name ON name.id = name_id;
    """
}
