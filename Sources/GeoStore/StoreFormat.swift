/// The constants that identify a SQLite file as one of our stores, and those of its layout.
public enum StoreFormat {
  /// `PRAGMA application_id`: the letters `GEOC`.
  public static let applicationID: UInt32 = 0x4745_4f43
  /// `PRAGMA user_version`. It is raised with every change that an older reader would misunderstand.
  public static let version = 11
  /// Bytes in a page, the last eight of which are its checksum (``PageChecksum``).
  ///
  /// Pages of 4,096 bytes would waste another 3 % of a store, as tiles and pages of objects fill them badly.
  public static let pageSize = 8192
  /// The number of places in a row of `place_page`, chosen so that six rows fill a page of the file, and the bytes of
  /// each place.
  public static let placesPerPage = 103
  package static let bytesPerPlace = 13
  /// The number of rows that share a box of `street_rtree`, `address_rtree` and `place_rtree`.
  package static let rowsPerBox: UInt32 = 16
  /// Groups in a row of `postal_page`.
  public static let groupsPerPage = 64
  /// The tables whose rows ``StoreInfo`` counts, in the order of the documentation.
  public static let countedTables = [
    "street", "address", "interpolation", "area", "place", "feature", "object", "name", "tile",
  ]
}
