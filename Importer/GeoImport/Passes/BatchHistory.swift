import GeoModel
import GeoStoreWriting
import OSMFile

/// The version of an object, which decides which of several is the newest. The highest version number wins, then a
/// deletion, then the last position among files and blobs. Deletions win because change files may give them the number
/// of the deleted version, and may come in any order. In change files without numbers, the reader gives all objects the
/// greatest number. Among those only the position decides, so an object that is deleted and then created again exists.
struct ObjectVersion: Comparable, Sendable {
  var number: Int32
  /// Position of the blob among the blobs of all files. Those of change files come last.
  var order: Int32
  var isVisible: Bool

  static func < (a: ObjectVersion, b: ObjectVersion) -> Bool {
    if a.number != b.number { return a.number < b.number }
    if a.number == OSMFileHeader.unnumberedChange { return a.order < b.order }
    return a.isVisible == b.isVisible ? a.order < b.order : a.isVisible
  }
}

/// Versions of a batch's objects. All arrays are empty if no object can occur twice.
struct BatchHistory: Sendable {
  /// An object that is not kept, but whose version may be newer than that of a kept object.
  struct Tombstone {
    var id: Int64
    var version: ObjectVersion
    /// The number of kept objects of its batch that come before it.
    var position: Int32
  }

  /// Versions of the kept objects.
  var versions = MappedArray<ObjectVersion>()
  /// Objects that are not kept.
  var tombstones = MappedArray<Tombstone>()
  /// For each kept object, whether another version replaces it.
  var dropped = MappedArray<Bool>()
  /// For each kept object of a change file, whether no extract has it in any version; empty in extracts.
  var strangers = MappedArray<Bool>()

  /// Whether another version replaces an object.
  func isDropped(_ object: Int) -> Bool { !dropped.isEmpty && dropped[object] }

  /// A copy of the history in an arena.
  func packed(in arena: MappedArena) -> BatchHistory {
    BatchHistory(
      versions: arena.packed(versions), tombstones: arena.packed(tombstones), dropped: arena.packed(dropped))
  }
}

/// Finds the newest version of each object.
enum Supersession {
  private struct Entry {
    var id: Int64
    var version: ObjectVersion
    var batch: Int32
    var object: Int32
  }

  /// Finds the objects of each batch that are replaced by another version or deleted by their newest one, and the
  /// strangers among the rest.
  ///
  /// - Parameter workspace: the place of large working arrays; nil for the heap.
  static func settled(_ batches: [some VersionedBatch], in workspace: Workspace? = nil) -> [BatchHistory] {
    let arena = MappedArena(in: workspace)
    var dropped = batches.map { MappedArray(repeating: true, count: $0.ids.count, in: workspace) }
    var strangers = batches.map { MappedArray(repeating: false, count: $0.isChange ? $0.ids.count : 0, in: workspace) }
    var entries = entries(batches, workspace)
    RadixSort.sort(&entries) { UInt64(bitPattern: $0.id ^ .min) }
    var start = 0
    while start < entries.count {
      var newest = start
      var end = start + 1
      var isNative = !batches[Int(entries[start].batch)].isChange
      while end < entries.count, entries[end].id == entries[start].id {
        if entries[end].version >= entries[newest].version { newest = end }
        isNative = isNative || !batches[Int(entries[end].batch)].isChange
        end += 1
      }
      let entry = entries[newest]
      if entry.object >= 0, entry.version.isVisible {
        dropped[Int(entry.batch)][Int(entry.object)] = false
        if !isNative { strangers[Int(entry.batch)][Int(entry.object)] = true }
      }
      start = end
    }
    return zip(dropped, strangers).map { BatchHistory(dropped: arena.packed($0), strangers: arena.packed($1)) }
  }

  private static func entries(
    _ batches: [some VersionedBatch], _ workspace: Workspace?
  ) -> MappedArray<Entry> {
    var entries = MappedArray<Entry>(in: workspace)
    for (batch, objects) in batches.enumerated() {
      // In the order of the blob: if nothing else orders two versions, the later one counts.
      let stones = objects.history.tombstones
      var next = 0
      func addStones(before object: Int) {
        while next < stones.count, stones[next].position <= object {
          entries.append(Entry(id: stones[next].id, version: stones[next].version, batch: Int32(batch), object: -1))
          next += 1
        }
      }
      for (object, version) in objects.history.versions.enumerated() {
        addStones(before: object)
        entries.append(Entry(id: objects.ids[object], version: version, batch: Int32(batch), object: Int32(object)))
      }
      addStones(before: .max)
    }
    return entries
  }
}
