import OSMFile

/// Objects of a file to be.
struct MapObjects {
  var nodes: [OSMNode] = []
  var ways: [OSMWay] = []
  var relations: [OSMRelation] = []
}
