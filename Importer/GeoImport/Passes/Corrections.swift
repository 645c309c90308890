import GeoStore
import OSMFile
import Synchronization

/// The user's own change files (`--corrections`), which come after all extracts and changes, and their effect.
///
/// The newest version of an object wins. Between equal versions the correction wins, because editors keep the number of
/// the version that was edited. A correction thus holds until the map has a newer version, whose author has looked at
/// the object since. New objects have negative ids, which belong to their own file: where two files have the same, those
/// of the later one are lowered. A correction of any other object that is not on the map is dropped, since it would
/// bring back a deleted object.
final class Corrections: Sendable {
  /// An object of a correction.
  struct Key: Hashable {
    let type: OSMObjectType
    let id: Int64
  }

  /// The version of an object that a correction was made from, and the file of the correction.
  private struct Origin {
    let version: Int32
    let file: Int
  }

  /// The outcome of the correction of an object. The raw value is the reason in the description of a store.
  private enum Fate: String {
    case applied
    case superseded = "changed-on-the-map-since"
    case absent = "not-on-the-map"
  }

  /// The paths of the files.
  let files: Set<String>
  private let paths: [String]
  private let origins: [Key: Origin]
  /// The number of nodes of each file that are left out because their coordinate is off the globe.
  private let invalid: [Int]
  /// How far the negative ids of each file are lowered, by its path.
  private let distances: [String: Int64]
  /// The ids by type, for a quick test of each object of the map.
  private let ids: [Set<Int64>]
  /// The newest version of each object on the map.
  private let seen = Mutex<[Key: Int32]>([:])

  /// Reads the ids and versions of the corrections.
  ///
  /// - Throws: ``ImportError`` if a file cannot be read, or is not a change file.
  init(_ readers: [OSMFileReader]) throws(ImportError) {
    var origins: [Key: Origin] = [:]
    var invalid = readers.map { _ in 0 }
    var distances: [String: Int64] = [:]
    var taken: Set<Int64> = []
    let block = PrimitiveBlock()
    for (file, reader) in readers.enumerated() {
      guard reader.header.isChange else {
        throw ImportError(
          .badArgument, "--corrections: \(reader.path) is not a change file; save the corrections as .osc in the editor"
        )
      }
      var (versions, newIDs): ([(Key, Int32)], Set<Int64>) = ([], [])
      for index in reader.blobs.indices {
        do throws(OSMFileError) {
          try reader.readBlock(index, into: block, [.nodes, .ways, .relations, .versions])
        } catch { throw ImportError(error) }
        Corrections.forEach(block) { versions.append(($0, $1)) }
        invalid[file] += block.droppedNodes
        newIDs.formUnion(Corrections.negativeIDs(in: block))
      }
      let distance = newIDs.isDisjoint(with: taken) ? 0 : 0 &- (taken.min() ?? 0)
      distances[reader.path] = distance
      taken.formUnion(newIDs.lazy.map { $0 &- distance })
      for (key, version) in versions {
        let id = key.id < 0 ? key.id &- distance : key.id
        origins[Key(type: key.type, id: id)] = Origin(version: version, file: file)
      }
    }
    self.origins = origins
    self.invalid = invalid
    self.distances = distances
    paths = readers.map(\.path)
    files = Set(paths)
    ids = OSMObjectType.allCases.map { type in Set(origins.keys.lazy.filter { $0.type == type }.map(\.id)) }
  }

  private static func forEach(_ block: PrimitiveBlock, _ body: (Key, Int32) -> Void) {
    for (id, version) in zip(block.nodes.ids, block.nodes.versions) { body(Key(type: .node, id: id), version) }
    for (id, version) in zip(block.ways.ids, block.ways.versions) { body(Key(type: .way, id: id), version) }
    for (id, version) in zip(block.relations.ids, block.relations.versions) {
      body(Key(type: .relation, id: id), version)
    }
  }

  /// The negative ids in a block, of its objects and of what they refer to.
  private static func negativeIDs(in block: PrimitiveBlock) -> Set<Int64> {
    let relations = block.relations
    let members = (0..<relations.count).lazy.flatMap { relations.members(of: $0).map(\.id) }
    var ids: Set<Int64> = []
    for column in [block.nodes.ids, block.ways.ids, block.ways.allRefs, relations.ids] {
      ids.formUnion(column.lazy.filter { $0 < 0 })
    }
    return ids.union(members.filter { $0 < 0 })
  }

