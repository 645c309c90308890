import GeoModel

/// The shortest routes from one place on a road to several others, by the A* algorithm within a bound: no node is
/// visited from where the straight way to the targets would exceed the bound.
///
/// Only cars obey one-way streets. A route can turn around only at the end of a road or at the route's own start, which
/// costs ``turningMeters``. Moving back a few meters on a one-way street is receiver noise, and counts as a route of
/// length 0.
final class RouteSearch {
  /// A route to a place.
  struct Route: BitwiseCopyable {
    /// Its length.
    var meters: Float
    /// The additional cost of turns and of minor roads, in meters.
    var extra: Float
    /// Whether it arrives in the direction of the segment.
    var arrivesForward: Bool
  }

  /// The state of a node during a search.
  struct Label: BitwiseCopyable {
    var search: UInt32 = 0
    /// The number of the set of targets that it belongs to, see ``RouteSearch/begin(to:)``.
    var target: UInt32 = 0
    var isSettled = false
    var meters: Float = 0
    var extra: Float = 0
    /// The link that led here.
    var link: Int32 = -1
    var cost: Float { meters + extra }
  }

  /// The cost of turning around, in meters of detour.
  static let turningMeters: Float = 200
  /// The cost of turning by a right angle is half of this, in meters of detour: traffic mostly goes straight on. A bend
  /// with many vertices costs nearly nothing.
  private static let mostTurnMeters: Float = 40
  /// The additional cost of each meter on a service road or track, which few drivers take, in meters of detour.
  private static let minorMeters: Float = 0.4
  /// The part of a straight distance that surely remains: distances are measured in different projections.
  private static let sureShare: Float = 0.99

  let network: RoadNetwork
  let profile: TrackProfile
  @exclusivity(unchecked) private(set) var labels: [Label] = []
  @exclusivity(unchecked) private var search: UInt32 = 0
  @exclusivity(unchecked) private var targetNumber: UInt32 = 0
  @exclusivity(unchecked) private var targetNodes = 0
  /// The middle of the targets, and the distance in meters within which they lie.
  @exclusivity(unchecked) private var goal = LocalProjection(origin: FixedPoint(x: 0, y: 0))
  @exclusivity(unchecked) private var goalMeters: Float = 0
  @exclusivity(unchecked) private var heap = NodeHeap()

  init(network: RoadNetwork, profile: TrackProfile) { (self.network, self.profile) = (network, profile) }

  /// Sets the targets of the next searches.
  ///
  /// - Parameters:
  ///   - middle: a point near them.
  ///   - radius: the distance from it within which all lie, in meters.
  func begin(to targets: [RoadCandidate], around middle: FixedPoint, radiusMeters radius: Float) {
    (goal, goalMeters) = (LocalProjection(origin: middle), radius)
    if labels.count < network.nodes.count {
      labels += Array(repeating: Label(), count: network.nodes.count - labels.count)
    }
    targetNumber &+= 1
    targetNodes = 0
    for target in targets {
      let segment = network.segments[Int(target.segment)]
      for node in [segment.from, segment.to] where labels[Int(node)].target != targetNumber {
        labels[Int(node)].target = targetNumber
        targetNodes += 1
      }
    }
  }

  /// The routes from a place to each of the targets; nil where there is none within the bound.
  ///
  /// - Parameters:
  ///   - cameForward: whether the place was reached in the direction of its segment; nil if unknown.
  ///   - bound: the greatest cost of a route, in meters, including its extra cost.
  ///   - slack: the distance in meters by which a target may lie behind on the same one-way road and still count as
  ///     reached.
  func routes(
    from start: RoadCandidate, cameForward: Bool?, to targets: [RoadCandidate], bound: Float, slack: Float,
    _ routes: inout [Route?]
  ) {
    settle(start, cameForward, bound)
    routes.removeAll(keepingCapacity: true)
    for target in targets {
      let route =
        target.segment == start.segment
        ? shorter(direct(start, cameForward, target, slack), arrival(target, bound))
        : shorter(behind(start, target, slack), arrival(target, bound))
      routes.append(route)
    }
  }

