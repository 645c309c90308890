import GeoMap
import GeoModel
import GeoWire
import NIOCore

/// Questions to the delegate of a map that it has not answered yet. Nothing waits for it: where no answer comes soon, the map shows what is
/// usual, and changes that when the answer comes.
struct MapQuestions {
  /// What a client may be asked, by its name in `asks`.
  enum Kind: String, CaseIterable {
    case views, renderers, clusters, drawing, tiles

    /// How long a question counts as under way.
    var deadline: TimeAmount { self == .tiles ? .seconds(10) : .seconds(1) }

    /// Objects of a question at most: tiles are long, and an answer is a line.
    var batch: Int {
      switch self {
      case .views, .renderers, .clusters: 500
      case .drawing: 16
      case .tiles: 4
      }
    }
  }

  /// What a question was about, by the names that the answer has for it.
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

  /// Questions of a kind under way at most.
  static let underWayLimit = 4
  /// How long nothing is shown for what was asked for.
  static let patience = TimeAmount.milliseconds(100)
  /// How long an answer is taken.
  static let memory = TimeAmount.seconds(30)

  var waitingViews: [AnnotationID] = []
  var waitingClusters: [AnnotationID] = []
  var waitingRenderers: [OverlayID] = []
  /// Parts of overlays that somebody needs.
  var waitingParts: [Kind: [GivenPart]] = [:]
  /// Those for which nothing is shown yet.
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

  /// Whether the delegate has been asked for tiles, or will be, and has time to answer.
  var awaitsTiles: Bool {
    waitingParts[.tiles]?.isEmpty == false || asked.values.contains { $0.kind == .tiles }
  }

  /// Of the parts of overlays that are awaited, the kind that may take longest; nil when there are none.
  var slowestAwaited: Kind? {
    let kinds = asked.values.compactMap { if case .parts(let kind, _) = $0 { kind } else { nil } }
    return (kinds + waitingParts.filter { !$0.value.isEmpty }.keys).max { $0.deadline < $1.deadline }
  }

  /// Whether one more question of a kind may be asked.
  func mayAsk(_ kind: Kind) -> Bool { underWay[kind, default: []].count < MapQuestions.underWayLimit }

  /// Notes a question, and gives its number.
  mutating func ask(_ content: Content) -> Int {
    lastNumber += 1
    asked[lastNumber] = content
    underWay[content.kind, default: []].insert(lastNumber)
    return lastNumber
  }

  /// A question does not count as under way any more.
  mutating func expire(_ number: Int) {
    guard let kind = asked[number]?.kind else { return }
    underWay[kind]?.remove(number)
  }

  /// A question is answered, or forgotten.
  mutating func finish(_ number: Int) -> Content? {
    expire(number)
    return asked.removeValue(forKey: number)
  }

  /// Another client is asked from now on.
  mutating func reset() { self = MapQuestions(lastNumber: lastNumber) }

  /// Nothing is asked.
  init() {}

  private init(lastNumber: Int) { self.lastNumber = lastNumber }
}

/// A question on its way to the delegate.
struct MapQuestion: Sendable {
  let number: Int
  let deadline: TimeAmount
  /// With `mapView.` before it.
  let method: String
  /// Its members as JSON, without braces, `mapView` and `sequence`.
  let members: [UInt8]
}
