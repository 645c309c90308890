import Foundation
import GeoModel
import GeoStore
import GeoTestKit
import Synchronization
import Testing

@testable import GeoImport

/// The complete import from extract to store.
struct ImporterTests {
  private let map: MapFile

  init() {
    var map = MapFile("A . B . C")
    map.nodes["A"] = ["addr:housenumber": "1", "addr:street": "Way"]
    map.way("ABC", ["highway": "residential", "name": "Way"])
    self.map = map
  }

  private func failure(_ extracts: [String], output: String, _ change: (inout ImportOptions) -> Void = { _ in })
    -> ImportError?
  {
    var options = ImportOptions(threads: 2, worldLayer: nil)
    change(&options)
    do throws(ImportError) {
      _ = try Importer(options).run(extracts: extracts, output: output)
      return nil
    } catch { return error }
  }

  @Test("an import writes a store that says what it holds")
  func store() throws {
    let output = map.file("store.sqlite")
    let summary = try Importer(ImportOptions(threads: 2, worldLayer: nil)).run(extracts: [map.write()], output: output)
    let reader = try StoreReader(path: output)
    #expect(reader.info.counts.first { $0.table == "street" }?.rows == 1)
    #expect(reader.info.counts.first { $0.table == "address" }?.rows == 1)
    #expect(reader.info.metadata.extracts == ["drawn.osm.pbf"] && !reader.info.metadata.hasWorldLayer)
    #expect(summary.stored.streets == 1 && summary.stored.addresses == 1 && summary.stored.areas == 0)
    #expect(summary.timings.map(\.stage) == [.relations, .ways, .nodes, .assembling, .classifying, .linking, .writing])
    #expect(summary.text(output: "places.sqlite").hasPrefix("places.sqlite: 1 streets, 1 addresses, 0 interpolations"))
  }

