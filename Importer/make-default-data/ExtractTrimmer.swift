import GeoImport
import OSMFile

// How an extract is trimmed:
// 1. Keep only the tags that an import uses.
// 2. Keep the objects that an import uses with these tags: streets, addresses, places, areas, places of interest, and
//    everything that a map shows.
// 3. Keep relations of areas only if all their ways are present, as an import cannot close others.
// 4. Keep the ways needed by kept relations, and the nodes needed by kept ways and relations.

/// Reduces an extract to what an import uses.
struct ExtractTrimmer {
  private let source: OSMFileContents

  init(_ source: OSMFileContents) { self.source = source }

  /// The kept objects, in the order of the extract.
  func trimmed() -> MapObjects {
    var result = MapObjects()
    result.relations = relations()
    let memberWays = Set(result.relations.flatMap { $0.members.lazy.filter { $0.type == .way }.map(\.id) })
    let memberNodes = Set(result.relations.flatMap { $0.members.lazy.filter { $0.type == .node }.map(\.id) })
    result.ways = ways(members: memberWays)
    let wayNodes = Set(result.ways.lazy.flatMap(\.refs))
    result.nodes = nodes(needed: wayNodes.union(memberNodes))
    return result
  }

  private func relations() -> [OSMRelation] {
    let known = Set(source.ways.map(\.id))
    return source.relations.compactMap { relation in
      let tags = TagSelection.relation(relation.tags)
      guard !tags.isEmpty else { return nil }
      let ways = relation.members.filter { $0.type == .way }
      let isStreet = TagSelection.streetRelations.contains(tags["type"] ?? "")
      // A street's houses may be missing, but not the borders of an area.
      guard isStreet ? ways.contains(where: { known.contains($0.id) }) : isWhole(ways, known) else { return nil }
      return OSMRelation(id: relation.id, members: relation.members, tags: tags)
    }
  }

  private func isWhole(_ ways: [OSMMember], _ known: Set<Int64>) -> Bool {
    !ways.isEmpty && ways.allSatisfy { known.contains($0.id) }
  }

  private func ways(members: Set<Int64>) -> [OSMWay] {
    source.ways.compactMap { way in
      let tags = TagSelection.way(way.tags, isClosed: way.refs.count > 3 && way.refs.first == way.refs.last)
      guard !tags.isEmpty || members.contains(way.id) else { return nil }
      return OSMWay(id: way.id, refs: way.refs, tags: tags)
    }
  }

  private func nodes(needed: Set<Int64>) -> [OSMNode] {
    source.nodes.compactMap { node in
      let tags = TagSelection.node(node.tags)
      guard !tags.isEmpty || needed.contains(node.id) else { return nil }
      return OSMNode(id: node.id, x: node.x, y: node.y, tags: tags)
    }
  }
}

/// Selects the tags to keep. An empty result means that an import does not use the object.
enum TagSelection {
  /// Types of relations that link houses to their street.
  static let streetRelations: Set = ["associatedStreet", "street"]
  private static let areaRelations: Set = ["multipolygon", "boundary"]

  /// Keys that make an object an address by themselves.
  private static let addressKeys: Set = [
    "addr:housenumber", "addr:housename", "addr:conscriptionnumber", "addr:streetnumber", "addr:interpolation",
  ]
  /// Keys that make an object with a name worth keeping.
  private static let namedKeys: Set = [
    "place", "boundary", "natural", "waterway", "water", "landuse", "leisure", "amenity", "shop", "tourism", "office",
    "historic", "craft", "public_transport", "railway", "man_made", "aeroway", "healthcare", "building",
  ]

  /// The tags of a node.
  static func node(_ tags: [String: String]) -> [String: String] {
    let used = used(tags)
    return isAddress(used) || isNamedThing(used) ? used : [:]
  }

  /// The tags of a way.
  ///
  /// Named lines that are neither streets nor shown on a map are dropped.
  static func way(_ tags: [String: String], isClosed: Bool) -> [String: String] {
    let used = used(tags)
    let isStreet = used["highway"] != nil && (used["name"] != nil || used["ref"] != nil)
    let isKept =
      isStreet || isAddress(used) || (isClosed && isNamedThing(used)) || ShownTags.mean(used, isClosed: isClosed)
    return isKept ? used : [:]
  }

  /// The tags of a relation.
  static func relation(_ tags: [String: String]) -> [String: String] {
    let used = used(tags)
    let type = used["type"] ?? ""
    if streetRelations.contains(type) { return used }
    let isStreet = used["highway"] != nil && used["name"] != nil
    guard areaRelations.contains(type) else { return [:] }
    return isAddress(used) || isNamedThing(used) || isStreet || ShownTags.mean(used, isClosed: true) ? used : [:]
  }

  private static func used(_ tags: [String: String]) -> [String: String] {
    tags.filter { !$0.value.isEmpty && ImportedTags.contains($0.key) }
  }

  private static func isAddress(_ tags: [String: String]) -> Bool { tags.keys.contains { addressKeys.contains($0) } }

  private static func isNamedThing(_ tags: [String: String]) -> Bool {
    tags["name"] != nil && tags.keys.contains { namedKeys.contains($0) }
  }
}

/// The objects of a file to write.
struct MapObjects {
  var nodes: [OSMNode] = []
  var ways: [OSMWay] = []
  var relations: [OSMRelation] = []
}