  // MARK: Steps

  private func settle(_ start: RoadCandidate, _ cameForward: Bool?, _ bound: Float) {
    search &+= 1
    heap.removeAll()
    var open = targetNodes
    let segment = network.segments[Int(start.segment)]
    let link = start.segment * 2
    if segment.access.contains(profile.forward) {
      reach(segment.to, segment.meters - start.offsetMeters, cameForward == false ? Self.turningMeters : 0, link, bound)
    }
    if segment.access.contains(profile.backward) {
      reach(segment.from, start.offsetMeters, cameForward == true ? Self.turningMeters : 0, link + 1, bound)
    }
    while open > 0, let next = heap.removeFirst() {
      let label = labels[Int(next.node)]
      guard !label.isSettled else { continue }
      labels[Int(next.node)].isSettled = true
      if label.target == targetNumber { open -= 1 }
      leave(next.node, label, bound)
    }
  }

  /// Extends routes from a node.
  private func leave(_ node: Int32, _ label: Label, _ bound: Float) {
    var link = network.firstLinks[Int(node)]
    let isEnd = link >= 0 && network.nextLinks[Int(link)] < 0
    while link >= 0 {
      defer { link = network.nextLinks[Int(link)] }
      let isBack = link == label.link ^ 1
      if isBack, !isEnd { continue }
      let segment = network.segments[Int(link >> 1)]
      let isForward = link & 1 == 0
      guard segment.access.contains(isForward ? profile.forward : profile.backward) else { continue }
      var extra = isBack ? Self.turningMeters : turn(from: label.link, to: segment, isForward)
      if segment.isMinor { extra += Self.minorMeters * segment.meters }
      reach(
        isForward ? segment.to : segment.from, label.meters + segment.meters, label.extra + extra, link, bound)
    }
  }

  /// The cost of going from a link on to a segment, in meters.
  private func turn(from link: Int32, to segment: RoadNetwork.Segment, _ isForward: Bool) -> Float {
    let cosine = (network.segments[Int(link >> 1)].direction * segment.direction).sum()
    return ((link & 1 == 0) == isForward ? 1 - cosine : 1 + cosine) * 0.5 * Self.mostTurnMeters
  }

  private func reach(_ node: Int32, _ meters: Float, _ extra: Float, _ link: Int32, _ bound: Float) {
    let old = labels[Int(node)]
    let isKnown = old.search == search
    guard meters + extra <= bound, !isKnown || !old.isSettled && meters + extra < old.cost else { return }
    let straight = Float(goal.project(network.nodes[Int(node)]).squaredLength.squareRoot())
    let cost = meters + extra + max(0, RouteSearch.sureShare * straight - goalMeters)
    guard cost <= bound else { return }
    labels[Int(node)] = Label(
      search: search, target: old.target, isSettled: false, meters: meters, extra: extra, link: link)
    heap.insert(node, cost: cost)
  }

  // MARK: Ends

  /// The route that arrives by one of the segment's nodes.
  private func arrival(_ target: RoadCandidate, _ bound: Float) -> Route? {
    let segment = network.segments[Int(target.segment)]
    let access = segment.access
    var best: Route?
    if access.contains(profile.forward), let label = known(segment.from), label.link != target.segment * 2 + 1 {
      best = Route(meters: label.meters + target.offsetMeters, extra: label.extra, arrivesForward: true)
    }
    if access.contains(profile.backward), let label = known(segment.to), label.link != target.segment * 2 {
      let rest = segment.meters - target.offsetMeters
      best = shorter(best, Route(meters: label.meters + rest, extra: label.extra, arrivesForward: false))
    }
    guard let best, best.meters + best.extra <= bound else { return nil }
    return best
  }

  func known(_ node: Int32) -> Label? {
    let label = labels[Int(node)]
    return label.search == search ? label : nil
  }

