import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit

/// A store with one street of an invented village in Liechtenstein, for tests whose output must not depend on real
/// data.
struct Village {
  private let store: TemporaryStore

  init() throws {
    let grid = Grid(
      """
      A . . . . . . . B
      . . . . . . . . .
      . . . H . . . . .
      . S . X . . T . .
      . . . . . . . . .
      D . . . . . . . C
      """, unitMeters: 20)
    var content = StoreContent()
    content.area("Liechtenstein", level: 2, countryCode: "LI", ring: grid.line("ABCDA"))
    content.area("Musterdorf", level: 8, ring: grid.line("ABCDA"))
    content.street("Lindenweg", grid.line("ST"), postalCode: "9490")
    content.address("7", street: "Lindenweg", postalCode: "9490", at: grid["H"])
    var metadata = StoreMetadata()
    metadata.dataDate = "2022-12-15T21:21:57Z"
    metadata.extracts = ["musterdorf.osm.pbf"]
    store = try TemporaryStore(content, metadata: metadata)
  }

  /// The store's file.
  var path: String { store.path }

  /// The program with this store.
  var program: Program { Program("geocode", ["GEOCODE_DATABASE": store.path]) }

  /// Starts a daemon that serves the store, and waits until clients can connect.
  func serve(at socket: String, _ options: [String] = []) throws -> RunningProgram {
    let daemon = try Program("geocoded").start(["--database", path, "--socket", socket] + options)
    try daemon.wait { daemon.errorsSoFar.contains("listening") }
    return daemon
  }

  /// The corner X of the drawing, on the street in front of the house.
  static let corner = "47.1003594 9.5007913"
}
