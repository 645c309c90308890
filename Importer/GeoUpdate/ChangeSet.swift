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
  /// Whether this version replaces another one that came earlier. The higher version number wins. Between equal numbers
  /// a deletion wins, because some programs give it the number of the deleted version; otherwise the later version
  /// does. Without numbers the later version always wins. An import decides in the same way.
  func supersedes(_ other: Self) -> Bool {
    guard version == other.version else { return version > other.version }
    return version == OSMFileHeader.unnumberedChange || !isVisible || other.isVisible
  }
}

/// Changes of map data: the newest version of each object, which may be a deletion.
///
/// During an update they are kept in memory, and from one update to the next in a file. That file's header records
/// where the changes end in the server's series, so the position cannot get ahead of the data.
package struct ChangeSet {
  private(set) var nodes: [Int64: OSMNode] = [:]
  private(set) var ways: [Int64: OSMWay] = [:]
  private(set) var relations: [Int64: OSMRelation] = [:]
  /// The end of the changes in the server's series; empty if unknown.
  package var end = StoreMetadata.Replication()

  /// Creates a set without changes.
  package init() {}

  /// Adds a change file.
  package mutating func add(_ contents: OSMFileContents) {
    for node in contents.nodes { Self.add(node, to: &nodes) }
    for way in contents.ways { Self.add(way, to: &ways) }
    for relation in contents.relations { Self.add(relation, to: &relations) }
  }

  /// Adds later changes.
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

  /// Reads a file of ``write(to:for:)``.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - mark: the extracts to which the changes must apply.
  /// - Returns: nil if the file does not exist, is damaged, or belongs to other extracts. The changes are then fetched
  ///   again.
  package init?(path: String, for mark: String) {
    guard let contents = try? OSMFileContents(path: path), contents.header.source == mark,
      let sequence = contents.header.replicationSequence
    else { return nil }
    add(contents)
    end = StoreMetadata.Replication(
      url: contents.header.replicationBaseURL, sequence: sequence,
      timestamp: contents.header.replicationTimestamp.map { UTCTime(seconds: Int($0)).iso8601 })
  }

  /// Writes the changes to a file that can be imported together with the extracts. The file gets its name once it is
  /// complete.
  ///
  /// - Parameter mark: the extracts to which the changes apply.
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
      // Sorted, so that the same changes yield the same bytes.
      try OSMFileWriter.write(
        path: path, header: header, options: options, nodes: nodes.values.sorted { $0.id < $1.id },
        ways: ways.values.sorted { $0.id < $1.id }, relations: relations.values.sorted { $0.id < $1.id })
    } catch { throw UpdateError(error) }
  }
}
