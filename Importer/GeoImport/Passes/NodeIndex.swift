import GeoModel
import GeoStoreWriting

/// The sorted ids of all needed nodes.
///
/// A table of buckets, one for about two ids, narrows the range for a binary search.
struct NodeIndex: Sendable {
  private let ids: MappedArray<Int64>
  private let buckets: MappedArray<UInt32>
  private let shift: UInt64

  /// Creates an index of ids, in any order and with repetitions, in their workspace.
  init(_ unsorted: consuming MappedArray<Int64>) {
    ids = NodeIndex.sortedUnique(unsorted)
    (buckets, shift) = NodeIndex.buckets(ids)
    ids.expectAccess(random: true)
    buckets.expectAccess(random: true)
  }

  /// The workspace of the index; nil for the heap.
  var workspace: Workspace? { ids.workspace }

  /// The number of different ids.
  var count: Int { ids.count }

  /// The rank of an id in ascending order; nil if it is not in the index.
  func position(of id: Int64) -> Int? {
    var cursor = 0
    return position(of: id, at: &cursor)
  }

  /// The rank of an id; nil if it is not in the index. Nodes of a way or a block mostly have consecutive ranks, so the
  /// rank after the last one is tried first.
  ///
  /// - Parameter cursor: the rank after the last one found; 0 at first. Updated by the call.
  func position(of id: Int64, at cursor: inout Int) -> Int? {
    guard isBetween(id, cursor) || find(id, &cursor) else { return nil }
    guard ids[cursor] == id else { return nil }
    cursor += 1
    return cursor - 1
  }

  /// Whether this is the position of an id, or the one to insert it at.
  @inline(__always) private func isBetween(_ id: Int64, _ position: Int) -> Bool {
    position < ids.count && id <= ids[position] && (position == 0 || ids[position - 1] < id)
  }

  /// Moves a cursor to the first indexed id that is not less than an id.
  ///
  /// Returns false if the id is beyond the first or last one.
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

  /// The ids in ascending order without repetitions.
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

  /// The start of each bucket in the sorted ids, and the number of bits by which an id's offset is shifted to get its
  /// bucket.
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

/// The locations of the needed nodes.
///
/// Without versions, they take about 16 bytes a node, half of them for its id in ``index``.
struct NodeLocations: Sendable {
  /// The needed nodes.
  let index: NodeIndex
  private var points: MappedArray<FixedPoint>
  /// Versions of the locations; empty if no node can occur twice.
  private var versions: MappedArray<ObjectVersion>
  /// Whether an extract has each node in some version; empty if not needed.
  private var natives: MappedArray<Bool>

  private static let missing = FixedPoint(x: .max, y: .max)

  /// Creates a table of locations for these nodes, all unknown at first.
  ///
  /// - Parameters:
  ///   - keepsVersions: whether nodes may occur in several versions, of which the newest counts.
  ///   - notesNatives: whether to record which nodes are in extracts, not only in change files.
  init(_ index: NodeIndex, keepsVersions: Bool, notesNatives: Bool = false) {
    self.index = index
    points = MappedArray(repeating: NodeLocations.missing, count: index.count, in: index.workspace)
    points.expectAccess(random: true)
    let unknown = ObjectVersion(number: .min, order: 0, isVisible: false)
    versions = MappedArray(repeating: unknown, count: keepsVersions ? index.count : 0, in: index.workspace)
    natives = MappedArray(repeating: false, count: notesNatives ? index.count : 0, in: index.workspace)
  }

  /// The location of a node; nil if no extract contains it or its newest version is deleted.
  func point(of id: Int64) -> FixedPoint? {
    var cursor = 0
    return point(of: id, at: &cursor)
  }

  /// The location of a node in a series of look-ups.
  ///
  /// - Parameter cursor: see ``NodeIndex/position(of:at:)``.
  func point(of id: Int64, at cursor: inout Int) -> FixedPoint? {
    guard let position = index.position(of: id, at: &cursor), points[position] != NodeLocations.missing else {
      return nil
    }
    return points[position]
  }

  /// Sets a node's location, unless a newer version is known.
  mutating func set(_ position: Int, _ point: FixedPoint, _ version: ObjectVersion) {
    if !versions.isEmpty {
      guard versions[position] <= version else { return }
      versions[position] = version
    }
    points[position] = version.isVisible ? point : NodeLocations.missing
  }

  /// Sets a node's location as given by a way. The version of the node itself comes later and replaces it.
  mutating func setOfWay(_ id: Int64, _ point: FixedPoint?, isNative: Bool) {
    guard let point, let position = index.position(of: id) else { return }
    set(position, point, ObjectVersion(number: .min + 1, order: 0, isVisible: true))
    if isNative { noteNative(position) }
  }

  /// Records that an extract has a node.
  mutating func noteNative(_ position: Int) { if !natives.isEmpty { natives[position] = true } }

  /// Whether an extract has a node in some version.
  func isNative(_ id: Int64) -> Bool { !natives.isEmpty && index.position(of: id).map { natives[$0] } ?? false }

  /// Whether this version of a node is the one that counts and is not deleted.
  func isCurrent(_ id: Int64, _ version: ObjectVersion) -> Bool {
    guard version.isVisible, let position = index.position(of: id) else { return false }
    return versions.isEmpty || versions[position] == version
  }
}
