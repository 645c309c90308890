import GeoMap
import GeoModel
import GeoWire
import NIOCore

/// The questions that a map's delegate has not answered yet. The map does not wait: without a quick answer it shows the
/// default, and changes that when the answer comes.
struct MapQuestions {
  /// The kinds of questions, by their names in `asks`.
  enum Kind: String, CaseIterable {
    case views, renderers, clusters, drawing, tiles

    /// How long a question counts as under way.
    var deadline: TimeAmount { self == .tiles ? .seconds(10) : .seconds(1) }

    /// The maximum number of objects in a question, small where answers are long, because an answer is one line.
    var batch: Int {
      switch self {
      case .views, .renderers, .clusters: 500
      case .drawing: 16
      case .tiles: 4
      }
    }
  }

  /// The subject of a question, by the names that the answer uses.
  enum Content {
    case views([String: [AnnotationID]])
    case clusters([String: [AnnotationID]])
    case renderers([String: [OverlayID]])
    case parts(Kind, [GivenPart])

    var kind: Kind {
      switch self {
      case .views: .views
      case .clusters: .clusters
      case .renderers: .renderers
      case .parts(let kind, _): kind
      }
    }
  }

  /// The maximum number of questions of a kind under way.
  static let underWayLimit = 4
  /// How long nothing is shown while an answer is awaited.
  static let patience = TimeAmount.milliseconds(100)
  /// How long an answer is accepted; one with tiles only until its deadline.
  static let memory = TimeAmount.seconds(30)

  var waitingViews: [AnnotationID] = []
  var waitingClusters: [AnnotationID] = []
  var waitingRenderers: [OverlayID] = []
  /// The needed parts of overlays.
  var waitingParts: [Kind: [GivenPart]] = [:]
  /// The annotations for which nothing is shown yet.
  var unanswered: Set<AnnotationID> = []
  private(set) var asked: [Int: Content] = [:]
  private var underWay: [Kind: Set<Int>] = [:]
  private var lastNumber = 0

  /// Whether nothing waits to be asked.
  var isIdle: Bool {
    waitingViews.isEmpty && waitingClusters.isEmpty && waitingRenderers.isEmpty && waitsForNothing
  }

  /// Whether no part of an overlay waits to be asked for.
  var waitsForNothing: Bool { waitingParts.values.allSatisfy(\.isEmpty) }

  /// Whether tiles were requested from the delegate, or will be, and may still arrive.
  var awaitsTiles: Bool {
    waitingParts[.tiles]?.isEmpty == false || asked.values.contains { $0.kind == .tiles }
  }

  /// The slowest kind of the awaited parts of overlays; nil if there are none.
  var slowestAwaited: Kind? {
    let kinds = asked.values.compactMap { if case .parts(let kind, _) = $0 { kind } else { nil } }
    return (kinds + waitingParts.filter { !$0.value.isEmpty }.keys).max { $0.deadline < $1.deadline }
  }

  /// Whether another question of a kind may be asked.
  func mayAsk(_ kind: Kind) -> Bool { underWay[kind, default: []].count < MapQuestions.underWayLimit }

  /// Registers a question, and returns its number.
  mutating func ask(_ content: Content) -> Int {
    lastNumber += 1
    asked[lastNumber] = content
    underWay[content.kind, default: []].insert(lastNumber)
    return lastNumber
  }

  /// Stops counting a question as under way.
  mutating func expire(_ number: Int) {
    guard let kind = asked[number]?.kind else { return }
    underWay[kind]?.remove(number)
  }

  /// Removes a question that is answered or dropped.
  mutating func finish(_ number: Int) -> Content? {
    expire(number)
    return asked.removeValue(forKey: number)
  }

  /// Drops all questions, because another client becomes the delegate.
  mutating func reset() { self = MapQuestions(lastNumber: lastNumber) }

  /// Creates an empty state.
  init() {}

  private init(lastNumber: Int) { self.lastNumber = lastNumber }
}

/// A question for the delegate.
struct MapQuestion: Sendable {
  let number: Int
  let deadline: TimeAmount
  /// The method, with `mapView.`.
  let method: String
  /// Its members as JSON, without braces and without `mapView` and `sequence`.
  let members: [UInt8]
}
