import Foundation
import GeoStore
import GeoTestKit
import OSMFile
import Testing

@testable import GeoUpdate

/// Updates without faults.
struct UpdateTests {
  @Test("brings creations, modifications and deletions, cut to the region, and says where it is")
  func brings() throws {
    let rig = try UpdateRig()
    try rig.publishFour()
    #expect(try rig.houses() == ["1", "2", "3"] && rig.sequence() == 10)
    let outcome = try rig.update()
    #expect(outcome.fetched == 4 && outcome.wrote && !outcome.isMoreToCome && outcome.failure == nil)
    #expect(try rig.houses() == UpdateRig.afterFour && rig.sequence() == 14)
    let metadata = try StoreReader(path: rig.store).info.metadata
    #expect(metadata.dataDate == "2020-09-14T02:26:40Z" && metadata.extracts == ["base.osm.pbf"])
  }

  @Test(
    "of changes without versions the fetched ones count more than those given with the extract",
    arguments: [100, 0])
  func withoutVersions(largestShare: Double) throws {
    let rig = try UpdateRig()
    try rig.write("/given.osc", "<osmChange><modify>\(UpdateRig.xml(2, version: 0, "2x"))</modify></osmChange>")
    try rig.importStore([rig.base, rig.folder.file("given.osc")])
    #expect(try rig.houses() == ["1", "2x", "3"])
    try rig.publish(11, "<modify>\(UpdateRig.xml(2, version: 0, "2y"))</modify>")
    try rig.update { $0.largestShare = largestShare }
    #expect(try rig.houses() == ["1", "2y", "3"])
  }

