import GeoModel
import GeoTestKit
import OSMFile

/// An extract drawn as a grid of letters: every letter is a node, whose id is the letter's code.
struct MapFile {
  let grid: Grid
  private let letters: [Character]
  private let folder = TemporaryFolder()
  /// Tags of nodes by letter.
  var nodes: [Character: [String: String]] = [:]
  /// Ways, in the order of their ids from 1.
  var ways: [OSMWay] = []
  /// Relations, in the order of their ids from 1.
  var relations: [OSMRelation] = []

  init(_ drawing: String, unitMeters: Double = 100) {
    grid = Grid(drawing, unitMeters: unitMeters)
    letters = drawing.filter { $0.isLetter }.sorted()
  }

  /// The node of a letter.
  func node(_ letter: Character, version: Int32 = 0) -> OSMNode {
    let point = grid[letter]
    var node = OSMNode(id: MapFile.id(letter), x: point.x, y: point.y, tags: nodes[letter] ?? [:])
    node.version = version
    return node
  }

  /// The id of a letter's node.
  static func id(_ letter: Character) -> Int64 { Int64(letter.unicodeScalars.first!.value) }

  /// Adds a way through letters.
  mutating func way(_ line: String, _ tags: [String: String]) {
    ways.append(OSMWay(id: Int64(ways.count) + 1, refs: line.map(MapFile.id), tags: tags))
  }

  /// Adds a relation of members.
  mutating func relation(_ members: [OSMMember], _ tags: [String: String]) {
    relations.append(OSMRelation(id: Int64(relations.count) + 1, members: members, tags: tags))
  }

  /// Writes the file.
  ///
  /// - Parameter isSorted: whether the header declares the file as sorted, which lets the importer rule out several
  ///   versions.
  func write(_ name: String = "drawn.osm.pbf", isSorted: Bool = true) throws -> String {
    var header = OSMFileHeader()
    if isSorted { header.optionalFeatures = ["Sort.Type_then_ID"] }
    let path = folder.file(name)
    try OSMFileWriter.write(
      path: path, header: header, nodes: letters.map { node($0) }, ways: ways, relations: relations)
    return path
  }

  /// Writes other objects into a file in the same folder.
  func write(_ name: String, options: OSMWriteOptions = .init(), nodes: [OSMNode] = [], ways: [OSMWay] = []) throws
    -> String
  {
    let path = folder.file(name)
    try OSMFileWriter.write(path: path, options: options, nodes: nodes, ways: ways)
    return path
  }

  /// A path in the same folder.
  func file(_ name: String) -> String { folder.file(name) }
}
