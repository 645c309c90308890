import GeoModel
import OSMFile

/// Keeps the ways of one block that can become a record or that relations need.
struct WayPass: Sendable {
  let selection: Selection
  let memberWays: NodeIndex
  /// The blob's position if objects may occur in several versions, else nil.
  let order: Int32?
  private(set) var batch = WayBatch()
  /// The number of ways with a `highway` tag but no name or number.
  private(set) var unnamedStreets = 0

  /// Reads all ways of a block.
  mutating func read(_ block: PrimitiveBlock) {
    let ways = block.ways
    var keys = BlockKeys(block)
    var objects = selection.includesObjects ? BlockObjects(block) : nil
    let map = BlockMap(block, selection.map)
    var cursor = 0
    for index in 0..<ways.count {
      let tags = ways.tags(of: index)
      let mask = keys.mask(tags)
      let isWanted = selection.wantsWay(mask)
      if mask.contains(.highway) && !isWanted { unnamedStreets += 1 }
      let version = order.map {
        ObjectVersion(number: ways.versions[index], order: $0, isVisible: ways.visible[index])
      }
      let isObject =
        ways.visible[index]
        && objects?.take(tags, element: batch.ids.count, into: &batch.objects) ?? false
      let draft =
        ways.visible[index]
        ? map?.draft(tags, mask, keys, element: batch.ids.count, isRing: ways.isRing(index)) : nil
      if let draft { batch.map.append(draft) }
      if ways.visible[index],
        isWanted || isObject || draft != nil || memberWays.position(of: ways.ids[index], at: &cursor) != nil
      {
        // Of the ways kept only for the map, just ferries are shown with names.
        if isWanted || draft?.kind == .ferry { keys.take(tags, into: &batch.tags) } else { batch.tags.endObject() }
        keep(ways, index)
        if let version { batch.history.versions.append(version) }
      } else if let version {
        batch.history.tombstones.append(
          .init(id: ways.ids[index], version: version, position: Int32(batch.ids.count)))
      }
    }
  }

  /// Copies a way's nodes, with their locations if the file has them on ways.
  private mutating func keep(_ ways: WayColumns, _ index: Int) {
    batch.ids.append(ways.ids[index])
    batch.refs.append(ways.refs(of: index))
    guard ways.hasLocations else { return }
    for location in ways.locations(of: index) { batch.points.append(FixedPoint(x: location.x, y: location.y)) }
    batch.pointEnds.append(UInt32(batch.points.count))
  }
}

extension WayColumns {
  /// Whether a way ends where it begins.
  fileprivate func isRing(_ way: Int) -> Bool {
    let refs = refs(of: way)
    return refs.count >= 4 && refs.first == refs.last
  }
}

extension WayBatch {
  /// A node of a way with its location.
  struct LocatedNode {
    var id: Int64
    var point: FixedPoint
  }

  /// A way's vertices, without unknown locations and repetitions.
  func resolvedPoints(_ way: Int, _ locations: NodeLocations, missing: inout Int) -> [FixedPoint] {
    [FixedPoint](unsafeUninitializedCapacity: refs.count(of: way)) { result, count in
      forEachNode(of: way, locations) { _, point in
        guard let point else { return missing += 1 }
        if count > 0, point == result[count - 1] { return }
        result.initializeElement(at: count, to: point)
        count += 1
      }
    }
  }

  /// The parts of a way between vertices of unknown location.
  func knownParts(_ way: Int, _ locations: NodeLocations) -> [[FixedPoint]] {
    var parts: [[FixedPoint]] = [[]]
    forEachNode(of: way, locations) { _, point in
      if let point {
        if point != parts[parts.count - 1].last { parts[parts.count - 1].append(point) }
      } else if !parts[parts.count - 1].isEmpty {
        parts.append([])
      }
    }
    return parts.filter { $0.count > 1 }
  }

  /// A way's nodes with known locations.
  func locatedRefs(_ way: Int, _ locations: NodeLocations) -> [LocatedNode] {
    var nodes: [LocatedNode] = []
    forEachNode(of: way, locations) { id, point in if let point { nodes.append(LocatedNode(id: id, point: point)) } }
    return nodes
  }

  /// Calls `body` with each node of a way in order, and its location if that is known.
  @inline(__always) func forEachNode(
    of way: Int, _ locations: NodeLocations, _ body: (Int64, FixedPoint?) -> Void
  ) {
    guard points.isEmpty else { return forEachOwnPoint(of: way, body) }
    var cursor = 0
    refs.forEach(of: way) { body($0, locations.point(of: $0, at: &cursor)) }
  }

  /// Calls `body` with each node of a way in order, and the location that the way has for it.
  fileprivate func forEachOwnPoint(of way: Int, _ body: (Int64, FixedPoint?) -> Void) {
    var position = way == 0 ? 0 : Int(pointEnds[way - 1])
    refs.forEach(of: way) { id in
      body(id, points[position] == WayBatch.unknownPlace ? nil : points[position])
      position += 1
    }
  }

  /// The location that a file with locations on ways gives to nodes that it lacks.
  private static let unknownPlace = FixedPoint(x: WayLocation.missing.x, y: WayLocation.missing.y)
}

extension ExtractContent {
  /// Moves the locations from ways to the table of locations. There, any version of the node itself replaces them.
  mutating func movePlacesOfWays(to locations: inout NodeLocations) {
    // The newest version of a way counts, so it comes last.
    for isDropped in [true, false] {
      for batch in ways where !batch.points.isEmpty {
        for way in batch.ids.indices where batch.isDropped(way) == isDropped {
          batch.forEachOwnPoint(of: way) { locations.setOfWay($0, $1, isNative: !batch.isChange) }
        }
      }
    }
    for batch in ways.indices { ways[batch].points = [] }
  }
}