  /// Makes the negative ids of a block differ from those of other corrections. May be called on any thread.
  func separate(_ block: PrimitiveBlock, ofFile path: String) {
    if let distance = distances[path], distance != 0 { block.lowerNegativeIDs(by: distance) }
  }

  /// Records the versions of corrected objects in a block of the map. May be called on any thread.
  func note(_ block: PrimitiveBlock, of blob: BlobQueue.Blob) {
    if blob.isCorrection { return }
    var found: [(Key, Int32)] = []
    Corrections.forEach(block) { key, version in
      if ids[Int(key.type.rawValue)].contains(key.id) { found.append((key, version)) }
    }
    guard !found.isEmpty else { return }
    seen.withLock { seen in
      for (key, version) in found { seen[key] = max(seen[key] ?? version, version) }
    }
  }

  /// The ids of objects that are neither new nor on the map.
  ///
  /// Valid once all blocks with objects of the type are noted.
  func absent(_ type: OSMObjectType) -> Set<Int64> {
    seen.withLock { seen in ids[Int(type.rawValue)].filter { $0 > 0 && seen[Key(type: type, id: $0)] == nil } }
  }

  /// The outcome, once all extracts are read.
  var outcome: CorrectionOutcome {
    let seen = seen.withLock { $0 }
    var outcome = CorrectionOutcome(applied: 0, invalid: invalid.reduce(0, +))
    for (key, origin) in origins {
      let path = "\(key.type)/\(key.id)"
      switch fate(of: key, origin, seen) {
      case .applied: outcome.applied += 1
      case .superseded: outcome.superseded.append(path)
      case .absent: outcome.absent.append(path)
      }
    }
    outcome.superseded.sort()
    outcome.absent.sort()
    return outcome
  }

  /// The outcome of each file, once all extracts are read.
  ///
  /// - Parameter name: returns the name for a file's path.
  func infos(_ name: (String) -> String) -> [OwnDataInfo] {
    let seen = seen.withLock { $0 }
    var counts = paths.map { _ in [Fate: Int]() }
    for (key, origin) in origins { counts[origin.file][fate(of: key, origin, seen), default: 0] += 1 }
    return paths.indices.map { file in
      let counts = counts[file]
      var dropped: [String: Int] = [:]
      if invalid[file] > 0 { dropped[DataFault.coordinateInvalid.rawValue] = invalid[file] }
      for (fate, count) in counts where fate != .applied { dropped[fate.rawValue] = count }
      return OwnDataInfo(
        name: name(paths[file]), rows: counts.values.reduce(invalid[file], +), used: counts[.applied] ?? 0,
        dropped: dropped)
    }
  }

  private func fate(of key: Key, _ origin: Origin, _ seen: [Key: Int32]) -> Fate {
    if key.id < 0 { return .applied }
    guard let newest = seen[key] else { return .absent }
    return newest > origin.version ? .superseded : .applied
  }
}

/// The outcome of the user's corrections.
public struct CorrectionOutcome: Hashable, Sendable {
  /// The number of objects whose correction was applied.
  public var applied: Int
  /// Objects of which the map has a newer version, such as `way/12`.
  public var superseded: [String] = []
  /// Objects that are not on the map, or no longer.
  public var absent: [String] = []
  /// The number of nodes whose coordinate is off the globe.
  public var invalid = 0

  /// Creates an outcome from the number of applied objects, the lists of others, and the number of invalid ones.
  public init(applied: Int, superseded: [String] = [], absent: [String] = [], invalid: Int = 0) {
    (self.applied, self.superseded, self.absent, self.invalid) = (applied, superseded, absent, invalid)
  }

  /// The outcome in one line for the user.
  var text: String {
    let all = applied + superseded.count + absent.count + invalid
    return "corrections: \(applied) of \(all) objects hold"
      + CorrectionOutcome.list(superseded, "changed on the map since")
      + CorrectionOutcome.list(absent, "not on the map")
      + (invalid > 0 ? "; \(invalid) with a coordinate off the globe" : "")
  }

  private static func list(_ objects: [String], _ reason: String) -> String {
    guard !objects.isEmpty else { return "" }
    let more = objects.count > 10 ? " …" : ""
    return "; \(objects.count) \(reason) (\(objects.prefix(10).joined(separator: ", "))\(more))"
  }
}
