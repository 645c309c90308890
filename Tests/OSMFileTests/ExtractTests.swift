import GeoTestKit
import OSMFile
import Testing

/// Reads files and counts their objects.
private func counts(_ path: String) throws -> [Int] {
  let reader = try OSMFileReader(path: path)
  let block = PrimitiveBlock()
  var counts = [0, 0, 0]
  for index in reader.blobs.indices {
    try reader.readBlock(index, into: block, [.nodes, .ways, .relations])
    counts[0] += block.nodes.count
    counts[1] += block.ways.count
    counts[2] += block.relations.count
  }
  return counts
}

@Suite(
  "Real extracts are read whole", .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
struct ExtractTests {
  /// Nodes, ways and relations of each file, as counted by osmium 1.14.
  static let known: [(String, [Int])] = [
    ("baltimore-reisterstown-unsorted.osm.pbf", [375_263, 37_292, 198]),
    ("liechtenstein-2022-12-15.osm.pbf", [308_720, 32_731, 891]),
    ("moscow-2020-07-20.osm.pbf", [17_702, 3_510, 448]),
    ("san-francisco-downtown-2023-07-22.osm.pbf", [126_531, 20_938, 1_514]),
    ("edge-cases/64bit-ids.osm.pbf", [1_774, 227, 0]),
    ("edge-cases/deleted-nodes.osh.pbf", [2, 0, 0]),
    ("edge-cases/monaco-2021-04-21-lz4.osm.pbf", [25_423, 4_106, 243]),
    ("edge-cases/monaco-2022-07-19-no-changesets.osm.pbf", [27_135, 4_295, 255]),
    ("world/world-subdivisions.osm.pbf", [216_323, 9_844, 3_202]),
  ]

  @Test("as many objects as another program counts", arguments: known)
  func objects(_ name: String, _ expected: [Int]) throws { #expect(try counts(SharedData.path(name)) == expected) }

  @Test("an address in San Francisco is where it should be")
  func address() throws {
    let read = try OSMFileContents(path: SharedData.path("san-francisco-downtown-2023-07-22.osm.pbf"))
    let node = try #require(read.nodes.first { $0.id == 5_177_552_049 })
    #expect(node.tags["addr:housenumber"] == "465" && node.tags["addr:street"] == "10th Street")
    #expect(node.y == 377_709_470 && node.x == -1_224_100_773)
  }

  @Test("a file that is written anew holds the same objects")
  func rewritten() throws {
    let read = try OSMFileContents(path: SharedData.path("moscow-2020-07-20.osm.pbf"))
    var options = OSMWriteOptions()
    options.metadata = true
    let file = try TemporaryFile()
    try OSMFileWriter.write(
      path: file.path, options: options, nodes: read.nodes, ways: read.ways, relations: read.relations)
    let again = try OSMFileContents(path: file.path)
    #expect(again.nodes == read.nodes)
    #expect(again.ways == read.ways)
    #expect(again.relations == read.relations)
  }
}
