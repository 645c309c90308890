import GeoModel
import GeoStore
import GeoSupport

/// Finds the roads that a track was recorded on.
///
/// The method is from Paul Newson and John Krumm, "Hidden Markov Map Matching Through Noise and Sparseness" (ACM
/// SIGSPATIAL GIS 2009). Each point has several candidate places on roads. A near place is likelier than a far one. A
/// step between two places is likelier the closer the length of its route is to the straight distance of the points.
/// The Viterbi algorithm finds the likeliest route.
///
/// 1. Rows with an invalid coordinate or time, or with a time before that of an earlier row, only get a status. The
///    last of ``rowsOfNewClock`` early rows counts again: the clock is then taken to have been set back.
/// 2. Rows near the last layer's point are not steps of their own, as noise moves them more than the vehicle does. They
///    are placed on the route later, or, where the vehicle stands, at the layer's place.
/// 3. Each other row near a road is a layer of the ``TrackLattice``. A new piece begins where no route leads on, and
///    after a jump or a long pause.
/// 4. Decided rows are returned in order. At most ``mostLayers`` layers and ``mostRows`` rows wait.
///
/// A matcher takes the rows of one vehicle. Matchers of several vehicles can share roads on one thread.
package final class TrackMatcher {
  /// The most layers that wait to be decided.
  private static let mostLayers = 128
  /// The most rows that wait.
  private static let mostRows = 4_096
  /// The number of consecutive early rows; with the last of them the clock counts as set back.
  static let rowsOfNewClock = 8
  /// A vehicle stands when it stays in place for this many seconds.
  private static let standingSeconds = 20.0
  /// States whose log-likelihood is this much below the best one's are not followed.
  private static let hopeless: Float = 16
  /// How much the log-likelihood of a point on a service road or track is below that of one on another road as near.
  private static let minorRarity: Float = 1
  /// The most candidates of a point.
  private static let mostCandidates = 16

  private let roads: TrackRoads
  @exclusivity(unchecked) private var lattice = TrackLattice()
  @exclusivity(unchecked) private var rows = WaitingRows()
  @exclusivity(unchecked) private var noise = ReceiverNoise()
  /// Whether the vertices of roads between two points are recorded, which takes another search for each step.
  private let recordsPath: Bool
  @exclusivity(unchecked) private var generation: Int32
  @exclusivity(unchecked) private var lastDecided: TrackLattice.State?
  @exclusivity(unchecked) private var newest: Double?
  /// The time of the last row that was on a road.
  @exclusivity(unchecked) private var lastSeconds: Double?
  @exclusivity(unchecked) private var early = 0
  @exclusivity(unchecked) private var found: [RouteSearch.Route?] = []

  /// Creates a matcher without rows.
  ///
  /// - Parameter recordsPath: whether ``MatchedPoint/Place/passed`` is wanted.
  package init(roads: TrackRoads, recordsPath: Bool = false) {
    (self.roads, self.recordsPath) = (roads, recordsPath)
    generation = roads.network.generation
  }

  /// Takes the next row.
  ///
  /// - Returns: the rows that are decided by now, in order; often none.
  package func add(_ point: TrackPoint) throws(StoreError) -> [MatchedPoint] {
    if let status = fault(of: point) {
      rows.append(point, status)
    } else if let coordinate = point.coordinate {
      try add(point, FixedPoint(coordinate))
    }
    if rows.count > TrackMatcher.mostRows { decide(lattice.takeAll()) }
    return rows.take(roads, all: rows.count > TrackMatcher.mostRows)
  }

  /// Ends the track.
  ///
  /// - Returns: the rest of its rows.
  package func finish() -> [MatchedPoint] {
    endPiece()
    return rows.take(roads, all: true)
  }

  // MARK: Rows

  /// The status of a row that is not part of the track's route; nil for a row that is.
  private func fault(of point: TrackPoint) -> TrackStatus? {
    if point.coordinate == nil { return .badCoordinate }
    guard let seconds = point.seconds else { return nil }
    guard seconds.isFinite else { return .badTime }
    if let newest, seconds < newest {
      early += 1
      if early < TrackMatcher.rowsOfNewClock { return .outOfOrder }
      endPiece()
    }
    (newest, early) = (seconds, 0)
    return nil
  }

  private func add(_ point: TrackPoint, _ place: FixedPoint) throws(StoreError) {
    let sigma = noise.sigma(accuracyMeters: point.accuracyMeters)
    let straight = lattice.last.map { LocalProjection(origin: $0.point).project(place).squaredLength.squareRoot() }
    if let last = lattice.last, let straight, straight < 2 * sigma {
      lastSeconds = point.seconds
      let stayed = point.seconds.flatMap { now in last.seconds.map { now - $0 } }
      return rows.attach(point, isStanding: stayed.map { $0 >= TrackMatcher.standingSeconds })
    }
    roads.network.makeRoom()
    try roads.network.require(place, withinMeters: 1_000)
    try renewCandidates()
    let candidates = likely(place, sigma)
    noise.note(candidates.first)
    guard !candidates.isEmpty else { return rows.append(point, .noRoad) }
    var layer = TrackLattice.Layer(
      point: place, seconds: point.seconds,
      states: candidates.map { candidate in
        let deviation = candidate.distanceMeters / Float(sigma)
        let rarity = roads.network.isMinor(candidate) ? TrackMatcher.minorRarity : 0
        return TrackLattice.State(candidate: candidate, score: -0.5 * deviation * deviation - rarity)
      })
    if let last = lattice.last, let straight, try isStep(to: layer, straight) {
      let states = layer.states
      let bound = 3 * Float(straight) + 120
      connect(last, &layer, Float(straight), Float(sigma), bound)
      if layer.states.isEmpty {
        layer.states = states
        connect(last, &layer, Float(straight), Float(sigma), bound + 1.5 * RouteSearch.turningMeters)
      }
    } else {
      endPiece()
    }
    if layer.states.isEmpty {
      // No route leads here.
      endPiece()
      layer.states = candidates.map { TrackLattice.State(candidate: $0, score: -$0.distanceMeters / Float(sigma)) }
    }
    lattice.append(layer)
    lastSeconds = point.seconds
    rows.appendLayer(point)
    settle()
  }

  private func settle() {
    if lattice.count > TrackMatcher.mostLayers {
      decide(lattice.takeAll())
    } else if lattice.count & 7 == 0 {
      decide(lattice.takeAgreed())
    }
  }

  private func endPiece() {
    decide(lattice.end())
    rows.endPiece()
    lastDecided = nil
  }

  private func decide(_ states: [TrackLattice.State]) {
    for state in states {
      var passed: [FixedPoint]?
      if recordsPath, let lastDecided, let arrives = state.cameForward {
        passed = roads.routes.path(
          from: lastDecided.candidate, cameForward: lastDecided.cameForward, to: state.candidate,
          arrivesForward: arrives, meters: state.meters)
      }
      rows.decide(state, passed: passed ?? [])
      lastDecided = state
    }
  }

  // MARK: Candidates

  /// The candidates of a point, without those that are much less likely than the best one.
  private func likely(_ place: FixedPoint, _ sigma: Double) -> [RoadCandidate] {
    var candidates = roads.network.candidates(
      place, profile: roads.profile, radiusMeters: min(40 + 4 * sigma, 200), atMost: TrackMatcher.mostCandidates)
    guard let nearest = candidates.first?.distanceMeters else { return [] }
    let limit = nearest * nearest + Float(24 * sigma * sigma)
    candidates.removeAll { $0.distanceMeters * $0.distanceMeters > limit }
    return candidates
  }

  /// Finds the candidates of the last layer again after the network has forgotten its roads.
  private func renewCandidates() throws(StoreError) {
    guard generation != roads.network.generation else { return }
    generation = roads.network.generation
    guard let last = lattice.last else { return }
    try roads.network.require(last.point, withinMeters: 1_000)
    let again = roads.network.candidates(last.point, profile: roads.profile, radiusMeters: 200, atMost: 100)
    let renewed = last.states.map { state in
      again.first { $0.way == state.candidate.way && $0.place == state.candidate.place }
    }
    if renewed.contains(where: { $0 == nil }) { return endPiece() }
    lattice.replaceLast(renewed)
  }

  // MARK: Steps

  /// Whether the step between two points is plausible: not after a jump or a long pause.
  private func isStep(to layer: TrackLattice.Layer, _ straight: Double) throws(StoreError) -> Bool {
    guard straight <= 5_000 else { return false }
    if let before = lastSeconds, let now = layer.seconds, now > before {
      // 300 km/h is faster than anything on a road.
      if straight > 200, straight / (now - before) > 84 { return false }
      if now - before > 600 { return false }
    }
    try roads.network.require(layer.point, withinMeters: straight + 500)
    return true
  }

  /// Gives each state of a layer its best predecessor and route; drops states that no route within the bound leads to.
  private func connect(
    _ last: TrackLattice.Layer, _ layer: inout TrackLattice.Layer, _ straight: Float, _ sigma: Float, _ bound: Float
  ) {
    let targets = layer.states.map(\.candidate)
    // The difference between route and straight line grows with the noise, and with the length of the step because
    // roads wind.
    let beta = 4 + 0.8 * sigma + 0.03 * straight
    var best = [(score: Float, back: Int16, route: RouteSearch.Route)?](repeating: nil, count: targets.count)
    roads.routes.begin(
      to: targets, around: layer.point, radiusMeters: targets.reduce(1) { max($0, $1.distanceMeters) })
    // The likeliest first, as its routes limit the search for better ones.
    for (index, state) in last.states.enumerated().sorted(by: { $0.element.score > $1.element.score }) {
      let worst = best.reduce(.infinity) { min($0, $1?.score ?? -.infinity) }
      guard state.score > max(-TrackMatcher.hopeless, worst) else { break }
      roads.routes.routes(
        from: state.candidate, cameForward: state.cameForward, to: targets,
        bound: min(bound, straight + (state.score - worst) * beta), slack: 3 * sigma, &found)
      for (target, route) in found.enumerated() {
        guard let route else { continue }
        let score = state.score - (abs(route.meters - straight) + route.extra) / beta
        if score > best[target]?.score ?? -.infinity { best[target] = (score, Int16(index), route) }
      }
    }
    layer.states = zip(layer.states, best).compactMap { state, best in
      guard let best else { return nil }
      var state = state
      state.score += best.score
      state.back = best.back
      state.meters = best.route.meters
      state.cameForward = best.route.arrivesForward
      return state
    }
  }
}

/// Estimates a receiver's noise from the distances of its points to roads.
struct ReceiverNoise {
  private static let window = 32
  private var distances: [Float] = []
  private var position = 0
  /// The estimate; the initial value applies until there are enough points.
  private var guessed = 15.0

  /// The standard deviation in meters: the row's own accuracy if it has one, else the estimate.
  func sigma(accuracyMeters: Double?) -> Double {
    guard let accuracy = accuracyMeters, accuracy.isFinite, accuracy > 0 else { return guessed }
    return min(max(accuracy, 4), 60)
  }

  /// Notes a point's nearest candidate.
  mutating func note(_ nearest: RoadCandidate?) {
    guard let nearest else { return }
    if distances.count < ReceiverNoise.window { distances.append(nearest.distanceMeters) }
    distances[position] = nearest.distanceMeters
    position = (position + 1) % ReceiverNoise.window
    guard position & 7 == 0, distances.count >= 8 else { return }
    // The median of absolute deviations is 0.6745 times the standard deviation; see Newson and Krumm.
    guessed = min(max(Double(distances.sorted()[distances.count / 2]) * 1.4826, 6), 40)
  }
}
