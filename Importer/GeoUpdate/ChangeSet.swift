import GeoModel
import GeoStore
import GeoSupport
import OSMFile

/// An object of which several versions may be known.
protocol VersionedObject {
  var id: Int64 { get }
  var version: Int32 { get }
  var isVisible: Bool { get }
}

extension OSMNode: VersionedObject {}
extension OSMWay: VersionedObject {}
extension OSMRelation: VersionedObject {}

extension VersionedObject {
  /// Whether this version counts, not the other one, which came before it. At the same number a deletion counts most, as some programs give
  /// it the number of what it deletes; then what came later, and without numbers that alone. An import decides alike.
  func supersedes(_ other: Self) -> Bool {
    guard version == other.version else { return version > other.version }
    return version == OSMFileHeader.unnumberedChange || !isVisible || other.isVisible
  }
}

/// Changes of map data: of each object its newest version, which may be that it is deleted. They are kept in memory, and between
/// updates in a file whose header says where in the series of change files they end. So no state can be ahead of its data.
package struct ChangeSet {
  private(set) var nodes: [Int64: OSMNode] = [:]
  private(set) var ways: [Int64: OSMWay] = [:]
  private(set) var relations: [Int64: OSMRelation] = [:]
  /// Where the changes end; nothing is known of an empty set.
  package var end = StoreMetadata.Replication()

  /// No changes.
  package init() {}

  /// Adds a change file.
  package mutating func add(_ contents: OSMFileContents) {
    for node in contents.nodes { Self.add(node, to: &nodes) }
    for way in contents.ways { Self.add(way, to: &ways) }
    for relation in contents.relations { Self.add(relation, to: &relations) }
  }

  /// Adds changes that came later.
  mutating func add(_ later: ChangeSet) {
    for node in later.nodes.values { Self.add(node, to: &nodes) }
    for way in later.ways.values { Self.add(way, to: &ways) }
    for relation in later.relations.values { Self.add(relation, to: &relations) }
    end = later.end
  }

  private static func add<Object: VersionedObject>(_ object: Object, to all: inout [Int64: Object]) {
    if let known = all[object.id], !object.supersedes(known) { return }
    all[object.id] = object
  }

  /// Reads what ``write(to:for:)`` has written.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - mark: of which extracts they must be changes.
  /// - Returns: nil when there is no such file, when it is damaged, or belongs to other extracts: then the changes are fetched again.
  package init?(path: String, for mark: String) {
    guard let contents = try? OSMFileContents(path: path), contents.header.source == mark,
      let sequence = contents.header.replicationSequence
    else { return nil }
    add(contents)
    end = StoreMetadata.Replication(
      url: contents.header.replicationBaseURL, sequence: sequence,
      timestamp: contents.header.replicationTimestamp.map { UTCTime(seconds: Int($0)).iso8601 })
  }

  /// Writes the changes as a file that an import takes beside their extracts. It appears under its name when it is whole.
  ///
  /// - Parameter mark: which extracts they change.
  /// - Throws: ``UpdateError`` with code `.cannotWrite`.
  package func write(to path: String, for mark: String) throws(UpdateError) {
    var header = OSMFileHeader()
    header.requiredFeatures = [OSMFileHeader.historyFeature]
    header.optionalFeatures = [OSMFileHeader.changeFeature]
    header.writingProgram = "geocode " + productVersion
    header.source = mark
    header.replicationBaseURL = end.url
    header.replicationSequence = end.sequence
    header.replicationTimestamp = end.timestamp.flatMap(OSMFileHeader.seconds)
    var options = OSMWriteOptions()
    options.metadata = true
    do throws(OSMFileError) {
      // In order, so that the same changes are the same bytes.
      try OSMFileWriter.write(
        path: path, header: header, options: options, nodes: nodes.values.sorted { $0.id < $1.id },
        ways: ways.values.sorted { $0.id < $1.id }, relations: relations.values.sorted { $0.id < $1.id })
    } catch { throw UpdateError(error) }
  }
}
