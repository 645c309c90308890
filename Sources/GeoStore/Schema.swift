/// The tables of a store. Their meaning is in the documentation of the format, that of the columns with the record types.
///
/// Coordinates `x` (longitude) and `y` (latitude) are integers in 1e-7 degree. `osm_type` is `N`, `W` or `R`.
enum Schema {
  /// Tables, created before the rows are written.
  static let tables = """
    CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
    CREATE TABLE name(id INTEGER PRIMARY KEY, text TEXT NOT NULL);
    CREATE TABLE name_translation(
      name_id INTEGER NOT NULL, language TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY(name_id, language)) WITHOUT ROWID;
    CREATE TABLE tile(key INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE street(
      id INTEGER PRIMARY KEY, osm_type TEXT, osm_id INTEGER, name_id INTEGER, is_reference INTEGER, kind INTEGER,
      is_area INTEGER, layer INTEGER, postal_code_id INTEGER, x INTEGER, y INTEGER, width INTEGER, height INTEGER);
    CREATE TABLE address(
      id INTEGER PRIMARY KEY, osm_type TEXT, osm_id INTEGER, house_number TEXT, house_name_id INTEGER,
      street_name_id INTEGER, street_origin INTEGER, postal_code_id INTEGER, city_id INTEGER, x INTEGER, y INTEGER);
    CREATE TABLE interpolation(
      id INTEGER PRIMARY KEY, osm_type TEXT, osm_id INTEGER, street_name_id INTEGER, street_origin INTEGER,
      first TEXT, last TEXT, step INTEGER, postal_code_id INTEGER, city_id INTEGER, line BLOB);
    CREATE TABLE area(
      id INTEGER PRIMARY KEY, osm_type TEXT, osm_id INTEGER, kind INTEGER, level INTEGER, name_id INTEGER,
      place_kind INTEGER, country_code TEXT, subdivision_code TEXT, population INTEGER, label_place_id INTEGER,
      time_zone TEXT, is_coarse INTEGER, is_overridden INTEGER, min_x INTEGER, min_y INTEGER, max_x INTEGER,
      max_y INTEGER);
    CREATE TABLE area_boundary(area_id INTEGER PRIMARY KEY, rings BLOB NOT NULL);
    CREATE TABLE place(
      id INTEGER PRIMARY KEY, osm_type TEXT, osm_id INTEGER, kind INTEGER, name_id INTEGER, population INTEGER,
      country_code TEXT, postal_code_id INTEGER, time_zone TEXT, is_coarse INTEGER, reach_meters REAL, x INTEGER,
      y INTEGER, areas TEXT);
    CREATE TABLE place_page(page INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE feature(
      id INTEGER PRIMARY KEY, osm_type TEXT, osm_id INTEGER, name_id INTEGER, category_id INTEGER, x INTEGER,
      y INTEGER);
    CREATE VIRTUAL TABLE tile_rtree USING rtree_i32(key, min_x, max_x, min_y, max_y);
    CREATE VIRTUAL TABLE street_rtree USING rtree_i32(id, min_x, max_x, min_y, max_y);
    CREATE VIRTUAL TABLE address_rtree USING rtree_i32(id, min_x, max_x, min_y, max_y);
    CREATE VIRTUAL TABLE area_rtree USING rtree_i32(id, min_x, max_x, min_y, max_y);
    CREATE VIRTUAL TABLE place_rtree USING rtree_i32(id, min_x, max_x, min_y, max_y);
    """
}
