import Foundation
import GeoConsole
import GeoModel
import GeoTestKit
import Testing

@Suite("Files of areas of one's own")
struct AreaFilesTests {
  private let folder = TemporaryFolder()

  private func write(_ name: String, _ zone: String, property: String = "name") throws -> String {
    let path = folder.file(name)
    let text =
      #"{"type":"Feature","properties":{"\#(property)":"\#(zone)","fee":3},"geometry":{"type":"Polygon","coordinates":[[[9,47],[10,47],[10,48],[9,48],[9,47]]]}}"#
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private func files(
    _ files: [String], layer: String? = nil, names: [String] = [], properties: [String] = []
  ) throws(ProgramFailure) -> AreaFiles {
    try AreaFiles(files, layer: layer, names: names, properties: properties)
  }

  private func message(_ body: () throws(ProgramFailure) -> Void) -> String {
    do throws(ProgramFailure) {
      try body()
      return ""
    } catch { return error.message }
  }

  private func names(_ files: AreaFiles) -> [String] {
    files.refresh().layers.flatMap { $0.index.areas(containing: FixedPoint(x: 95_000_000, y: 475_000_000)) }.map(\.name)
  }

  @Test("a layer is called as it is said, else as its file is")
  func layers() throws {
    let made = try files(
      ["zones=/a/b.geojson", "/x/Sales-Areas.2026.json", "./odd=name.json"], names: ["zones=T", "N"],
      properties: ["zones=a,b", "c"])
    #expect(made.requests.map(\.layer) == ["zones", "sales_areas", "odd_name"])
    #expect(made.requests.map(\.path) == ["/a/b.geojson", "/x/Sales-Areas.2026.json", "./odd=name.json"])
    #expect(made.requests[0].wish.name == "N" && made.requests[0].wish.properties == ["a", "b", "c"])
    #expect(try files(["/x/1.json"], layer: "zones").requests[0].layer == "zones")
  }

  @Test("wrong words are told with what to do")
  func wrong() throws {
    #expect(message { () throws(ProgramFailure) in _ = try files(["/x/1.json"]) }.contains("--areas zones=/x/1.json"))
    #expect(message { () throws(ProgramFailure) in _ = try files(["city=/x/1.json"]) }.contains("a layer is called"))
    #expect(message { () throws(ProgramFailure) in _ = try files(["a=x", "a=y"]) }.contains("two layers 'a'"))
    #expect(message { () throws(ProgramFailure) in _ = try files(["a=x"], names: ["b=N"]) }.contains("there are: a"))
    let named = message { () throws(ProgramFailure) in _ = try files([], names: ["N"]) }
    #expect(named.contains("go with --areas LAYER=FILE") && !named.contains("--areas-layer"))
    #expect(message { () throws(ProgramFailure) in _ = try files([], layer: "a") }.contains("--areas-layer goes with"))
    for words in [["A=zones.geojson"], ["A=zones.geojson", "B=zones.geojson"]] {
      let rule = message { () throws(ProgramFailure) in _ = try files(words) }
      #expect(rule.contains("A=zones.geojson cannot be read") && rule.contains("a layer is called by small letters"))
    }
    let missing = try files(["zones=\(folder.file("none"))"])
    #expect(message { () throws(ProgramFailure) in _ = try missing.read() }.contains("cannot be read"))
    let table = folder.file("zones.csv")
    try "a,b\n1,2\n".write(toFile: table, atomically: true, encoding: .utf8)
    let foreign = try files(["zones=\(table)"])
    #expect(message { () throws(ProgramFailure) in _ = try foreign.read() }.contains("ogr2ogr"))
  }

  @Test("what a file holds is shown as no terminal obeys it, and tells two files apart")
  func foreign() throws {
    let point = folder.file("point.geojson")
    let text =
      "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Polygon\",\"coordinates\":[[[9,47],[10,47],[10,48]]]},{\"type\":\"\\u001b[31m\\nX\"}]}"
    try text.write(toFile: point, atomically: true, encoding: .utf8)
    let made = try files([point])
    let note = try made.readAreas()[0].note ?? ""
    #expect(note.contains("1 of 2 features") && !note.utf8.contains(0x1B) && !note.utf8.contains(0x0A))
    _ = try made.read()
    let before = made.identity
    try text.replacing("[9,47]", with: "[8,47]").write(toFile: point, atomically: true, encoding: .utf8)
    _ = try made.read()
    #expect(made.identity != before)
  }

  @Test("a file that changes is taken up; one that cannot be used leaves what was there")
  func refreshing() throws {
    let path = try write("zones.geojson", "old")
    let made = try files([path])
    #expect(try made.read().count == 1)
    #expect(names(made) == ["old"])
    let before = made.fingerprint
    _ = try write("zones.geojson", "new one")
    #expect(made.fingerprint != before && names(made) == ["new one"])
    try "{\"type\":\"Feature\"".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(made.refresh().faults.count == 1 && names(made) == ["new one"])
    try FileManager.default.removeItem(atPath: path)
    #expect(made.fingerprint == "gone" && made.refresh().faults.count == 1 && names(made) == ["new one"])
    _ = try write("zones.geojson", "back")
    #expect(made.refresh().faults.isEmpty && names(made) == ["back"])
  }
}
