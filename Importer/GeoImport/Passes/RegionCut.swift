import GeoModel
import GeoStoreWriting
import OSMFile

// How data is cut to a region, once everything is read and the newest version of each object is known:
// 1. Extracts are kept whole unless the user gave a polygon. Objects that are only in change files are strangers, which
//    must pass the tests below, since the changes may be those of the whole planet.
// 2. A way is inside if one of its nodes lies in the region.
// 3. A node is inside if it lies in the region, or if a way or relation that is inside refers to it.
// 4. A relation is inside if one of its ways is, or if one of its nodes lies in the region.
// All other objects are outside and become nothing. They may still bound an area, because a country extends beyond the
// region.

/// The cut of an import to a region.
package struct RegionCut: Sendable {
  /// The region that is kept.
  package var region: ImportRegion
  /// Whether extracts are cut, too, or only changes.
  var cutsExtracts: Bool

  /// Creates the cut for some files; nil if nothing is cut. Without a region, only changes are cut, provided that there
  /// is an extract and each extract has a bounding box.
  package init?(_ region: ImportRegion?, _ readers: [OSMFileReader]) {
    if let region {
      self.init(region: region, cutsExtracts: true)
      return
    }
    let extracts = readers.filter { !$0.header.isChange }
    let boxes = extracts.compactMap(\.header.boundingBox)
    guard extracts.count < readers.count, !extracts.isEmpty, boxes.count == extracts.count else { return nil }
    self.init(region: ImportRegion(boxes: boxes.flatMap(RegionCut.boxes)), cutsExtracts: false)
  }

  private init(region: ImportRegion, cutsExtracts: Bool) {
    self.region = region
    self.cutsExtracts = cutsExtracts
  }

  /// The boxes of a header's bounding box: two if it crosses the antimeridian.
  private static func boxes(_ box: OSMBoundingBox) -> [FixedBox] {
    let whole = FixedBox(minX: box.minX, minY: box.minY, maxX: box.maxX, maxY: box.maxY)
    guard box.minX > box.maxX else { return [whole] }
    return [
      FixedBox(minX: box.minX, minY: box.minY, maxX: Globe.halfTurn, maxY: box.maxY),
      FixedBox(minX: -Globe.halfTurn, minY: box.minY, maxX: box.maxX, maxY: box.maxY),
    ]
  }
}

extension ExtractContent {
  /// Marks everything outside of a region.
  mutating func cut(to cut: RegionCut, in workspace: Workspace?) {
    var inside = MappedArray<Int64>(in: workspace)
    for batch in ways.indices {
      let current = ways[batch]
      ways[batch].outside = current.outside(of: cut) { index in
        var isInside = false
        current.forEachNode(of: index, locations) { _, point in
          isInside = isInside || point.map(cut.region.contains) ?? false
        }
        return isInside
      }
      skipped.add(.outsideRegion, ways[batch].outside.count { $0 })
      for (index, id) in ways[batch].ids.enumerated() where !ways[batch].isLeftOut(index) { inside.append(id) }
    }
    let insideWays = NodeIndex(inside)
    for batch in relations.indices {
      let current = relations[batch]
      relations[batch].outside = current.outside(of: cut) { index in
        current.members(index).contains { member in
          switch member.type {
          case .way: insideWays.position(of: member.id) != nil
          case .node: locations.point(of: member.id).map(cut.region.contains) ?? false
          case .relation, .table: false
          }
        }
      }
    }
    for batch in relations { skipped.add(.outsideRegion, batch.outside.count { $0 }) }
    cutNodes(to: cut, in: workspace)
  }

  /// Marks nodes outside of a region, except for those that kept objects refer to.
  private mutating func cutNodes(to cut: RegionCut, in workspace: Workspace?) {
    var candidates = MappedArray<Int64>(in: workspace)
    for batch in nodes {
      for index in batch.ids.indices where isForeign(batch, index, cut) { candidates.append(batch.ids[index]) }
    }
    let index = NodeIndex(candidates)
    guard index.count > 0 else { return }
    var isNeeded = MappedArray(repeating: false, count: index.count, in: workspace)
    for batch in ways {
      for way in batch.ids.indices where !batch.isLeftOut(way) {
        batch.refs.forEach(of: way) { if let found = index.position(of: $0) { isNeeded[found] = true } }
      }
    }
    for batch in relations {
      for relation in batch.ids.indices where !batch.isLeftOut(relation) {
        for member in batch.members(relation) where member.type == .node {
          if let found = index.position(of: member.id) { isNeeded[found] = true }
        }
      }
    }
    for batch in nodes.indices {
      var outside = MappedArray<Bool>(in: workspace)
      for node in nodes[batch].ids.indices {
        let found = isForeign(nodes[batch], node, cut) ? index.position(of: nodes[batch].ids[node]) : nil
        outside.append(found.map { !isNeeded[$0] } ?? false)
      }
      nodes[batch].outside = outside
      skipped.add(.outsideRegion, outside.count { $0 })
    }
  }

  /// Whether a node lies outside of the region and is subject to the cut.
  private func isForeign(_ batch: NodeBatch, _ node: Int, _ cut: RegionCut) -> Bool {
    !batch.isDropped(node) && !cut.region.contains(batch.points[node])
      && (cut.cutsExtracts || batch.isChange && !locations.isNative(batch.ids[node]))
  }
}

extension VersionedBatch {
  /// Whether each object is outside; empty if none is subject to the cut.
  fileprivate func outside(of cut: RegionCut, belongs: (Int) -> Bool) -> MappedArray<Bool> {
    guard cut.cutsExtracts || history.strangers.contains(true) else { return [] }
    var flags = MappedArray<Bool>()
    for index in ids.indices {
      let mustShow = !isDropped(index) && (cut.cutsExtracts || history.strangers[index])
      flags.append(mustShow && !belongs(index))
    }
    return flags
  }
}
