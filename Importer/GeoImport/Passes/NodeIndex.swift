import GeoModel
import GeoStoreWriting

/// The sorted ids of all needed nodes.
///
/// A table of buckets, one for about two ids, leads to the right neighborhood; a binary search does the rest.
struct NodeIndex: Sendable {
  private let ids: MappedArray<Int64>
  private let buckets: MappedArray<UInt32>
  private let shift: UInt64

  /// An index of these ids, given in any order and with repetition. It lives where they do.
  init(_ unsorted: consuming MappedArray<Int64>) {
    ids = NodeIndex.sortedUnique(unsorted)
    (buckets, shift) = NodeIndex.buckets(ids)
    ids.expectAccess(random: true)
    buckets.expectAccess(random: true)
  }

  /// Where the index lives once it is large; nil for the heap.
  var workspace: Workspace? { ids.workspace }

  /// Number of different ids.
  var count: Int { ids.count }

  /// The position of an id in ascending order; nil when it is not in the index.
  func position(of id: Int64) -> Int? {
    var cursor = 0
    return position(of: id, at: &cursor)
  }

  /// The position of an id; nil when it is not in the index. The nodes of a way and those of a block mostly follow one another here too,
  /// so it is looked for where the last one was before anywhere else.
  ///
  /// - Parameter cursor: where the id after the last one would be; 0 before the first one.
  func position(of id: Int64, at cursor: inout Int) -> Int? {
    guard isBetween(id, cursor) || find(id, &cursor) else { return nil }
    guard ids[cursor] == id else { return nil }
    cursor += 1
    return cursor - 1
  }

  /// Whether the position of an id is this one, if it has any.
  @inline(__always) private func isBetween(_ id: Int64, _ position: Int) -> Bool {
    position < ids.count && id <= ids[position] && (position == 0 || ids[position - 1] < id)
  }

  /// Moves a cursor to the first id that is not less; false for one beyond the ends.
  private func find(_ id: Int64, _ cursor: inout Int) -> Bool {
    guard let first = ids.first, id >= first, id <= ids[ids.count - 1] else { return false }
    let bucket = Int(UInt64(bitPattern: id &- first) >> shift)
    var low = Int(buckets[bucket])
    var high = Int(buckets[bucket + 1])
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    cursor = low
    return true
  }

  /// The ids in ascending order, each once.
  static func sortedUnique(_ unsorted: consuming MappedArray<Int64>) -> MappedArray<Int64> {
    var ids = unsorted
    RadixSort.sort(&ids) { UInt64(bitPattern: $0 ^ .min) }
    var count = 0
    ids.withUnsafeMutableBufferPointer { ids in
      for index in ids.indices where index == 0 || ids[index] != ids[count - 1] {
        ids[count] = ids[index]
        count += 1
      }
    }
    ids.removeLast(ids.count - count)
    ids.shrinkToFit()
    return ids
  }

  /// Where each bucket begins in the sorted ids, and by how many bits an id's offset is shifted to give its bucket.
  private static func buckets(_ ids: MappedArray<Int64>) -> (starts: MappedArray<UInt32>, shift: UInt64) {
    guard let first = ids.first, let last = ids.last else { return ([0, 0], 63) }
    let span = UInt64(bitPattern: last &- first)
    var shift: UInt64 = 0
    while span >> shift > UInt64(ids.count / 2 + 16) { shift += 1 }
    var starts = MappedArray<UInt32>(repeating: 0, count: Int(span >> shift) + 2, in: ids.workspace)
    for id in ids { starts[Int(UInt64(bitPattern: id &- first) >> shift) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    return (starts, shift)
  }
}

/// Where the needed nodes are: 16 bytes a node with its id in ``index``.
struct NodeLocations: Sendable {
  /// Which nodes are needed.
  let index: NodeIndex
  private var points: MappedArray<FixedPoint>
  /// Versions of the locations; empty when no node can occur twice.
  private var versions: MappedArray<ObjectVersion>
  /// Which nodes an extract has in some version; empty when nobody asks.
  private var natives: MappedArray<Bool>

  private static let missing = FixedPoint(x: .max, y: .max)

  /// Locations for these nodes, none of them known yet.
  ///
  /// - Parameters:
  ///   - keepsVersions: whether nodes may occur in several versions, of which the newest counts.
  ///   - notesNatives: whether it matters which nodes come from change files alone.
  init(_ index: NodeIndex, keepsVersions: Bool, notesNatives: Bool = false) {
    self.index = index
    points = MappedArray(repeating: NodeLocations.missing, count: index.count, in: index.workspace)
    points.expectAccess(random: true)
    let unknown = ObjectVersion(number: .min, order: 0, isVisible: false)
    versions = MappedArray(repeating: unknown, count: keepsVersions ? index.count : 0, in: index.workspace)
    natives = MappedArray(repeating: false, count: notesNatives ? index.count : 0, in: index.workspace)
  }

  /// The location of a node; nil when no extract contains it or its newest version is deleted.
  func point(of id: Int64) -> FixedPoint? {
    var cursor = 0
    return point(of: id, at: &cursor)
  }

  /// The location of one of several nodes.
  ///
  /// - Parameter cursor: see ``NodeIndex/position(of:at:)``.
  func point(of id: Int64, at cursor: inout Int) -> FixedPoint? {
    guard let position = index.position(of: id, at: &cursor), points[position] != NodeLocations.missing else {
      return nil
    }
    return points[position]
  }

  /// Notes a node's location.
  mutating func set(_ position: Int, _ point: FixedPoint, _ version: ObjectVersion) {
    if !versions.isEmpty {
      guard versions[position] <= version else { return }
      versions[position] = version
    }
    points[position] = version.isVisible ? point : NodeLocations.missing
  }

  /// Notes where a way says that one of its nodes is; what is said of the node itself comes later and counts more.
  mutating func setOfWay(_ id: Int64, _ point: FixedPoint?, isNative: Bool) {
    guard let point, let position = index.position(of: id) else { return }
    set(position, point, ObjectVersion(number: .min + 1, order: 0, isVisible: true))
    if isNative { noteNative(position) }
  }

  /// Notes that an extract has a node.
  mutating func noteNative(_ position: Int) { if !natives.isEmpty { natives[position] = true } }

  /// Whether an extract has a node in some version.
  func isNative(_ id: Int64) -> Bool { !natives.isEmpty && index.position(of: id).map { natives[$0] } ?? false }

  /// Whether this version of a node is the one that counts, and is not deleted.
  func isCurrent(_ id: Int64, _ version: ObjectVersion) -> Bool {
    guard version.isVisible, let position = index.position(of: id) else { return false }
    return versions.isEmpty || versions[position] == version
  }
}
