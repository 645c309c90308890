import GeoModel
import GeoStore
import GeoTestKit
import OSMFile
import Testing

@testable import GeoImport

/// Several versions of one object: from several extracts, or within one that is not sorted.
struct VersionTests {
  private let old: MapFile
  private let options: OSMWriteOptions

  init() {
    var map = MapFile("A . B . C")
    map.nodes["A"] = ["addr:housenumber": "1", "addr:street": "Way"]
    map.way("ABC", ["highway": "residential", "name": "Way"])
    old = map
    var options = OSMWriteOptions()
    options.metadata = true
    self.options = options
  }

  private func files(_ newNode: OSMNode, _ newWay: OSMWay) throws -> [String] {
    var way = old.ways[0]
    way.version = 1
    return [
      try old.write("new.osm.pbf", options: options, nodes: [newNode], ways: [newWay]),
      try old.write("old.osm.pbf", options: options, nodes: "ABC".map { old.node($0, version: 1) }, ways: [way]),
    ]
  }

  @Test("the newest version wins, whichever file comes first")
  func newest() throws {
    var node = old.node("A", version: 2)
    node.tags["addr:housenumber"] = "1a"
    node.y += 5_000
    var way = old.ways[0]
    way.tags["name"] = "New Way"
    way.version = 2
    let files = try files(node, way)
    for order in [files, files.reversed()] {
      let (content, summary) = try ImportRig.content(order)
      #expect(content.addresses.map { content.names.text($0.houseNumber) } == ["1a"])
      #expect(content.streets.map { content.names[$0.name].text } == ["New Way"])
      #expect(content.vertices(content.streets[0].line).first == FixedPoint(x: node.x, y: node.y))
      #expect(content.addresses[0].point == FixedPoint(x: node.x, y: node.y))
      #expect(summary.skipped[.versionSuperseded] == 2)
    }
  }

  @Test("an object that its newest version deletes is gone")
  func deleted() throws {
    var node = old.node("A", version: 2)
    node.isVisible = false
    var way = old.ways[0]
    way.version = 2
    way.isVisible = false
    let content = try ImportRig.content(files(node, way)).content
    #expect(content.addresses.isEmpty && content.streets.isEmpty)
  }

  @Test("an object that lost its name in its newest version is not a street any more")
  func unnamed() throws {
    var node = old.node("A", version: 2)
    node.tags = [:]
    var way = old.ways[0]
    way.version = 2
    way.tags = ["highway": "residential"]
    let content = try ImportRig.content(files(node, way)).content
    #expect(content.addresses.isEmpty && content.streets.isEmpty)
  }

  @Test("of a node that a file without versions has twice, the last counts")
  func sameBlob() throws {
    var (first, last) = (old.node("A"), old.node("A"))
    (first.tags["addr:housenumber"], last.tags["addr:housenumber"]) = ("1", "2")
    last.y += 5_000
    let path = try old.write(
      "twice.osm.pbf", nodes: [first, old.node("B"), old.node("C"), last], ways: old.ways)
    let content = try ImportRig.content([path]).content
    #expect(content.addresses.map { content.names.text($0.houseNumber) } == ["2"])
    #expect(content.addresses.first?.point == FixedPoint(x: last.x, y: last.y))
  }

  @Test("the same extract twice is the same as once")
  func twice() throws {
    let path = try old.write()
    let once = try ImportRig.content([path]).content
    let twice = try ImportRig.content([path, path]).content
    #expect(once.streets.count == twice.streets.count && once.addresses.count == twice.addresses.count)
    #expect(twice.streets.count == 1 && twice.addresses.count == 1)
  }
}
