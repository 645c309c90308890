import GeoModel

/// The lattice of the Viterbi algorithm: the possible places of the latest points of one piece of a track, with their
/// likelihood.
///
/// A point's layer has a state for each candidate, with the best route to it. Once all states of the last layer descend
/// from one state of an earlier layer, everything up to that state is decided and removed.
struct TrackLattice {
  /// A candidate with the most likely route to it.
  struct State: BitwiseCopyable {
    var candidate: RoadCandidate
    /// The logarithm of its likelihood, relative to the best of its layer.
    var score: Float
    /// The position of its predecessor in the layer before; -1 for none.
    var back: Int16 = -1
    /// The length of the route from the predecessor, in meters.
    var meters: Float = 0
    /// Whether it was reached in the direction of its segment; nil if unknown.
    var cameForward: Bool?
  }

  /// The states of one point.
  struct Layer {
    var point: FixedPoint
    var seconds: Double?
    var states: [State]
  }

  /// The layers from the last decided one on, which comes first.
  private(set) var layers: [Layer] = []
  /// Whether the first layer is decided.
  private var isFirstDecided = false

  var last: Layer? { layers.last }
  var count: Int { layers.count }

  /// Adds a layer with one state or more.
  mutating func append(_ layer: Layer) {
    var layer = layer
    let best = layer.states.map(\.score).max() ?? 0
    for index in layer.states.indices { layer.states[index].score -= best }
    layers.append(layer)
  }

  /// Replaces the candidates of the last layer, in the same order; nil drops the state.
  mutating func replaceLast(_ candidates: [RoadCandidate?]) {
    guard var layer = layers.popLast() else { return }
    layer.states = zip(layer.states, candidates).compactMap { state, candidate in
      guard let candidate else { return nil }
      var state = state
      state.candidate = candidate
      return state
    }
    if !layer.states.isEmpty { layers.append(layer) }
  }

  /// Takes the states that all states of the last layer descend from, in order.
  mutating func takeAgreed() -> [State] {
    guard let last = layers.last else { return [] }
    var agreed = Set(last.states.indices)
    for number in layers.indices.reversed() {
      if agreed.count == 1, let state = agreed.first { return take(through: number, state) }
      agreed = Set(agreed.map { Int(layers[number].states[$0].back) })
    }
    return []
  }

  /// Takes the most likely states of all layers; only the last layer remains, with one state.
  mutating func takeAll() -> [State] {
    guard let last = layers.last,
      let best = last.states.indices.max(by: { last.states[$0].score < last.states[$1].score })
    else { return [] }
    let taken = take(through: layers.count - 1, best)
    layers[0].states = [layers[0].states[best]]
    return taken
  }

  /// Takes the most likely states of all layers, and empties the lattice.
  mutating func end() -> [State] {
    let taken = takeAll()
    layers = []
    isFirstDecided = false
    return taken
  }

  /// Takes the states that lead to a state, without the first one if that was taken before.
  private mutating func take(through number: Int, _ state: Int) -> [State] {
    var way: [State] = []
    var position = state
    for layer in layers[(isFirstDecided ? min(1, number + 1) : 0)..<(number + 1)].reversed() {
      way.append(layer.states[position])
      position = Int(layer.states[position].back)
    }
    layers.removeFirst(number)
    isFirstDecided = true
    return way.reversed()
  }
}
