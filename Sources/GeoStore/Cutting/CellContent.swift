import GeoModel

/// What touches one square of the quadtree while a store is cut; splitting it gives the content of the four quarters.
struct CellContent {
  /// The square.
  let cell: TileCell
  /// Its box on Earth.
  let box: FixedBox
  /// Ids of areas that contain the whole box.
  var covering: [UInt32] = []
  /// Polygons that have edges in the box, or whose edges west of it matter.
  var pieces: MappedArray<CutPiece>
  /// Edges of ``pieces``.
  var chains: MappedArray<CutChain>
  /// Latitudes of ``pieces``.
  var toggles: MappedArray<Int32>
  /// Parts of streets and interpolations.
  var runs: MappedArray<CutRun>
  /// Positions of the places whose reach touches the box.
  var reaching: MappedArray<UInt32>
  /// Positions of addresses, features and places in the box.
  var addresses = 0..<0
  var features = 0..<0
  var places = 0..<0

  /// A square with nothing in it yet; what comes into it lives in the workspace once it is large.
  init(cell: TileCell, in workspace: Workspace?) {
    self.cell = cell
    box = cell.box
    pieces = MappedArray(in: workspace)
    chains = MappedArray(in: workspace)
    toggles = MappedArray(in: workspace)
    runs = MappedArray(in: workspace)
    reaching = MappedArray(in: workspace)
  }

  /// How much work the square is to decode and search, in numbers of vertices; what merely covers it is not counted, as
  /// splitting would not make it less.
  var weight: Int {
    var sum = addresses.count + features.count + places.count + toggles.count
    for chain in chains { sum += Int(chain.count) }
    for run in runs { sum += Int(run.count) }
    return sum
  }

  /// Edges of all polygons, those that several share as often.
  var edgeCount: Int { chains.reduce(0) { $0 + Int($1.count) - 1 } }

  /// Whether nothing at all is known about the square.
  var isEmpty: Bool {
    covering.isEmpty && pieces.isEmpty && runs.isEmpty && reaching.isEmpty && addresses.isEmpty && features.isEmpty
  }

  /// Whether a street or house is in the square, which the search for the nearest content looks for.
  var hasStreetsOrAddresses: Bool { !addresses.isEmpty || !runs.isEmpty }
}