  @Test(
    "areas and corrections of one's own are in the new store, too, but for what was changed on the map since",
    arguments: [100, 0])
  func ownData(largestShare: Double) throws {
    let own = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: own.file("own"), withIntermediateDirectories: true)
    let zone = #"{"type":"Polygon","coordinates":[[[9,47],[10,47],[10,48],[9,48],[9,47]]]}"#
    try zone.write(toFile: own.file("zones.geojson"), atomically: true, encoding: .utf8)
    let corrections =
      "<modify>\(UpdateRig.xml(1, version: 1, "1x"))\(UpdateRig.xml(2, version: 1, "2x"))</modify><create>\(UpdateRig.xml(-9, version: 1, "9", latitude: "47.1009"))</create>"
    try "<osmChange version=\"0.6\">\(corrections)</osmChange>".write(
      toFile: own.file("own/1.osc"), atomically: true, encoding: .utf8)
    let rig = try UpdateRig("--areas", "zones=\(own.file("zones.geojson"))", "--corrections", own.file("own"))
    #expect(try rig.houses() == ["1x", "2x", "3", "9"])
    try rig.publishFour()
    let outcome = try rig.update { $0.largestShare = largestShare }
    #expect(outcome.summary?.contains("2 of 3 objects hold; 1 changed on the map since (node/2)") == true)
    #expect(try rig.houses() == ["1x", "2a", "4", "9"])
    let metadata = try StoreReader(path: rig.store).info.metadata
    #expect(metadata.areaLayers.map(\.name) == ["zones"])
    let corrected = try #require(metadata.corrections.first)
    #expect(corrected.name.hasSuffix("/own/1.osc") && corrected.rows == 3 && corrected.used == 2)
    #expect(corrected.dropped == ["changed-on-the-map-since": 1])
  }

  @Test("without new changes it fetches one file and leaves the store alone")
  func upToDate() throws {
    let rig = try UpdateRig()
    let before = try Data(contentsOf: URL(fileURLWithPath: rig.store))
    let outcome = try rig.update()
    #expect(outcome.fetched == 0 && !outcome.wrote && !outcome.isMoreToCome)
    #expect(rig.server.requests == ["GET /state.txt"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: rig.store)) == before)
  }

  @Test("a table or a correction that was edited since is read again, though the server has nothing new")
  func editedFiles() throws {
    let own = TemporaryFolder()
    func write(_ name: String, _ text: String, after seconds: Double) throws {
      try text.write(toFile: own.file(name), atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: seconds)], ofItemAtPath: own.file(name))
    }
    func table(_ number: Int) -> String { "number,street,lat,lon\n\(number),Lindenweg,47.108,9.505\n" }
    func correction(_ number: String) -> String {
      "<osmChange version=\"0.6\"><modify>\(UpdateRig.xml(1, version: 1, number))</modify></osmChange>"
    }
    try write("houses.csv", table(8), after: -60)
    try write("own.osc", correction("1x"), after: -60)
    let rig = try UpdateRig("--addresses", own.file("houses.csv"), "--corrections", own.file("own.osc"))
    #expect(try rig.houses() == ["1x", "2", "3", "8"] && !rig.update().wrote)
    try write("houses.csv", table(10), after: 60)
    let outcome = try rig.update()
    #expect(outcome.fetched == 0 && outcome.wrote)
    #expect(try rig.houses() == ["1x", "2", "3", "10"] && rig.sequence() == UpdateRig.first)
    try write("houses.csv", table(10), after: -60)
    #expect(try !rig.update().wrote)
    try write("own.osc", correction("1y"), after: 60)
    #expect(try rig.update().wrote && rig.houses() == ["1y", "2", "3", "10"])
    unlink(own.file("houses.csv"))
    #expect { try rig.update() } throws: { ($0 as? UpdateError)?.code == .missingInput }
  }

  @Test("a few at a time end at the same rows as all at once")
  func inPieces() throws {
    let rig = try UpdateRig()
    try rig.publishFour()
    var rounds = 0
    while try rig.update({ $0.maximumChanges = 1 }).isMoreToCome { rounds += 1 }
    #expect(rounds == 3)
    let other = try UpdateRig()
    try other.publishFour()
    try other.update()
    let differences = try StoreRows.differences(rig.store, other.store)
    #expect(differences == [])
  }

  @Test("an extract that names no server: the first change file is found by its date")
  func findsSequence() throws {
    let rig = try UpdateRig(namesServer: false)
    #expect { try rig.update() } throws: { ($0 as? UpdateError)?.code == .badArgument }
    try rig.publishFour()
    #expect(try rig.update { $0.replication = rig.server.address + "/" }.fetched == 4)
    #expect(try rig.houses() == UpdateRig.afterFour)
    // Now the store has it.
    try rig.publish(15, "<modify>\(UpdateRig.xml(1, version: 2, "1b"))</modify>")
    #expect(try rig.update().fetched == 1)
    #expect(try rig.houses() == ["1b", "2a", "4"])
  }

  @Test(
    "a server whose newest change file is older than the extract: the store knows the server, and waits for its next file"
  )
  func serverBehindExtract() throws {
    let rig = try UpdateRig(namesServer: false)
    let state = "sequenceNumber=9\ntimestamp=2020-09-13T21\\:26\\:40Z\n"
    for path in ["/state.txt", UpdateRig.path(9, "state.txt")] { try rig.write(path, state) }
    let outcome = try rig.update { $0.replication = rig.server.address }
    #expect(outcome.fetched == 0 && !outcome.isMoreToCome)
    #expect(try rig.houses() == ["1", "2", "3"])
    #expect(try rig.sequence() == 9)
    let again = try rig.update()
    #expect(again.fetched == 0 && !again.wrote)
    try rig.publish(10, "<modify>\(UpdateRig.xml(1, version: 2, "1b"))</modify>")
    #expect(try rig.update().fetched == 1)
    #expect(try rig.houses() == ["1b", "2", "3"])
  }

  @Test("a folder of this machine is a server, too")
  func folder() throws {
    let rig = try UpdateRig(namesServer: false)
    try rig.publishFour()
    #expect(try rig.update { $0.replication = rig.folder.path }.fetched == 4)
    #expect(try StoreReader(path: rig.store).info.metadata.replication.url?.hasPrefix("file:///") == true)
    #expect(try rig.houses() == UpdateRig.afterFour)
  }

  @Test("many changes go into a new extract, which keeps nothing of elsewhere; the next changes go on from it")
  func newExtract() throws {
    let rig = try UpdateRig()
    try rig.publishFour()
    #expect(try rig.update { $0.largestShare = 0 }.fetched == 4)
    #expect(try rig.houses() == UpdateRig.afterFour)
    let updates = rig.store + ".updates/"
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: updates)) == ["base-14-0.osm.pbf", "lock", "server"])
    let extract = try OSMFileContents(path: updates + "base-14-0.osm.pbf")
    #expect(Set(extract.nodes.map(\.id)) == [1, 2, 4, 100, 101])
    #expect(extract.nodes.first { $0.id == 2 }?.version == 2 && extract.header.replicationSequence == 14)
    try FileManager.default.removeItem(atPath: rig.base)
    try rig.publish(15, "<delete><node id=\"1\" version=\"2\"/></delete>")
    #expect(try rig.update().fetched == 1)
    #expect(try rig.houses() == ["2a", "4"] && rig.sequence() == 15)
    let metadata = try StoreReader(path: rig.store).info.metadata
    #expect(
      metadata.extracts == ["base.osm.pbf"]
        && metadata.updatedExtracts == ["places.sqlite.updates/base-14-0.osm.pbf"])
  }

  @Test("new extracts keep what bounds an area at the edge of the region, wherever it is")
  func edge() throws {
    let rig = try UpdateRig()
    // A town across the eastern edge; way 21 lies beyond it and is split later.
    let east = "<nd ref=\"22\"/><nd ref=\"23\"/><nd ref=\"24\"/>"
    let members = { (ids: [Int]) in ids.map { "<member type=\"way\" ref=\"\($0)\" role=\"outer\"/>" }.joined() }
    let tags = ["type": "boundary", "boundary": "administrative", "admin_level": "8", "name": "Town"]
      .map { "<tag k=\"\($0)\" v=\"\($1)\"/>" }.joined()
    try rig.publish(
      11,
      """
      <create><node id="21" version="1" lat="47.1" lon="9.505"/><node id="22" version="1" lat="47.1" lon="9.6"/>
      <node id="23" version="1" lat="47.105" lon="9.7"/><node id="24" version="1" lat="47.11" lon="9.6"/>
      <way id="20" version="1"><nd ref="24"/><nd ref="21"/><nd ref="22"/></way><way id="21" version="1">\(east)</way>
      <relation id="1" version="1">\(members([20, 21]))\(tags)</relation></create>
      """)
    try rig.update { $0.largestShare = 0 }
    #expect(try rig.areas() == 1)
    try rig.publish(
      12,
      """
      <modify><way id="21" version="2"><nd ref="22"/><nd ref="23"/></way>
      <relation id="1" version="2">\(members([20, 21, 22]))\(tags)</relation></modify>
      <create><node id="25" version="1" lat="47.109" lon="9.65"/>
      <way id="22" version="1"><nd ref="23"/><nd ref="25"/><nd ref="24"/></way></create>
      """)
    try rig.update { $0.largestShare = 0 }
    #expect(try rig.areas() == 1)
    let extract = try OSMFileContents(path: rig.store + ".updates/base-12-0.osm.pbf")
    #expect(extract.ways.map(\.id) == [1, 20, 21, 22] && extract.nodes.contains { $0.id == 25 })
  }

  @Test("an extract whose ways bring places along is not written anew, as it has no nodes to write")
  func placesOnWays() throws {
    let rig = try UpdateRig(namesServer: false)
    try rig.write(
      "/base.osm",
      """
      <osm version="0.6"><bounds minlat="47.1" minlon="9.5" maxlat="47.11" maxlon="9.51"/>
      <way id="1" version="1" timestamp="2020-09-13T22:26:40Z"><nd ref="100" lat="47.1005" lon="9.505"/>
      <nd ref="101" lat="47.1095" lon="9.505"/><tag k="highway" v="residential"/><tag k="name" v="Lindenweg"/></way></osm>
      """)
    try rig.importStore([rig.folder.file("base.osm")])
    try rig.publishFour()
    try rig.update { ($0.replication, $0.largestShare) = (rig.folder.path, 0) }
    let reader = try StoreReader(path: rig.store)
    #expect(reader.info.counts.first { $0.table == "street" }?.rows == 1)
    let kept = try FileManager.default.contentsOfDirectory(atPath: rig.store + ".updates")
    #expect(Set(kept) == ["changes.osm.pbf", "lock", "server"])
  }

  @Test("the options of the import stay")
  func options() throws {
    let rig = try UpdateRig("--without-objects")
    try rig.publishFour()
    try rig.update()
    #expect(try !StoreReader(path: rig.store).hasObjects)
    #expect(try rig.houses() == UpdateRig.afterFour)
  }

  @Test("a store and its folder may move")
  func moves() throws {
    let rig = try UpdateRig()
    try rig.publishFour()
    try rig.update { $0.maximumChanges = 1 }
    let other = rig.folder.file("other")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    for name in ["base.osm.pbf", "places.sqlite", "places.sqlite.updates"] {
      try FileManager.default.moveItem(atPath: rig.folder.file(name), toPath: other + "/" + name)
    }
    var updater = rig.updater()
    updater.store = other + "/places.sqlite"
    #expect(try updater.run().fetched == 3)
  }

  @Test("a link to a store leads to its extract and to its folder of updates, at imports, too")
  func link() throws {
    let rig = try UpdateRig()
    try rig.publishFour()
    let other = TemporaryFolder()
    var updater = rig.updater()
    updater.store = other.file("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: updater.store, withDestinationPath: rig.store)
    #expect(try updater.run().fetched == 4)
    #expect(try rig.houses() == UpdateRig.afterFour)
    try rig.importStore([rig.base], to: updater.store)
    #expect(try StoreReader(path: rig.store).info.metadata.importArguments.first == "base.osm.pbf")
    #expect(try updater.run().wrote && rig.houses() == UpdateRig.afterFour)
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.path) == ["link.sqlite"])
  }

  @Test("a newer extract in the place of the old one is where the next update begins")
  func newerExtract() throws {
    let rig = try UpdateRig()
    try rig.publishFour()
    try rig.update { $0.largestShare = 0 }
    // The extract that was written with changes replaces the publisher's.
    try rig.importStore([rig.store + ".updates/base-14-0.osm.pbf"])
    #expect(try rig.sequence() == 14)
    #expect(try !rig.update().wrote)
  }

  /// Importing objects as well takes twice as long.
  private static let parts =
    ProcessInfo.processInfo.environment["GEOCODE_LONG_TESTS"] == nil ? ["--without-objects"] : []

  @Test(
    "29 days of Monaco, in pieces: the rows are those of the expected extract",
    .enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
  func monaco() throws {
    let rig = try UpdateRig()
    let replication = rig.folder.file("monaco")
    try FileManager.default.createDirectory(atPath: replication, withIntermediateDirectories: true)
    let days = SharedData.path("replication/monaco/000")
    try FileManager.default.createSymbolicLink(atPath: replication + "/000", withDestinationPath: days)
    try FileManager.default.copyItem(atPath: days + "/003/076.state.txt", toPath: replication + "/state.txt")
    try rig.importStore([SharedData.path("replication/monaco/base-2021-08-01-seq3047.osm.pbf")] + Self.parts)
    #expect(try rig.update { ($0.replication, $0.maximumChanges) = (replication, 20) }.isMoreToCome)
    #expect(try rig.update { $0.largestShare = 0 }.fetched == 9)
    let expected = rig.folder.file("expected.sqlite")
    try rig.importStore([SharedData.path("replication/monaco/expected-after-3076.osm.pbf")] + Self.parts, to: expected)
    let differences = try StoreRows.differences(rig.store, expected)
    #expect(differences == [])
  }
}
