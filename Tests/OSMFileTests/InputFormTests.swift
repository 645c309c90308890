import Foundation
import GeoSupport
import GeoTestKit
import Testing

@testable import OSMFile

/// The formats of OpenStreetMap data besides plain PBF.
@Suite("Inputs are told by their content")
struct InputFormTests {
  private let folder = TemporaryFolder()

  private static let small = """
    <?xml version='1.0' encoding='UTF-8'?>
    <osm version="0.6" generator="a test">
      <note>The data included in this document is from www.openstreetmap.org.</note>
      <meta osm_base="2025-02-15T21:21:10Z"/>
      <bounds minlat="47.1" minlon="9.5" maxlat="47.2" maxlon="9.6"/>
      <node id="1" version="3" timestamp="2025-02-14T00:00:00Z" lat="47.1400001" lon="9.52"><tag k="name" v="A &amp; B"/></node>
      <node id="2" lat="-1e-05" lon="179.99999999"/>
      <node id="3" visible="false"/>
      <node id="4" lat="91" lon="0"/>
      <node id="-5" action="delete" lat="0.123456749" lon="-0.12345675"/>
      <way id="5"><bounds minlat="1" minlon="1" maxlat="1" maxlon="1"/><nd ref="1"/><nd ref="2"/>
        <tag k="ref" v=""/><tag k="highway" v="path"/><tag k="a" v="path"/></way>
      <relation id="6"><member type="way" ref="5" role="outer"><nd lat="1" lon="1"/></member><member type="node" ref="1" role=""/></relation>
    </osm>
    """

  private func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = folder.file(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func check(_ path: String) throws {
    let read = try OSMFileContents(path: path)
    #expect(read.nodes.map(\.id) == [1, 2, 3, -5])
    #expect(read.nodes[0].x == 95_200_000 && read.nodes[0].y == 471_400_001 && read.nodes[0].version == 3)
    #expect(read.nodes[0].tags == ["name": "A & B"])
    #expect(read.nodes[1].x == 1_800_000_000 && read.nodes[1].y == -100)
    #expect(read.nodes.map(\.isVisible) == [true, true, false, false])
    #expect(read.droppedNodes == 1)
    #expect(read.ways[0].refs == [1, 2] && read.ways[0].tags == ["ref": "", "highway": "path", "a": "path"])
    #expect(read.relations[0].members == [OSMMember(.way, 5, role: "outer"), OSMMember(.node, 1)])
    #expect(
      read.header.boundingBox
        == OSMBoundingBox(minX: 95_000_000, minY: 471_000_000, maxX: 96_000_000, maxY: 472_000_000))
    #expect(read.header.replicationTimestamp == 1_739_654_470)
    #expect(read.header.isHistory && !read.header.isChange)
  }

  @Test("XML is read, packed or not, whatever its name")
  func forms() throws {
    let small = Array(Self.small.utf8)
    try check(file("small.pbf", small))
    try check(file("small.osm", Packing.gzip(small)))
    try check(file("small.gz", Packing.bzip2(small)))
  }

  @Test("coordinates are rounded to the nearest, away from zero in the middle")
  func coordinates() throws {
    let texts = [
      "0.12345675", "-0.12345675", "0.123456749", "+7", "7.", ".5", "1e1", "180.00000004", "1,5", "", "0x1p0",
      "999999999999997.2", "-9999999999999999", "99999999999999999999", "214.7483648", "1e300", "nan",
    ]
    let nodes = texts.enumerated().map { "<node id=\"\($0.offset)\" lat=\"0\" lon=\"\($0.element)\"/>" }
    let read = try OSMFileContents(path: file("c.osm", Array("<osm>\(nodes.joined())</osm>".utf8)))
    let units: [Int64: Int32] = [
      0: 1_234_568, 1: -1_234_568, 2: 1_234_567, 3: 70_000_000, 4: 70_000_000, 5: 5_000_000, 6: 100_000_000,
      7: 1_800_000_000,
      10: 10_000_000,
    ]
    #expect(Dictionary(uniqueKeysWithValues: read.nodes.map { ($0.id, $0.x) }) == units)
    #expect(read.droppedNodes == 8)
  }

