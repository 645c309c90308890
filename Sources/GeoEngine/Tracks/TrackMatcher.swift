import GeoModel
import GeoStore
import GeoSupport

/// Finds the roads that a track was recorded on.
///
/// The method is that of Paul Newson and John Krumm, "Hidden Markov Map Matching Through Noise and Sparseness" (ACM SIGSPATIAL GIS 2009): each
/// point may have been at several places on roads; a place is the likelier the nearer it is, a step between two places the likelier the less the
/// route between them differs from the straight line between the points; the Viterbi algorithm finds the likeliest way.
///
/// 1. Rows without a coordinate or with an earlier time than the one before get a status and nothing else. A clock that was set back for
///    ``rowsOfNewClock`` rows is believed.
/// 2. Rows near the last point that counts are not steps of their own, as noise moves them more than the wheels do: they are put on its way
///    later, or, where the vehicle stands, at its place.
/// 3. Each other row is a layer of the ``TrackLattice``. Where no route leads on, after a jump or a long pause, a new piece begins.
/// 4. What is decided is handed out in the order of the rows. At most ``mostLayers`` layers and ``mostRows`` rows wait.
///
/// Takes the rows of one vehicle. Matchers of several vehicles share roads, on one thread.
package final class TrackMatcher {
  /// So many layers wait at most to be decided.
  private static let mostLayers = 128
  /// So many rows wait at most.
  private static let mostRows = 4_096
  /// So many rows in a row may have earlier times than one before them.
  static let rowsOfNewClock = 8
  /// A vehicle that stays for so many seconds stands.
  private static let standingSeconds = 20.0
  /// Ways whose likelihood has a logarithm so much below that of the best are not followed.
  private static let hopeless: Float = 16
  /// So many candidates a point has at most.
  private static let mostCandidates = 16

  private let roads: TrackRoads
  @exclusivity(unchecked) private var lattice = TrackLattice()
  @exclusivity(unchecked) private var rows = WaitingRows()
  @exclusivity(unchecked) private var noise = ReceiverNoise()
  /// Whether the vertices of roads between two points are told, too, which takes another search for each.
  private let recordsPath: Bool
  @exclusivity(unchecked) private var generation: Int32
  @exclusivity(unchecked) private var lastDecided: TrackLattice.State?
  @exclusivity(unchecked) private var newest: Double?
  /// The time of the last row that was on a road.
  @exclusivity(unchecked) private var lastSeconds: Double?
  @exclusivity(unchecked) private var early = 0
  @exclusivity(unchecked) private var found: [RouteSearch.Route?] = []

  /// A matcher without rows.
  ///
  /// - Parameter recordsPath: whether ``MatchedPoint/Place/passed`` is wanted.
  package init(roads: TrackRoads, recordsPath: Bool = false) {
    (self.roads, self.recordsPath) = (roads, recordsPath)
    generation = roads.network.generation
  }

  /// Takes the next row.
  ///
  /// - Returns: rows that are decided by now, in their order; often none.
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

  /// Why a row is no part of the way; nil when it is.
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
        return TrackLattice.State(candidate: candidate, score: -0.5 * deviation * deviation)
      })
    if let last = lattice.last, let straight, try isStep(to: layer, straight) {
      connect(last, &layer, Float(straight), Float(sigma))
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
    let limit = nearest * nearest + Float(40 * sigma * sigma)
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

  /// Whether somebody may have gone from one point to the next: not after a jump or a long pause.
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

  /// Gives each state of a layer the best way to come there; those that no way leads to are dropped.
  private func connect(
    _ last: TrackLattice.Layer, _ layer: inout TrackLattice.Layer, _ straight: Float, _ sigma: Float
  ) {
    let targets = layer.states.map(\.candidate)
    // How much route and straight line differ grows with the noise and with the length of the step, where roads wind.
    let beta = 4 + 0.5 * sigma + 0.03 * straight
    let bound = straight * 3 + 120
    var best = [(score: Float, back: Int16, route: RouteSearch.Route)?](repeating: nil, count: targets.count)
    roads.routes.begin(to: targets)
    for (index, state) in last.states.enumerated() where state.score > -TrackMatcher.hopeless {
      roads.routes.routes(
        from: state.candidate, cameForward: state.cameForward, to: targets, bound: bound, slack: 3 * sigma, &found)
      for (target, route) in found.enumerated() {
        guard let route else { continue }
        let score = state.score - (abs(route.meters - straight) + route.turning) / beta
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

/// How much a receiver is off, guessed from how far its points are from roads.
struct ReceiverNoise {
  private static let window = 32
  private var distances: [Float] = []
  private var position = 0
  /// What is supposed before there are enough points.
  private var guessed = 10.0

  /// The standard deviation in meters: what a row says of itself counts more.
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
    guard position & 7 == 0, distances.count >= 16 else { return }
    // The median of absolute deviations is 0.6745 times the standard deviation; see Newson and Krumm.
    guessed = min(max(Double(distances.sorted()[distances.count / 2]) * 1.4826, 6), 40)
  }
}
