import GeoModel

/// The rows of a track that have not been returned yet, in order, with the decisions about them.
struct WaitingRows {
  private enum Row {
    /// The row's status is final.
    case told(TrackStatus)
    /// A layer of the lattice.
    case layer(Int)
    /// A row between a layer and the next one.
    case attached(Int)
  }

  private var rows: [(point: TrackPoint, row: Row)] = []
  private var firstRow = 0
  /// The decided layers, from number ``firstDecided`` on.
  private var decided: [MatchedPoint.Place] = []
  private var firstDecided = 0
  /// The number of layers so far.
  private var layers = 0
  /// Layers before this number belong to pieces that have ended, so no next layer of their piece will follow.
  private var ended = 0
  /// Layers at which the vehicle stands.
  private var standing: Set<Int> = []
  private var attachedToLast = 0
  private var along = 0.0
  private var piece = 0
  private var isPieceNew = true

  /// The number of waiting rows.
  var count: Int { rows.count - firstRow }

  /// Appends a row with a final status.
  mutating func append(_ point: TrackPoint, _ status: TrackStatus) { rows.append((point, .told(status))) }

  /// Appends a row that is a layer.
  mutating func appendLayer(_ point: TrackPoint) {
    rows.append((point, .layer(layers)))
    layers += 1
    attachedToLast = 0
  }

  /// Appends a row near the last layer's point.
  ///
  /// - Parameter isStanding: whether the vehicle has stayed there for long; nil if unknown.
  mutating func attach(_ point: TrackPoint, isStanding: Bool?) {
    rows.append((point, .attached(layers - 1)))
    attachedToLast += 1
    if isStanding ?? (attachedToLast >= 20) { standing.insert(layers - 1) }
  }

  /// Records the next decided layer, with the vertices passed on the route to it.
  mutating func decide(_ state: TrackLattice.State, passed: [FixedPoint]) {
    if isPieceNew { piece += 1 }
    along += isPieceNew ? 0 : Double(state.meters)
    isPieceNew = false
    decided.append(
      MatchedPoint.Place(
        coordinate: Coordinate(state.candidate.place), way: state.candidate.way, alongMeters: along, piece: piece,
        passed: passed.map { Coordinate($0) }))
  }

  /// Ends the piece of all layers so far.
  mutating func endPiece() {
    isPieceNew = true
    ended = layers
  }

  /// Takes the rows that are decided.
  ///
  /// - Parameter all: whether rows that wait for the next layer are taken, too.
  mutating func take(_ roads: TrackRoads, all: Bool) -> [MatchedPoint] {
    var taken: [MatchedPoint] = []
    var known = firstDecided + decided.count
    loop: while firstRow < rows.count {
      let (point, row) = rows[firstRow]
      switch row {
      case .told(let status): taken.append(MatchedPoint(point: point, status: status, place: nil))
      case .layer(let number):
        guard number < known else { break loop }
        forget(before: number)
        taken.append(MatchedPoint(point: point, status: .ok, place: decided[0]))
      case .attached(let number):
        guard number < known, all || number + 1 < known || number < ended else { break loop }
        taken.append(MatchedPoint(point: point, status: .ok, place: between(point, number, roads)))
      }
      firstRow += 1
      known = firstDecided + decided.count
    }
    if firstRow > 64, firstRow * 2 > rows.count {
      rows.removeFirst(firstRow)
      firstRow = 0
    }
    return taken
  }

  /// Forgets decided layers that no row needs any more. Rows refer to layers in ascending order.
  private mutating func forget(before number: Int) {
    guard number > firstDecided else { return }
    for layer in firstDecided..<number { standing.remove(layer) }
    decided.removeFirst(number - firstDecided)
    firstDecided = number
  }

  /// The place of a row between a layer and the next one: on the way of either, or at the first one's place where the
  /// vehicle stands or neither way is near.
  private mutating func between(
    _ point: TrackPoint, _ number: Int, _ roads: TrackRoads
  ) -> MatchedPoint.Place {
    var before = decided[number - firstDecided]
    (before.passed, before.isStep) = ([], false)
    guard !standing.contains(number), number + 1 - firstDecided < decided.count,
      case let after = decided[number + 1 - firstDecided], after.piece == before.piece,
      let coordinate = point.coordinate,
      let place = roads.network.nearest(
        to: FixedPoint(coordinate), on: (before.way, after.way), profile: roads.profile, radiusMeters: 100)
    else { return before }
    let projection = LocalProjection(origin: place.place)
    let behind = projection.project(FixedPoint(before.coordinate)).squaredLength.squareRoot()
    let ahead = projection.project(FixedPoint(after.coordinate)).squaredLength.squareRoot()
    var result = before
    (result.coordinate, result.way) = (Coordinate(place.place), place.way)
    let share = behind + ahead > 0 ? behind / (behind + ahead) : 0
    result.alongMeters += (after.alongMeters - before.alongMeters) * share
    return result
  }
}
