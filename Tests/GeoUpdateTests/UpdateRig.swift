import Foundation
import GeoImport
import GeoImportCommand
import GeoModel
import GeoStore
import GeoTestKit
import OSMFile

@testable import GeoUpdate

/// A village with its store, and a server that publishes changes: each adds, changes or removes houses along one
/// street.
final class UpdateRig {
  let folder = TemporaryFolder()
  let server: FileServer
  let base: String
  let store: String
  /// The sequence number of the extract.
  static let first: Int64 = 10

  /// Creates a village of houses 1 to 3, whose box is a hundredth of a degree around.
  ///
  /// - Parameters:
  ///   - namesServer: whether the extract has the address of its changes.
  ///   - options: options of the import.
  init(namesServer: Bool = true, _ options: String...) throws {
    server = FileServer(folder: folder.path)
    base = folder.file("base.osm.pbf")
    store = folder.file("places.sqlite")
    var header = OSMFileHeader()
    header.boundingBox = OSMBoundingBox(minX: 95_000_000, minY: 471_000_000, maxX: 95_100_000, maxY: 471_100_000)
    header.optionalFeatures = ["Sort.Type_then_ID"]
    header.replicationTimestamp = Self.moment(Self.first)
    if namesServer {
      header.replicationSequence = Self.first
      header.replicationBaseURL = server.address
    }
    var write = OSMWriteOptions()
    write.metadata = true
    let nodes = (1...3).map { Self.house($0) } + [Self.node(100, y: 0), Self.node(101, y: 90_000)]
    var street = OSMWay(id: 1, refs: [100, 101], tags: ["highway": "residential", "name": "Lindenweg"])
    street.version = 1
    try OSMFileWriter.write(path: base, header: header, options: write, nodes: nodes, ways: [street])
    try importStore([base] + options)
    try FileManager.default.createDirectory(atPath: folder.file("000/000"), withIntermediateDirectories: true)
    try publish(Self.first, "")
    // The server is on this machine, so the user must have named it.
    if namesServer { try UpdateFolder(of: store).trust(server.address) }
  }

  /// Imports into the store as the command does, without its signal handlers.
  func importStore(_ words: [String], to output: String? = nil) throws {
    let command = try ImportCommand.parse(words + ["--no-world", "--threads", "2", "-o", output ?? store])
    var options = try command.options(command.extracts, command.limits())
    options.record.arguments = ImportWords(command).recorded
    let files = command.extracts.map { UpdateFolder.file(of: $0, store: store) }
    _ = try Importer(options).run(extracts: files, output: output ?? store)
  }

  /// A house of the village; its number is the id of its node.
  static func house(_ number: Int, version: Int32 = 1, number text: String? = nil) -> OSMNode {
    var node = node(Int64(number), y: Int32(number) * 1_000)
    node.tags = ["addr:housenumber": text ?? "\(number)", "addr:street": "Lindenweg"]
    node.version = version
    return node
  }

  private static func node(_ id: Int64, y: Int32) -> OSMNode {
    var node = OSMNode(id: id, x: 95_050_000, y: 471_005_000 + y)
    node.version = 1
    return node
  }

  /// A house in a change file.
  static func xml(_ number: Int, version: Int, _ text: String, latitude: String? = nil, longitude: String = "9.505")
    -> String
  {
    let latitude = latitude ?? "47.\(1_005_000 + number * 1_000)"
    return """
      <node id="\(number)" version="\(version)" lat="\(latitude)" lon="\(longitude)">
      <tag k="addr:housenumber" v="\(text)"/><tag k="addr:street" v="Lindenweg"/></node>
      """
  }

  /// The end of a change file's time: each covers an hour.
  static func moment(_ sequence: Int64) -> Int64 { 1_600_000_000 + sequence * 3_600 }

  /// The path of a change file or its state on the server.
  static func path(_ sequence: Int64, _ ending: String) -> String {
    "/000/000/" + String(String(1_000 + sequence).dropFirst()) + "." + ending
  }

  /// Publishes a change file, which is then the newest.
  func publish(_ sequence: Int64, _ changes: String) throws {
    let moment = ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: Double(Self.moment(sequence))))
    let state = "#comment\nsequenceNumber=\(sequence)\ntimestamp=\(moment.replacingOccurrences(of: ":", with: "\\:"))\n"
    try write(Self.path(sequence, "state.txt"), state)
    try write("/state.txt", state)
    try write(Self.path(sequence, "osc.gz"), "<osmChange version=\"0.6\">\(changes)</osmChange>")
  }

  /// Writes a file of the server.
  func write(_ path: String, _ text: String) throws {
    try text.write(toFile: folder.path + path, atomically: true, encoding: .utf8)
  }

  /// Publishes four changes: a new house, a new number, a removed house, and one elsewhere.
  func publishFour() throws {
    try publish(11, "<create>\(Self.xml(4, version: 1, "4"))</create>")
    try publish(12, "<modify>\(Self.xml(2, version: 2, "2a"))</modify>")
    try publish(13, "<delete><node id=\"3\" version=\"2\" lat=\"47\" lon=\"9\"/></delete>")
    try publish(14, "<create>\(Self.xml(5, version: 1, "5", latitude: "48.5"))</create>")
  }

  /// The houses after all four changes.
  static let afterFour: Set<String> = ["1", "2a", "4"]

  /// An updater that does not wait.
  func updater() -> Updater {
    var updater = Updater(store: store)
    updater.pauses = [0]
    // In this village a change is more than a tenth of the data.
    updater.largestShare = 100
    return updater
  }

  /// Updates the store.
  @discardableResult func update(_ change: (inout Updater) -> Void = { _ in }) throws -> Updater.Outcome {
    var updater = updater()
    change(&updater)
    return try updater.run()
  }

  /// The house numbers of the store.
  func houses() throws -> Set<String> {
    let reader = try StoreReader(path: store)
    let count = reader.info.counts.first { $0.table == "address" }?.rows ?? 0
    return Set(try (0..<count).map { try reader.address(AddressID(UInt32($0) + 1)).houseNumber })
  }

  /// The number of areas in the store.
  func areas() throws -> Int { try StoreReader(path: store).info.counts.first { $0.table == "area" }?.rows ?? 0 }

  /// The last change file, by the store's metadata.
  func sequence() throws -> Int64? { try StoreReader(path: store).info.metadata.replication.sequence }
}
