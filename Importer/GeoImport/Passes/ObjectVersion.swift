import GeoStore

/// The version of an object, to tell which of several is the newest: by version number, then by its place in the row of
/// files and blobs.
struct ObjectVersion: Comparable, Sendable {
  var number: Int32
  /// Position of the blob among the blobs of all files.
  var order: Int32
  var isVisible: Bool

  static func < (a: ObjectVersion, b: ObjectVersion) -> Bool {
    a.number == b.number ? a.order < b.order : a.number < b.number
  }
}

/// Versions of a batch's objects. Everything in it is empty when no object can occur twice.
struct BatchHistory: Sendable {
  /// An object that is not kept, but whose version may be newer than that of a kept one.
  struct Tombstone {
    var id: Int64
    var version: ObjectVersion
  }

  /// Versions of the kept objects.
  var versions = MappedArray<ObjectVersion>()
  /// Objects that are not kept.
  var tombstones = MappedArray<Tombstone>()
  /// Which of the kept objects another version replaces.
  var dropped = MappedArray<Bool>()

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

  /// Which objects of which batch are replaced by another version, or deleted by their newest one.
  ///
  /// - Parameter workspace: where to work when there is much to do; nil for the heap.
  static func dropped(
    ids: [MappedArray<Int64>], histories: [BatchHistory], in workspace: Workspace? = nil
  ) -> [MappedArray<Bool>] {
    let arena = MappedArena(in: workspace)
    var flags = ids.map { MappedArray(repeating: true, count: $0.count, in: workspace) }
    var entries = entries(ids, histories, workspace)
    RadixSort.sort(&entries) { UInt64(bitPattern: $0.id ^ .min) }
    var start = 0
    while start < entries.count {
      var newest = start
      var end = start + 1
      while end < entries.count, entries[end].id == entries[start].id {
        if entries[end].version >= entries[newest].version { newest = end }
        end += 1
      }
      let entry = entries[newest]
      if entry.object >= 0, entry.version.isVisible { flags[Int(entry.batch)][Int(entry.object)] = false }
      start = end
    }
    return flags.map { arena.packed($0) }
  }

  private static func entries(
    _ ids: [MappedArray<Int64>], _ histories: [BatchHistory], _ workspace: Workspace?
  ) -> MappedArray<Entry> {
    var entries = MappedArray<Entry>(in: workspace)
    for (batch, history) in histories.enumerated() {
      for (object, version) in history.versions.enumerated() {
        entries.append(Entry(id: ids[batch][object], version: version, batch: Int32(batch), object: Int32(object)))
      }
      for stone in history.tombstones {
        entries.append(Entry(id: stone.id, version: stone.version, batch: Int32(batch), object: -1))
      }
    }
    return entries
  }
}
