import GeoModel

extension RouteSearch {
  /// The vertices between a place and another one on the shortest route; empty where both are on the same segment, nil where there is no route.
  func path(
    from start: RoadCandidate, cameForward: Bool?, to end: RoadCandidate, arrivesForward: Bool, meters: Float
  ) -> [FixedPoint]? {
    guard start.generation == network.generation, end.generation == network.generation else { return nil }
    let isDirect = abs(abs(end.offsetMeters - start.offsetMeters) - meters) < 0.01
    if meters == 0 || start.segment == end.segment && isDirect { return [] }
    begin(to: [end])
    var found: [Route?] = []
    let bound = meters + 3 * RouteSearch.turningMeters + 1
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
