/// What makes a SQLite file one of our stores.
enum StoreFormat {
  /// `PRAGMA application_id`: the letters `GEOC`.
  static let applicationID: UInt32 = 0x4745_4f43
  /// `PRAGMA user_version`. Raised with every change that an older reader would misunderstand.
  static let version = 3
  /// Bytes in a page. Pages of 4,096 bytes leave 3 % more of a store unused, as tiles and pages of objects fill them badly.
  static let pageSize = 8192
  /// Places in a row of `place_page`, so many that six rows fill a page of the file, and bytes of each.
  static let placesPerPage = 104
  static let bytesPerPlace = 13
  /// The tables whose rows ``StoreInfo`` counts, in the order of the documentation.
  static let countedTables = [
    "street", "address", "interpolation", "area", "place", "feature", "object", "name", "tile",
  ]
}
