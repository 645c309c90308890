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
  var versions: [ObjectVersion] = []
  /// Objects that are not kept.
  var tombstones: [Tombstone] = []
  /// Which of the kept objects another version replaces.
  var dropped: [Bool] = []

  /// Whether another version replaces an object.
  func isDropped(_ object: Int) -> Bool { !dropped.isEmpty && dropped[object] }
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
  static func dropped(ids: [[Int64]], histories: [BatchHistory]) -> [[Bool]] {
    var flags = ids.map { [Bool](repeating: true, count: $0.count) }
    let entries = entries(ids, histories).sorted { $0.id == $1.id ? $0.version < $1.version : $0.id < $1.id }
    for (index, entry) in entries.enumerated() {
      let isNewest = index + 1 == entries.count || entries[index + 1].id != entry.id
      guard isNewest, entry.object >= 0, entry.version.isVisible else { continue }
      flags[Int(entry.batch)][Int(entry.object)] = false
    }
    return flags
  }

  private static func entries(_ ids: [[Int64]], _ histories: [BatchHistory]) -> [Entry] {
    var entries: [Entry] = []
    for (batch, history) in histories.enumerated() {
      for (object, version) in history.versions.enumerated() {
        entries.append(Entry(id: ids[batch][object], version: version, batch: Int32(batch), object: Int32(object)))
      }
      entries += history.tombstones.map { Entry(id: $0.id, version: $0.version, batch: Int32(batch), object: -1) }
    }
    return entries
  }
}
