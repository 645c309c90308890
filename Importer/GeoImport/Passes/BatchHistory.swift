import GeoModel
import GeoStoreWriting
import OSMFile

/// The version of an object, to tell which of several is the newest: by version number, then a deletion (change files may give it the
/// number of the version that it deletes, and come in any order), then by its position among the files and blobs. Where change files tell no
/// numbers, which the reader turns into the greatest, the position alone decides: what is deleted there and then made again is there.
struct ObjectVersion: Comparable, Sendable {
  var number: Int32
  /// Position of the blob among the blobs of all files, those of change files last.
  var order: Int32
  var isVisible: Bool

  static func < (a: ObjectVersion, b: ObjectVersion) -> Bool {
    if a.number != b.number { return a.number < b.number }
    if a.number == OSMFileHeader.unnumberedChange { return a.order < b.order }
    return a.isVisible == b.isVisible ? a.order < b.order : a.isVisible
  }
}

/// Versions of a batch's objects. Everything in it is empty when no object can occur twice.
struct BatchHistory: Sendable {
  /// An object that is not kept, but whose version may be newer than that of a kept one.
  struct Tombstone {
    var id: Int64
    var version: ObjectVersion
    /// How many kept objects of its batch come before it.
    var position: Int32
  }

  /// Versions of the kept objects.
  var versions = MappedArray<ObjectVersion>()
  /// Objects that are not kept.
  var tombstones = MappedArray<Tombstone>()
  /// Which of the kept objects another version replaces.
  var dropped = MappedArray<Bool>()
  /// Which of the kept objects of a change file no extract has in any version; empty in extracts.
  var strangers = MappedArray<Bool>()

  /// Whether another version replaces an object.
  func isDropped(_ object: Int) -> Bool { !dropped.isEmpty && dropped[object] }

  /// The same history, packed.
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

  /// Which objects of which batch are replaced by another version, or deleted by their newest one, and which of those that remain are
  /// strangers.
  ///
  /// - Parameter workspace: where to work when there is much to do; nil for the heap.
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
      // As they stand in the blob: where nothing else tells two versions apart, the later one counts.
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
