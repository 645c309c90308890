import GeoModel
import OSMFile
import Synchronization

/// Takes the locations of needed nodes, and the nodes that can become a record, from one block.
struct NodePass: Sendable {
  /// The positions of a needed node in the index and in its block.
  private struct Needed {
    var position: Int
    var node: Int
  }

  let selection: Selection
  /// The blob's position if objects may occur in several versions, else nil.
  let order: Int32?
  private(set) var batch = NodeBatch()

  /// Keeps the nodes that can become a record.
  mutating func collectTagged(_ block: PrimitiveBlock) {
    let nodes = block.nodes
    guard !nodes.taggedNodes.isEmpty else { return }
    var keys = BlockKeys(block)
    var objects = selection.includesObjects ? BlockObjects(block) : nil
    let map = selection.map.hasAreas ? BlockMap(block, selection.map) : nil
    for (tagged, node) in nodes.taggedNodes.enumerated() {
      let tags = nodes.tags(ofTagged: tagged)
      let index = Int(node)
      guard nodes.visible[index] else { continue }
      let mask = keys.mask(tags)
      let isWanted = selection.wantsNode(mask)
      let element = batch.ids.count
      let isObject = objects?.take(tags, element: element, into: &batch.objects) ?? false
      let isEntrance = objects?.takeEntrance(tags, element: element, into: &batch.objects) ?? false
      let draft = map?.name(tags, mask, keys, element: element)
      if let draft { batch.map.append(draft) }
      guard isWanted || isObject || isEntrance || draft != nil else { continue }
      batch.ids.append(nodes.ids[index])
      batch.points.append(FixedPoint(x: nodes.x[index], y: nodes.y[index]))
      if isWanted || draft != nil { keys.take(tags, into: &batch.tags) } else { batch.tags.endObject() }
      if order != nil { batch.versions.append(version(nodes, index, order: order ?? 0)) }
    }
  }

  /// Enters the locations of needed nodes into the shared table, all at once to hold the lock only briefly.
  func locate(
    _ block: PrimitiveBlock, _ index: NodeIndex, _ table: borrowing Mutex<NodeLocations>, _ blob: BlobQueue.Blob
  ) {
    let nodes = block.nodes
    var found: [Needed] = []
    found.reserveCapacity(nodes.count)
    var cursor = 0
    for node in 0..<nodes.count {
      guard let position = index.position(of: nodes.ids[node], at: &cursor) else { continue }
      found.append(Needed(position: position, node: node))
    }
    table.withLock { table in
      for needed in found {
        let (position, node) = (needed.position, needed.node)
        let point = FixedPoint(x: nodes.x[node], y: nodes.y[node])
        table.set(position, point, version(nodes, node, order: blob.order))
        if !blob.isChange { table.noteNative(position) }
      }
    }
  }

  /// The version of a node; 0 if the file has none.
  private func version(_ nodes: NodeColumns, _ index: Int, order: Int32) -> ObjectVersion {
    ObjectVersion(
      number: nodes.versions.isEmpty ? 0 : nodes.versions[index], order: order, isVisible: nodes.visible[index])
  }
}
