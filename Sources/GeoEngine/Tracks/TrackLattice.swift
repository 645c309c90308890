import GeoModel

/// The places where the latest points of one piece of a track may have been, and how likely each is: the lattice of the Viterbi algorithm.
///
/// A point's layer has a state for each candidate, with the best way to come there. Once all states of the last layer come from the same one of an
/// earlier layer, everything up to that one is decided, and forgotten.
struct TrackLattice {
  /// A candidate, as the end of the most likely way there.
  struct State: BitwiseCopyable {
    var candidate: RoadCandidate
    /// The logarithm of its likelihood, compared with the best of its layer.
    var score: Float
    /// The state of the layer before.
    var back: Int16 = -1
    /// The length of the route from there.
    var meters: Float = 0
    /// In which direction of its segment it was reached; nil where nobody knows.
    var cameForward: Bool?
  }

  /// One point.
  struct Layer {
    var point: FixedPoint
    var seconds: Double?
    var states: [State]
  }

  /// The layers since the last decided one, which is the first here.
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

  /// Puts states in the place of those of the last layer, in the same order; nil drops one.
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

  /// Takes what all states of the last layer agree on, in order.
  mutating func takeAgreed() -> [State] {
    guard let last = layers.last else { return [] }
    var agreed = Set(last.states.indices)
    for number in layers.indices.reversed() {
      if agreed.count == 1, let state = agreed.first { return take(through: number, state) }
      agreed = Set(agreed.map { Int(layers[number].states[$0].back) })
    }
    return []
  }

  /// Takes the most likely of all that is left, so that only the last layer with one state remains.
  mutating func takeAll() -> [State] {
    guard let last = layers.last,
      let best = last.states.indices.max(by: { last.states[$0].score < last.states[$1].score })
    else { return [] }
    let taken = take(through: layers.count - 1, best)
    layers[0].states = [layers[0].states[best]]
    return taken
  }

  /// Takes the most likely of all that is left, and forgets it.
  mutating func end() -> [State] {
    let taken = takeAll()
    layers = []
    isFirstDecided = false
    return taken
  }

  /// Takes the way to a state, without the first one if it was taken before.
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
