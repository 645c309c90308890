import GeoImport
import GeoModel
import OSMFile

// How extracts and changes become new extracts, once there are many changes:
// 1. Each extract is read once, blob by blob, and rewritten with the newest version of each object, without deleted
//    ones. This pass records which of the changed objects, and of the nodes and ways that they refer to, are in any
//    extract.
// 2. Changed objects that are in no extract are strangers: new, or changed elsewhere. Those that belong to the region
//    are appended to the last extract. The others are dropped, so that change files of the whole planet do not fill the
//    disk of a city. Membership is decided as in an import. Ways that bound areas of the region are always kept, or a
//    city at the edge would have an open boundary.
// The new files are not marked as sorted, because new objects come last. An import then compares versions, as it does
// with changes.

/// Rewrites extracts with their changes applied.
struct ExtractRewriter {
  private let changes: ChangeSet
  private let region: ImportRegion?
  private let shouldContinue: (Double) -> Bool
  /// The ids of changed objects and of those that they refer to, to record whether an extract has them.
  private var nodes = Sightings(), ways = Sightings(), relations = Sightings()
  /// Nodes among them that lie in the region.
  private var inside: Set<Int64> = []
  /// Changed ways that bound written areas.
  private var bounding: Set<Int64> = []

  /// Wanted ids, and those among them that were found.
  private struct Sightings {
    var wanted: Set<Int64> = []
    var seen: Set<Int64> = []
    mutating func note(_ id: Int64) { if wanted.contains(id) { seen.insert(id) } }
  }

  /// Creates a rewriter for changes.
  ///
  /// - Parameters:
  ///   - region: the region in which strangers are kept; nil for everywhere.
  ///   - shouldContinue: called with the completed part, 0 to 1. Returning false stops the rewriting.
  init(_ changes: ChangeSet, region: ImportRegion?, shouldContinue: @escaping (Double) -> Bool) {
    self.changes = changes
    self.region = region
    self.shouldContinue = shouldContinue
    nodes.wanted.formUnion(changes.nodes.keys)
    ways.wanted.formUnion(changes.ways.keys)
    relations.wanted.formUnion(changes.relations.keys)
    for way in changes.ways.values { nodes.wanted.formUnion(way.refs) }
    for member in changes.relations.values.lazy.flatMap(\.members) {
      switch member.type {
      case .node: nodes.wanted.insert(member.id)
      case .way: ways.wanted.insert(member.id)
      case .relation: break
      }
    }
  }

  /// Rewrites all extracts.
  ///
  /// - Parameters:
  ///   - readers: the extracts.
  ///   - paths: the paths of the new files, one for each extract.
  mutating func write(_ readers: [OSMFileReader], to paths: [String]) throws(OSMFileError) {
    for (index, (reader, path)) in zip(readers, paths).enumerated() {
      var header = reader.header
      header.optionalFeatures.removeAll { $0.hasPrefix("Sort.") }
      header.writingProgram = "geocode " + productVersion
      header.replicationBaseURL = changes.end.url
      header.replicationSequence = changes.end.sequence
      header.replicationTimestamp = changes.end.timestamp.flatMap(OSMFileHeader.seconds)
      var options = OSMWriteOptions()
      options.metadata = true
      let writer = try OSMFileWriter(path: path, header: header, options: options)
      let block = PrimitiveBlock()
      for blob in reader.blobs.indices {
        let share = (Double(index) + Double(blob) / Double(reader.blobs.count)) / Double(readers.count)
        guard shouldContinue(share) else { throw OSMFileError.stopped(path) }
        try copy(try OSMFileContents(reader, blob: blob, using: block), to: writer)
      }
      if index == readers.count - 1 { try writeStrangers(to: writer) }
      try writer.finish()
    }
  }

  private mutating func copy(_ objects: OSMFileContents, to writer: OSMFileWriter) throws(OSMFileError) {
    for node in objects.nodes {
      nodes.note(node.id)
      guard let result = Self.newest(node, changes.nodes) else { continue }
      if nodes.wanted.contains(node.id), isInside(result) { inside.insert(node.id) }
      try writer.write(result)
    }
    for way in objects.ways {
      ways.note(way.id)
      if let result = Self.newest(way, changes.ways) { try writer.write(result) }
    }
    for relation in objects.relations {
      relations.note(relation.id)
      guard let result = Self.newest(relation, changes.relations) else { continue }
      bounding.formUnion(bounds(of: result))
      try writer.write(result)
    }
  }

  /// The changed ways that bound a relation, if that is an area.
  private func bounds(of relation: OSMRelation) -> [Int64] {
    let isArea = ["multipolygon", "boundary"].contains(relation.tags["type"]) || relation.tags["boundary"] != nil
    guard isArea else { return [] }
    return relation.members.filter { $0.type == .way && changes.ways[$0.id] != nil }.map(\.id)
  }

  /// The newest version of an extract's object; nil if it is deleted.
  private static func newest<Object: VersionedObject>(_ object: Object, _ changes: [Int64: Object]) -> Object? {
    guard let change = changes[object.id], change.supersedes(object) else { return object }
    return change.isVisible ? change : nil
  }

  private func writeStrangers(to writer: OSMFileWriter) throws(OSMFileError) {
    let newNodes = Self.strangers(changes.nodes, nodes.seen)
    let inside = inside.union(newNodes.lazy.filter { isInside($0) }.map(\.id))
    let newWays = Self.strangers(changes.ways, ways.seen)
    let insideWays = ways.seen.union(
      newWays.lazy.filter { $0.refs.contains(where: inside.contains) }.map(\.id))
    let newRelations = Self.strangers(changes.relations, relations.seen).filter { relation in
      relation.members.contains { member in
        switch member.type {
        case .node: inside.contains(member.id)
        case .way: insideWays.contains(member.id)
        case .relation: false
        }
      }
    }
    let neededWays = insideWays.union(bounding).union(newRelations.flatMap(bounds))
    // A way or relation that belongs to the region needs all its nodes, wherever they are.
    var needed = inside
    for way in changes.ways.values where neededWays.contains(way.id) { needed.formUnion(way.refs) }
    let changed = changes.relations.values.filter { relations.seen.contains($0.id) }
    for member in (newRelations + changed).lazy.flatMap(\.members) where member.type == .node {
      needed.insert(member.id)
    }
    for node in newNodes where needed.contains(node.id) { try writer.write(node) }
    for way in newWays where neededWays.contains(way.id) { try writer.write(way) }
    for relation in newRelations { try writer.write(relation) }
  }

  /// Changed objects that no extract has, by id.
  private static func strangers<Object: VersionedObject>(_ changes: [Int64: Object], _ seen: Set<Int64>) -> [Object] {
    changes.values.filter { $0.isVisible && !seen.contains($0.id) }.sorted { $0.id < $1.id }
  }

  private func isInside(_ node: OSMNode) -> Bool {
    region.map { $0.contains(FixedPoint(x: node.x, y: node.y)) } ?? true
  }
}
