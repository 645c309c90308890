import OSMFile

/// Gives boundaries and cities ids and makes objects of them.
struct LayerBuilder {
  private(set) var objects = MapObjects()
  private var nodeIDs: [GridPoint: Int64] = [:]

  /// Adds areas as relations of shared arcs. Nodes are numbered along the arcs: consecutive numbers cost next to nothing.
  mutating func add(_ boundaries: [Boundary]) {
    let arcs = SharedArcs(boundaries).arcs.sorted {
      (HilbertCurve.position($0.points[0]), $0.points[0], $0.points[1])
        < (HilbertCurve.position($1.points[0]), $1.points[0], $1.points[1])
    }
    var members = [[OSMMember]](repeating: [], count: boundaries.count)
    for (index, arc) in arcs.enumerated() {
      let id = WorldLayer.firstWayID + Int64(index)
      let refs = arc.points.map { node(at: $0) }
      objects.ways.append(OSMWay(id: id, refs: refs))
      for owner in arc.owners { members[Int(owner)].append(OSMMember(.way, id)) }
    }
    for (index, boundary) in boundaries.enumerated() {
      // Without the type no program takes the relation for an area.
      let tags = boundary.tags.merging(["type": "boundary"]) { $1 }
      objects.relations.append(
        OSMRelation(id: WorldLayer.firstWayID + Int64(index), members: members[index], tags: tags))
    }
  }

  /// Adds cities as nodes, in the order of space.
  mutating func add(_ cities: [City]) {
    for city in cities.sorted(by: { $0.order < $1.order }) { objects.nodes.append(city.node(id: nextNodeID)) }
  }

  private var nextNodeID: Int64 { WorldLayer.firstNodeID + Int64(objects.nodes.count) }

  private mutating func node(at point: GridPoint) -> Int64 {
    if let known = nodeIDs[point] { return known }
    let id = nextNodeID
    nodeIDs[point] = id
    objects.nodes.append(OSMNode(id: id, x: point.x, y: point.y))
    return id
  }
}
