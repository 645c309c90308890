/// How fine an answer may be.
enum Zoom {
  /// The finest rank for a zoom of 0 to 18; what lies beyond counts as the nearest of them.
  ///
  /// Source of the numbers: the levels that Nominatim's documentation of `/reverse` lists, on its scale of ranks.
  static func maximumRank(_ zoom: Int) -> UInt8 { ranks[max(0, min(zoom, ranks.count - 1))] }

  /// Nothing finer than a house, which is what an address wants.
  static let building = 18

  /// At the position of the zoom.
  private static let ranks: [UInt8] = [
    2, 2, 2,  // oceans and continents: what is answered is the country
    4, 4,  // countries
    8,  // states
    10, 10,  // regions
    12, 12,  // counties
    16, 17,  // cities
    18,  // towns and boroughs
    19,  // villages and suburbs
    22,  // hamlets and neighborhoods
    25,  // any settlement, localities
    26,  // streets
    27,  // paths and lanes, too
    30,  // houses and places of interest
  ]
}