  @Test("XML and change files are unpacked first, and the newest date counts")
  func changeFile() throws {
    let change = map.file("day.osc")
    let text = """
      <osmChange version="0.6"><modify>
        <node id="65" version="2" timestamp="2026-03-10T21:21:10Z" lat="47.1" lon="9.5"><tag k="addr:housenumber" v="1a"/></node>
      </modify><delete><way id="1" version="2" timestamp="2026-03-09T00:00:00Z"/></delete></osmChange>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: change))
    let output = map.file("store.sqlite")
    let summary = try Importer(ImportOptions(threads: 2, worldLayer: nil)).run(
      extracts: [change, map.write()], output: output)
    #expect(summary.timings.first?.stage == .unpacking)
    #expect(summary.stored.streets == 0 && summary.stored.addresses == 1)
    let metadata = try StoreReader(path: output).info.metadata
    #expect(metadata.dataDate == "2026-03-10T21:21:10Z" && metadata.extracts == ["day.osc", "drawn.osm.pbf"])
    let both = [change, try map.write()]
    let file = failure(both, output: output) { $0.workFolder = change }
    #expect(file?.code == .unwritableWorkFolder && file?.message.contains("is a file and not a folder") == true)
    #expect(failure(both, output: output) { $0.isCancelled = { true } }?.code == .cancelled)
    for extracts in [both, [try map.write()]] {
      let error = failure(extracts, output: output) { $0.workFolder = map.file("nowhere") }
      #expect(error?.code == .unwritableWorkFolder && error?.message.contains("nowhere") == true)
    }
    try Data(text.utf8.dropLast(5)).write(to: URL(fileURLWithPath: change))
    let cut = failure([change], output: output)
    #expect(cut?.code == .unreadableExtract && cut?.message.contains("line 3: the file ends early") == true)
    #expect(failure(["-", "-"], output: output)?.code == .badArgument)
  }

  @Test("changes without their extract, and extracts without an object, replace no store whatever is beside them")
  func nothingRead() throws {
    let output = map.file("store.sqlite")
    _ = try Importer(ImportOptions(threads: 2, worldLayer: nil)).run(extracts: [map.write()], output: output)
    let before = FileManager.default.contents(atPath: output)
    func file(_ name: String, _ text: String) throws -> String {
      try Data(text.utf8).write(to: URL(fileURLWithPath: map.file(name)))
      return map.file(name)
    }
    let change = try file(
      "day.osc", "<osmChange version='0.6'><create><node id='-9' version='1' lat='47' lon='9'/></create></osmChange>")
    let houses = try file("houses.csv", "number,street,lat,lon\n7,Way,47.1,9.5\n")
    for paths in [[], [houses]] {
      let error = failure([change], output: output) { $0.addressTables.paths = paths }
      #expect(error?.code == .badArgument && error?.message.contains("day.osc: only change files are given") == true)
    }
    let empty = try file("empty.osm", "<osm version='0.6'></osm>")
    #expect(failure([empty], output: output) { $0.addressTables.paths = [houses] }?.code == .unreadableExtract)
    let corrected = failure([empty], output: output) { $0.corrections = [change] }
    #expect(corrected?.message.hasPrefix("\(empty): there is no object in it") == true)
    #expect(FileManager.default.contents(atPath: output) == before)
  }

  @Test("new objects of two corrections with the same negative ids are different objects")
  func newObjectsOfTwoFiles() throws {
    func correction(_ name: String, _ number: String, _ latitude: String) throws -> String {
      let text = """
        <osmChange version="0.6"><create>
          <node id="-1" lat="\(latitude)" lon="9.5"><tag k="addr:housenumber" v="\(number)"/><tag k="addr:street" v="\(name)"/></node>
          <node id="-2" lat="\(latitude)" lon="9.501"/>
          <way id="-1"><nd ref="-1"/><nd ref="-2"/><tag k="highway" v="residential"/><tag k="name" v="\(name)"/></way>
        </create></osmChange>
        """
      try Data(text.utf8).write(to: URL(fileURLWithPath: map.file("\(name).osc")))
      return map.file("\(name).osc")
    }
    let output = map.file("store.sqlite")
    var options = ImportOptions(threads: 2, worldLayer: nil)
    options.corrections = [try correction("First", "7", "47.1"), try correction("Second", "9", "47.2")]
    let summary = try Importer(options).run(extracts: [map.write()], output: output)
    #expect(summary.stored.streets == 3 && summary.stored.addresses == 3)
    #expect(summary.corrections == CorrectionOutcome(applied: 6))
    let corrections = try StoreReader(path: output).info.metadata.corrections
    #expect(corrections.map(\.rows) == [3, 3] && corrections.map(\.used) == [3, 3])
  }

  @Test("a correction with a coordinate off the globe is counted")
  func correctionOffTheGlobe() throws {
    let path = map.file("own.osc")
    let text = """
      <osmChange version="0.6"><create><node id="-1" lat="95" lon="9.5"/><node id="-2" lat="47" lon="9.5"/></create>
      </osmChange>
      """
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    let output = map.file("store.sqlite")
    var options = ImportOptions(threads: 2, worldLayer: nil)
    options.corrections = [path]
    let summary = try Importer(options).run(extracts: [map.write()], output: output)
    let line = "corrections: 1 of 2 objects hold; 1 with a coordinate off the globe"
    #expect(summary.text(output: output).contains(line))
    let info = try #require(try StoreReader(path: output).info.metadata.corrections.first)
    #expect(info.rows == 2 && info.used == 1 && info.dropped == ["coordinate-invalid": 1])
  }

  @Test("an import that is stopped leaves the old store and no other file")
  func cancelled() throws {
    let output = map.file("store.sqlite")
    try Data("old".utf8).write(to: URL(fileURLWithPath: output))
    let path = try map.write()
    let error = failure([path], output: output) { $0.isCancelled = { true } }
    #expect(error?.code == .cancelled)
    #expect(FileManager.default.contents(atPath: output) == Data("old".utf8))
    let folder = URL(fileURLWithPath: output).deletingLastPathComponent().path
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["drawn.osm.pbf", "store.sqlite"])
  }

  @Test("an output that cannot be written is told before anything is read")
  func unwritable() {
    let folder = map.file("missing")
    let error = failure([map.file("no-extract.osm.pbf")], output: "\(folder)/store.sqlite")
    #expect(error?.code == .unwritableStore && error?.message.contains(folder) == true)
  }

  @Test("files that are missing, empty, folders or no extracts are named in one sentence")
  func unreadable() throws {
    let empty = map.file("empty.osm.pbf")
    try Data().write(to: URL(fileURLWithPath: empty))
    let folder = URL(fileURLWithPath: empty).deletingLastPathComponent().path
    let output = map.file("store.sqlite")
    for (path, code) in [
      (map.file("none.osm.pbf"), ImportError.Code.missingExtract), (folder, .missingExtract),
      (empty, .unreadableExtract),
    ] {
      let error = failure([path], output: output)
      #expect(error?.code == code && error?.message.contains(path) == true)
    }
    #expect(failure([], output: output)?.code == .badArgument)
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test("an extract cut in half ends the import before anything is written")
  func cutInHalf() throws {
    let path = try map.write()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let half = map.file("half.osm.pbf")
    try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: half))
    let output = map.file("store.sqlite")
    #expect(failure([half], output: output)?.code == .unreadableExtract)
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test("a store that cannot be written is an error that names it")
  func unwritableStore() throws {
    let output = map.file("no/such/folder/store.sqlite")
    let error = failure([try map.write()], output: output)
    #expect(error?.code == .unwritableStore && error?.message.contains(output) == true)
  }

  @Test("progress rises to the end of each stage, and stages come in order")
  func progress() throws {
    let log = ReporterLog()
    _ = try Importer(ImportOptions(threads: 2, worldLayer: nil)).run(
      extracts: [map.write()], output: map.file("store.sqlite"), reporter: log)
    #expect(log.stages.withLock { $0 } == [.relations, .ways, .nodes, .assembling, .classifying, .linking, .writing])
    #expect(log.fractions.withLock { $0.allSatisfy { $0 >= 0 && $0 <= 1 } })
  }
}

/// Records the reports of an import.
private final class ReporterLog: ImportReporter {
  let stages = Mutex<[ImportStage]>([])
  let fractions = Mutex<[Double]>([])

  func didBegin(_ stage: ImportStage) { stages.withLock { $0.append(stage) } }
  func didAdvance(_ stage: ImportStage, fraction: Double, objects: Int) { fractions.withLock { $0.append(fraction) } }
}