  @Test("the box of a file that was downloaded in parts is around all of them")
  func boxes() throws {
    func box(_ texts: String...) throws -> OSMBoundingBox? {
      let bounds = texts.map { text in
        let edges = text.split(separator: " ")
        return "<bounds minlon=\"\(edges[0])\" minlat=\"\(edges[1])\" maxlon=\"\(edges[2])\" maxlat=\"\(edges[3])\"/>"
      }
      let text = "<osm>\(bounds.joined())<bounds/><node id=\"1\" lat=\"0\" lon=\"0\"/></osm>"
      return try OSMFileContents(path: file("b.osm", Array(text.utf8))).header.boundingBox
    }
    #expect(
      try box("1 2 3 4", "2 1 2.5 5", "-1 2 0 3")
        == OSMBoundingBox(minX: -10_000_000, minY: 10_000_000, maxX: 30_000_000, maxY: 50_000_000))
    #expect(
      try box("179 0 -179 1", "1 2 3 4")
        == OSMBoundingBox(minX: -1_800_000_000, minY: 0, maxX: 1_800_000_000, maxY: 40_000_000))
    #expect(try box() == nil)
  }

  @Test("a change file creates, changes and deletes")
  func changes() throws {
    let path = try file(
      "day.osc",
      Array(
        """
        <osmChange version="0.6"><modify><node id="1" version="2" lat="1" lon="2" timestamp="2025-02-15T21:21:10Z"/></modify>
        <delete><node id="2" version="5"/><way id="3" version="2"/></delete><create><node id="4" version="1" lat="0" lon="0"/></create></osmChange>
        """.utf8))
    let read = try OSMFileContents(path: path)
    #expect(read.nodes.map(\.id) == [1, 2, 4] && read.nodes.map(\.isVisible) == [true, false, true])
    #expect(read.nodes.map(\.version) == [2, 5, 1])
    #expect(read.ways.map(\.isVisible) == [false])
    #expect(read.header.isChange && read.header.replicationTimestamp == 1_739_654_470)
  }

  @Test("tags keep their order, and many objects and texts go into several blocks")
  func many() throws {
    var text = "<osm>"
    for id in 1...9_000 {
      text += "<node id='\(id)' lat='1' lon='1'><tag k='z' v='\(id)'/><tag k='a' v='é\(id / 2)'/></node>"
    }
    let path = try file("many.osm", Array((text + "</osm>").utf8))
    let reader = try OSMFileReader(path: path)
    #expect(reader.blobs.count == 2)
    let block = PrimitiveBlock()
    var id = 0
    for blob in reader.blobs.indices {
      try reader.readBlock(blob, into: block, .all)
      for tagged in block.nodes.taggedNodes.indices {
        id += 1
        let tags = block.nodes.tags(ofTagged: tagged).map {
          [block.strings.string($0.key), block.strings.string($0.value)]
        }
        guard tags == [["z", "\(id)"], ["a", "é\(id / 2)"]] else {
          Issue.record("\(id): \(tags)")
          return
        }
      }
    }
    #expect(id == 9_000)
  }

  @Test("several packed members follow each other, padding ends them, and PBF may be packed, too")
  func members() throws {
    let small = Array(Self.small.utf8)
    let (first, second) = (Array(small[..<500]), Array(small[500...]))
    try check(file("1.gz", Packing.gzip(first) + Packing.gzip(second) + [0, 0, 0]))
    try check(file("2.bz2", Packing.bzip2(first) + Packing.bzip2([]) + Packing.bzip2(second)))
    try check(file("3.zst", Packing.pzstd(first) + Packing.pzstd(second)))
    let pbf = folder.file("b.osm.pbf")
    try OSMFileWriter.write(path: pbf, nodes: [OSMNode(id: 7, latitude: 1, longitude: 2)])
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: pbf)))
    #expect(try OSMFileContents(path: file("b.gz", Packing.gzip(bytes))).nodes.map(\.id) == [7])
  }

  @Test("zeros between packed members are a hole, not the end of the file", arguments: [1, 300 << 10])
  func hole(zeros: Int) throws {
    let small = Array(Self.small.utf8)
    let hole = [UInt8](repeating: 0, count: zeros)
    try check(file("1.gz", Packing.gzip(small) + hole))
    let path = try file("2.gz", Packing.gzip(small) + hole + Packing.gzip(Array("<!-- -->".utf8)))
    let error = #expect(throws: OSMFileError.self) { try OSMFileContents(path: path) }
    #expect(error?.code == .corrupt && error?.message.contains("has a hole") == true, "\(error?.message ?? "")")
  }

  @Test(
    "what is wrong is said with its line",
    arguments: [
      ("<osm><node id='1' lat='1' lon='1'/>\n<node id='x'/></osm>", .corrupt, "line 2: an object has no valid id"),
      ("<osm>\n<way id='1'><nd/></way></osm>", .corrupt, "line 2: an nd has no valid ref"),
      ("<osm>\n<way id='1'><way id='2'/></way></osm>", .corrupt, "line 2: an object stands inside another one"),
      (
        "<osm>\n\n<relation id='1'><member type='area' ref='1'/></relation></osm>", .corrupt,
        "line 3: a member has no valid type or ref"
      ),
      ("<osm>\n<node id='1' lat='1' lon='1'/>\n", .truncated, "line 3: the file ends early"),
      ("<osm>\n<node id='1' lat", .truncated, "line 2: the file ends early"),
      ("<osm>\n<node id='1'</osm>", .corrupt, "line 2: this is not valid XML"),
      ("<?xml version='1.0'?>\n<gpx/>", .corrupt, "line 2: this is XML, but no OpenStreetMap data"),
      ("<?xml version='1.0'?><!DOCTYPE a [<!ENTITY b 'c'>]>\n<osm/>", .corrupt, "line 1: the file declares entities"),
    ] as [(String, OSMFileError.Code, String)])
  func faults(text: String, code: OSMFileError.Code, words: String) throws {
    let path = try file("bad.osm", Array(text.utf8))
    let error = #expect(throws: OSMFileError.self) { try OSMFileContents(path: path) }
    #expect(error?.code == code)
    #expect(error?.message.hasPrefix("\(path): \(words)") == true, "\(error?.message ?? "")")
  }

  @Test(
    "an answer that the server says is not whole is refused; other remarks are not", arguments: ["osm", "osmChange"])
  func remarks(root: String) throws {
    func answer(_ remark: String) throws -> String {
      let text = "<\(root)><note>error</note>\n<node id='1' lat='1' lon='1'/>\n<remark>\(remark)</remark></\(root)>"
      return try file("answer.osm", Array(text.utf8))
    }
    let path = try answer("\n runtime error: Query timed out in \"query\" at line 3\n after 26 seconds. ")
    let error = #expect(throws: OSMFileError.self) { try OSMFileContents(path: path) }
    #expect(error?.code == .truncated)
    let words = "line 5: the server broke off (runtime error: Query timed out in \"query\" at line 3 after 26 seconds.)"
    #expect(error?.message.hasPrefix("\(path): \(words)") == true, "\(error?.message ?? "")")
    for remark in ["", " runtime remark: Timeout is 180 and maxsize is 0 ", String(repeating: "long ", count: 100_000)]
    {
      #expect(try OSMFileContents(path: answer(remark)).nodes.count == 1)
    }
    // Of an endless answer, only the beginning is used.
    let long = try answer("runtime error" + String(repeating: "!", count: 100_000))
    #expect((#expect(throws: OSMFileError.self) { try OSMFileContents(path: long) }?.message.utf8.count ?? .max) < 1000)
  }

  @Test("centers instead of shapes are refused with the query that gives shapes; beside shapes they do not matter")
  func centers() throws {
    let center = "<center lat='1' lon='1'/>"
    let relation = "<relation id='7'>\(center)<member type='way' ref='5' role='outer'/></relation>"
    for objects in [
      "<way id='5'>\(center)<tag k='building' v='yes'/></way>", "<way id='5'>\(center)<nd ref='1'/><nd ref='2'/></way>",
      "<node id='1' lat='1' lon='1'/><way id='5'>\(center)</way>", relation,
    ] {
      let path = try file("center.osm", Array("<osm>\(objects)</osm>".utf8))
      let error = #expect(throws: OSMFileError.self) { try OSMFileContents(path: path) }
      #expect(error?.message.contains("'out body; >; out skel qt;'") == true, "\(objects): \(error?.message ?? "")")
    }
    let nodes = "<node id='1' lat='1' lon='1'/><node id='2' lat='1' lon='2'/>"
    let whole = "<osm>\(nodes)<way id='5'>\(center)<nd ref='1'/><nd ref='2'/></way>\(relation)</osm>"
    #expect(try OSMFileContents(path: file("whole.osm", Array(whole.utf8))).nodes.count == 2)
  }

  @Test("cut anywhere, a packed or plain file is refused as cut; damaged, it is refused")
  func damage() throws {
    for (name, whole) in [
      ("osm", Array(Self.small.utf8)), ("gz", Packing.gzip(Array(Self.small.utf8))),
      ("bz2", Packing.bzip2(Array(Self.small.utf8))),
    ] {
      for length in stride(from: 64, to: whole.count - 4, by: 53) {
        let path = try file("cut." + name, Array(whole[..<length]))
        #expect(#expect(throws: OSMFileError.self) { try OSMFileContents(path: path) }?.code == .truncated)
      }
      guard name != "osm" else { continue }
      var spoiled = whole
      for index in 60..<90 { spoiled[index] ^= 0x5a }
      let path = try file("damaged." + name, spoiled)
      #expect(#expect(throws: OSMFileError.self) { try OSMFileContents(path: path) }?.code == .corrupt)
    }
  }

  @Test("an object that no file could hold ends the reading before it fills the memory")
  func floods() throws {
    var options = OSMInputOptions()
    options.largestObjectBytes = 1 << 16
    for child in ["<nd ref='1'/>", "<tag k='\(String(repeating: "k", count: 200))' v=''/>"] {
      let children = String(repeating: child, count: 20_000)
      let path = try file("flood.osm", Array("<osm>\n<way id='1'>\(children)</way></osm>".utf8))
      let error = #expect(throws: OSMFileError.self) { try OSMFileReader(path: path, options) }
      #expect(error?.code == .tooLarge && error?.message.contains("line 2: an object") == true)
    }
  }

  @Test("whoever asks for the reading may end it")
  func stopped() throws {
    let path = try file("a.osm", Array(Self.small.utf8))
    var options = OSMInputOptions()
    options.shouldContinue = { _ in false }
    #expect(#expect(throws: OSMFileError.self) { try OSMFileReader(path: path, options) }?.code == .stopped)
    // Plain files are not read into memory first.
    let plain = folder.file("a.osm.pbf")
    try OSMFileWriter.write(path: plain, nodes: [OSMNode(id: 1, x: 0, y: 0)])
    #expect(#expect(throws: OSMFileError.self) { try OSMFileContents(path: plain, options) }?.code == .stopped)
    options = OSMInputOptions()
    options.folder = folder.file("nowhere")
    #expect(#expect(throws: OSMFileError.self) { try OSMFileReader(path: path, options) }?.code == .cannotWrite)
  }

  @Test(
    "a change file of thirteen months turns one extract into the other",
    .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
  func thirteenMonths() throws {
    func newest(_ paths: [String]) throws -> [Int64: OSMNode] {
      var nodes: [Int64: OSMNode] = [:]
      for path in paths {
        for node in try OSMFileContents(path: SharedData.path(path)).nodes {
          if nodes[node.id].map({ $0.version <= node.version }) ?? true { nodes[node.id] = node }
        }
      }
      return nodes.filter { $0.value.isVisible }
    }
    let changed = try newest(["monaco-2025-02-15.osm.pbf", "replication/monaco-2025-02-15--2026-03-10.osc.gz"])
    #expect(try changed == newest(["monaco-2026-03-10.osm.pbf"]))
  }
}