  /// The route on the same segment.
  private func direct(
    _ start: RoadCandidate, _ cameForward: Bool?, _ target: RoadCandidate, _ slack: Float
  ) -> Route? {
    let access = network.segments[Int(start.segment)].access
    let ahead = target.offsetMeters - start.offsetMeters
    let isForward = ahead >= 0
    if access.contains(isForward ? profile.forward : profile.backward) {
      let turns = cameForward.map { $0 != isForward } ?? false
      return Route(
        meters: abs(ahead), extra: turns ? min(abs(ahead), Self.turningMeters) : 0, arrivesForward: isForward)
    }
    guard abs(ahead) <= slack else { return nil }
    return Route(meters: 0, extra: abs(ahead), arrivesForward: !isForward)
  }

  /// The route to a place slightly behind on a one-way road, across one node; its length is 0.
  private func behind(_ start: RoadCandidate, _ target: RoadCandidate, _ slack: Float) -> Route? {
    let (ours, theirs) = (network.segments[Int(start.segment)], network.segments[Int(target.segment)])
    let access = ours.access
    let isForward = access.contains(profile.forward)
    guard !isForward || !access.contains(profile.backward) else { return nil }
    let back: Float
    if isForward, theirs.to == ours.from {
      back = start.offsetMeters + theirs.meters - target.offsetMeters
    } else if !isForward, theirs.from == ours.to {
      back = ours.meters - start.offsetMeters + target.offsetMeters
    } else {
      return nil
    }
    return back <= slack ? Route(meters: 0, extra: back, arrivesForward: isForward) : nil
  }

  private func shorter(_ one: Route?, _ other: Route?) -> Route? {
    guard let one, let other else { return one ?? other }
    return other.meters + other.extra < one.meters + one.extra ? other : one
  }
}

/// A binary heap of nodes by the least cost of a route through them, cheapest first.
struct NodeHeap {
  private var items: [(cost: Float, node: Int32)] = []

  mutating func removeAll() { items.removeAll(keepingCapacity: true) }

  mutating func insert(_ node: Int32, cost: Float) {
    var position = items.count
    items.append((cost, node))
    while position > 0 {
      let parent = (position - 1) / 2
      guard items[parent].cost > cost else { break }
      items[position] = items[parent]
      position = parent
    }
    items[position] = (cost, node)
  }

  mutating func removeFirst() -> (cost: Float, node: Int32)? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    guard !items.isEmpty else { return first }
    var position = 0
    while true {
      var child = 2 * position + 1
      guard child < items.count else { break }
      if child + 1 < items.count, items[child + 1].cost < items[child].cost { child += 1 }
      guard items[child].cost < last.cost else { break }
      items[position] = items[child]
      position = child
    }
    items[position] = last
    return first
  }
}

extension RouteSearch {
  /// The vertices between two places on the shortest route; empty where no vertex lies between, nil where there is no
  /// route or the network has forgotten the places.
  func path(
    from start: RoadCandidate, cameForward: Bool?, to end: RoadCandidate, arrivesForward: Bool, meters: Float
  ) -> [FixedPoint]? {
    guard start.generation == network.generation, end.generation == network.generation else { return nil }
    let isDirect = abs(abs(end.offsetMeters - start.offsetMeters) - meters) < 0.01
    if meters == 0 || start.segment == end.segment && isDirect { return [] }
    begin(to: [end], around: end.place, radiusMeters: 1)
    var found: [Route?] = []
    let bound = 4 * meters + 5 * RouteSearch.turningMeters
    routes(from: start, cameForward: cameForward, to: [end], bound: bound, slack: 0, &found)
    let segment = network.segments[Int(end.segment)]
    var node = arrivesForward ? segment.from : segment.to
    var vertices: [FixedPoint] = []
    while let label = known(node), vertices.count < 100_000 {
      vertices.append(network.nodes[Int(node)])
      if label.link >> 1 == start.segment { return vertices.reversed() }
      let link = network.segments[Int(label.link >> 1)]
      node = label.link & 1 == 0 ? link.from : link.to
    }
    return nil
  }
}
