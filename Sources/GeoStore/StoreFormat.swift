/// What makes a SQLite file one of our stores.
public enum StoreFormat {
  /// `PRAGMA application_id`: the letters `GEOC`.
  public static let applicationID: UInt32 = 0x4745_4f43
  /// `PRAGMA user_version`. Raised with every change that an older reader would misunderstand.
  public static let version = 10
  /// Bytes in a page, the last eight of which are its checksum (``PageChecksum``). Pages of 4,096 bytes leave 3 % more of a store unused, as tiles and pages of objects fill them badly.
  public static let pageSize = 8192
  /// Places in a row of `place_page`, so many that six rows fill a page of the file, and bytes of each.
  public static let placesPerPage = 103
  package static let bytesPerPlace = 13
  /// Rows that share a box of `street_rtree`, `address_rtree` and `place_rtree`.
  package static let rowsPerBox: UInt32 = 16
  /// Groups in a row of `postal_page`.
  public static let groupsPerPage = 64
  /// The tables whose rows ``StoreInfo`` counts, in the order of the documentation.
  public static let countedTables = [
    "street", "address", "interpolation", "area", "place", "feature", "object", "name", "tile",
  ]
}
