import GeoModel

/// The one country that the files of borders lack. ISO 3166-1 gives the code AQ to everything south of 60 degrees south, so
/// that is its area here, seas included.
enum Antarctica {
  private static let north: Int32 = -600_000_000

  /// Its border: along the parallel, then back along the pole, in steps below 180 degrees, so that it is clear which way round
  /// the line goes.
  static var boundary: Boundary {
    let longitudes = stride(from: -Globe.halfTurn, through: Globe.halfTurn, by: 450_000_000)
    let ring =
      longitudes.map { GridPoint(x: $0, y: north) } + longitudes.reversed().map { GridPoint(x: $0, y: -Globe.pole) }
    let tags = ["admin_level": "2", "ISO3166-1:alpha2": "AQ", "name": "Antarctica"]
    return Boundary(tags: tags, lines: [ring + [ring[0]]])
  }
}
