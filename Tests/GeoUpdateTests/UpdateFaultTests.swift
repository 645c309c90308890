import Foundation
import GeoStore
import GeoStoreWriting
import GeoTestKit
import OSMFile
import Testing

@testable import GeoUpdate

/// Updates after faults: the store is intact, no state is ahead of the data, and the next update continues.
struct UpdateFaultTests {
  /// Expects a failure after some change files, which are in the store. Expects the next update to bring the rest.
  private func expectFailure(
    _ rig: UpdateRig, _ code: UpdateError.Code, saying text: String, after fetched: Int, from before: Int = 0,
    _ location: SourceLocation = #_sourceLocation
  ) throws {
    if fetched > 0 {
      let outcome = try rig.update()
      #expect(outcome.failure?.code == code && outcome.fetched == fetched, sourceLocation: location)
      #expect(
        outcome.failure?.message.contains(text) == true, "\(outcome.failure?.message ?? "")", sourceLocation: location)
    } else {
      #expect(sourceLocation: location) { try rig.update() } throws: {
        ($0 as? UpdateError)?.code == code && ($0 as? UpdateError)?.message.contains(text) == true
      }
    }
    #expect(try rig.sequence() == UpdateRig.first + Int64(before + fetched), sourceLocation: location)
    #expect(try rig.update().fetched == 4 - before - fetched, sourceLocation: location)
    #expect(try rig.houses() == UpdateRig.afterFour && rig.sequence() == 14, sourceLocation: location)
  }

  private func rig() throws -> UpdateRig {
    let rig = try UpdateRig()
    try rig.publishFour()
    return rig
  }

  @Test(
    "a pipe in the place of a file is not waited for, and a folder's name may have any letters",
    arguments: ["osc.gz", "state.txt"])
  func pipe(ending: String) throws {
    let rig = try rig()
    let folder = TemporaryFolder()
    let mirror = folder.file("50% of #1?")
    try FileManager.default.copyItem(atPath: rig.folder.path, toPath: mirror)
    let path = mirror + (ending == "osc.gz" ? UpdateRig.path(13, ending) : "/state.txt")
    let kept = try Data(contentsOf: URL(fileURLWithPath: path))
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    if ending == "osc.gz" {
      let outcome = try rig.update { $0.replication = mirror }
      #expect(outcome.fetched == 2 && outcome.failure?.message.contains("is not a regular file") == true)
    } else {
      #expect { try rig.update { $0.replication = mirror } } throws: {
        ($0 as? UpdateError)?.message.contains("is not a regular file") == true
      }
    }
    try FileManager.default.removeItem(atPath: path)
    try kept.write(to: URL(fileURLWithPath: path))
    try rig.update { $0.replication = mirror }
    #expect(try rig.houses() == UpdateRig.afterFour)
  }

  @Test("an error of the server that passes is not noticed")
  func passingError() throws {
    let rig = try rig()
    rig.server.fail("/state.txt", .status(503))
    rig.server.fail(UpdateRig.path(12, "osc.gz"), .cut(after: 30))
    rig.server.fail(UpdateRig.path(13, "state.txt"), .cut(after: 3))
    #expect(try rig.update().fetched == 4)
    #expect(try rig.houses() == UpdateRig.afterFour)
  }

  @Test(
    "an error of the server that stays ends the update; what came before is in the store", arguments: [500, 403, 429])
  func lastingError(status: Int) throws {
    let rig = try rig()
    rig.server.fail(UpdateRig.path(13, "osc.gz"), .status(status), .status(status))
    if status == 403 {
      let outcome = try rig.update()
      #expect(outcome.failure?.code == .noServer && outcome.fetched == 2)
      return
    }
    try expectFailure(rig, .noServer, saying: "answers with \(status)", after: 2)
  }

  @Test("a server without state, and a page in its place")
  func noState() throws {
    let rig = try rig()
    rig.server.fail("/state.txt", .status(404))
    try expectFailure(rig, .noServer, saying: "nobody publishes changes here", after: 0)
    rig.server.fail("/state.txt", .bytes(Array("<html>Welcome</html>".utf8)))
    #expect { try rig.update() } throws: { ($0 as? UpdateError)?.code == .badData }
  }

  @Test("a change file without end, and a state: no more of them is taken than there may be, and nothing of them stays")
  func endless() throws {
    let rig = try rig()
    let endless = FileServer.Fault.bytes([UInt8](repeating: UInt8(ascii: " "), count: 2 << 20))
    rig.server.fail(UpdateRig.path(12, "osc.gz"), endless)
    let outcome = try rig.update { $0.largestChangeFile = 4_000 }
    #expect(outcome.fetched == 1 && outcome.failure?.code == .noServer)
    #expect(outcome.failure?.message.contains("000/012.osc.gz: more than 4.0 kB come") == true)
    #expect(!FileManager.default.fileExists(atPath: UpdateFolder.path(of: rig.store) + "/change.osc.gz"))
    // It is not requested repeatedly.
    #expect(rig.server.requests.filter { $0.hasSuffix("012.osc.gz") }.count == 1)
    rig.server.fail("/state.txt", endless)
    try expectFailure(rig, .noServer, saying: "/state.txt: more than 1.0 MB come", after: 0, from: 1)
  }

  @Test("a state that drips is given up")
  func drips() throws {
    let rig = try rig()
    let transfer = Transfer()
    (transfer.pauses, transfer.textSeconds) = ([], 1)
    rig.server.fail("/state.txt", .drips)
    #expect { try transfer.text(rig.server.address + "/state.txt") } throws: {
      ($0 as? TransferError)?.kind == .temporary
    }
  }

  @Test("half a change file")
  func half() throws {
    let rig = try rig()
    rig.server.fail(UpdateRig.path(12, "osc.gz"), .cut(after: 40), .cut(after: 50))
    try expectFailure(rig, .noServer, saying: UpdateRig.path(12, "osc.gz"), after: 1)
  }

  @Test("a change file that is damaged on the server")
  func damaged() throws {
    let rig = try rig()
    rig.server.fail(UpdateRig.path(11, "osc.gz"), .bytes(Array("<osmChange><create><node id='1'".utf8)))
    try expectFailure(rig, .badData, saying: "the file ends early", after: 0)
    // A compressed file with a wrong checksum.
    let gzip: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x4b, 4, 0, 0, 0, 0, 0, 1, 0, 0, 0]
    try rig.publish(15, "")
    rig.server.fail(UpdateRig.path(15, "osc.gz"), .bytes(gzip))
    #expect { try rig.update() } throws: { ($0 as? UpdateError)?.message.contains("gzip data is damaged") == true }
    rig.server.fail(UpdateRig.path(15, "osc.gz"), .bytes(Array("<osm version='0.6'></osm>".utf8)))
    #expect { try rig.update() } throws: { ($0 as? UpdateError)?.message.contains("not a change file") == true }
  }

  @Test("states that contradict each other")
  func wrongNumbers() throws {
    let rig = try rig()
    try rig.update()
    rig.server.fail("/state.txt", .bytes(Array("sequenceNumber=7\ntimestamp=2020-09-13T00\\:00\\:00Z".utf8)))
    #expect { try rig.update() } throws: { ($0 as? UpdateError)?.message.contains("is at change file 7") == true }
    try rig.publish(15, "")
    try rig.publish(16, "")
    rig.server.fail(
      UpdateRig.path(15, "state.txt"), .bytes(Array("sequenceNumber=99\ntimestamp=2020-09-13T00\\:00\\:00Z".utf8)))
    #expect { try rig.update() } throws: { ($0 as? UpdateError)?.message.contains("mixed up") == true }
  }

  @Test(
    "a moment in the future is no age of data: neither the newest state's nor another's",
    arguments: ["9999-01-01T00\\:00\\:00Z", "2200-02-30T00\\:00\\:00Z"])
  func future(moment: String) throws {
    let rig = try rig()
    rig.server.fail("/state.txt", .bytes(Array("sequenceNumber=14\ntimestamp=\(moment)".utf8)))
    #expect { try rig.update() } throws: { ($0 as? UpdateError)?.message.contains("is in the future") == true }
    #expect(try rig.houses() == ["1", "2", "3"])
    let path = UpdateRig.path(12, "state.txt")
    try rig.write(path, "sequenceNumber=12\ntimestamp=\(moment)")
    let outcome = try rig.update()
    #expect(outcome.fetched == 1 && outcome.failure?.message.contains("is in the future") == true)
    #expect(try StoreReader(path: rig.store).info.metadata.replication.sequence == 11)
  }

  @Test("a server that does not go back so far")
  func tooOld() throws {
    let rig = try UpdateRig(namesServer: false)
    try rig.publishFour()
    try FileManager.default.removeItem(atPath: rig.folder.path + UpdateRig.path(10, "state.txt"))
    #expect { try rig.update { $0.replication = rig.server.address } } throws: {
      ($0 as? UpdateError)?.message.contains("goes back to change file 11 only") == true
    }
  }

  @Test("a change file that the server keeps no more: a newer extract helps, and the store stays")
  func forgotten() throws {
    let rig = try rig()
    let path = rig.folder.path + UpdateRig.path(11, "osc.gz")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    try FileManager.default.removeItem(atPath: path)
    #expect {
      try rig.update()
    } throws: {
      guard let error = $0 as? UpdateError else { return false }
      return error.code == .noServer && error.message.contains("011.osc.gz: there is no such file")
        && error.message.contains("import a newer extract")
    }
    // It was only late.
    try bytes.write(to: URL(fileURLWithPath: path))
    #expect(try rig.update().fetched == 4 && rig.houses() == UpdateRig.afterFour)
  }

  @Test("extracts whose changes are in different places need one that covers them all")
  func severalServers() throws {
    let rig = try rig()
    let second = rig.folder.file("second.osm.pbf")
    var header = OSMFileHeader()
    header.replicationTimestamp = UpdateRig.moment(UpdateRig.first)
    header.replicationSequence = 700
    header.replicationBaseURL = "https://other.example/updates"
    try OSMFileWriter.write(path: second, header: header, nodes: [UpdateRig.house(9)])
    try rig.importStore([rig.base, second])
    #expect {
      try rig.update()
    } throws: {
      guard let error = $0 as? UpdateError else { return false }
      return error.code == .badArgument && error.message.contains("https://other.example/updates")
        && error.message.contains(rig.server.address)
    }
    #expect(try rig.update { $0.replication = rig.server.address }.fetched == 4)
    try rig.publish(15, "")
    #expect(try rig.update().fetched == 1)
  }

  @Test("nobody answers, and an address that is none")
  func nobody() throws {
    let rig = try rig()
    for address in ["http://127.0.0.1:1", "gopher://x", "/no/such/folder"] {
      #expect { try rig.update { $0.replication = address } } throws: { ($0 as? UpdateError)?.code == .noServer }
    }
  }

  @Test("an update that was ended between changes and store goes on")
  func changesAhead() throws {
    let rig = try rig()
    let before = try Data(contentsOf: URL(fileURLWithPath: rig.store))
    try rig.update()
    try before.write(to: URL(fileURLWithPath: rig.store))
    let outcome = try rig.update()
    #expect(outcome.fetched == 0 && outcome.wrote)
    #expect(try rig.houses() == UpdateRig.afterFour && rig.sequence() == 14)
  }

  @Test("changes that are lost or damaged are fetched again, though the store is ahead", arguments: [true, false])
  func changesLost(isDamaged: Bool) throws {
    let rig = try rig()
    try rig.update()
    let changes = rig.store + ".updates/changes.osm.pbf"
    if isDamaged { try Data("noise".utf8).write(to: URL(fileURLWithPath: changes)) } else { unlink(changes) }
    try rig.publish(15, "<modify>\(UpdateRig.xml(1, version: 2, "1b"))</modify>")
    #expect(try rig.update().fetched == 5)
    #expect(try rig.houses() == ["1b", "2a", "4"])
  }

  @Test("stopped while it fetches, the next one goes on")
  func stopped() throws {
    let rig = try rig()
    for most in [1, 5, 20] {
      let calls = Counter(most)
      #expect { try rig.update { $0.shouldContinue = { calls.next() } } } throws: {
        ($0 as? UpdateError)?.code == .cancelled
      }
    }
    try rig.update()
    #expect(try rig.houses() == UpdateRig.afterFour && rig.sequence() == 14)
  }

  @Test(
    "a state.txt is read in whatever way Java writes and reads properties",
    arguments: [
      "sequenceNumber=14\ntimestamp=2020-09-13T21\\:26\\:40Z",
      "\u{FEFF}sequenceNumber = 14\r\ntimestamp = 2020-09-13T21:26:40Z \r\n",
      "# Sun\n! x\n  sequenceNumber: 14\ntimestamp:2020-09-13T21\\:26\\:40Z\n",
      "timestamp 2020-09-13T21:26:40Z\nsequenceNumber\t14",
    ])
  func properties(text: String) {
    #expect(ReplicationState(parsing: text) == ReplicationState(sequence: 14, timestamp: 1_600_032_400))
  }

  @Test("two at once: the second is told")
  func two() throws {
    let rig = try rig()
    let folder = try UpdateFolder(of: rig.store)
    #expect { try rig.update() } throws: { ($0 as? UpdateError)?.code == .busy }
    withExtendedLifetime(folder) {}
  }

  @Test("a table with other columns than before, and one that is gone: the store stays, and what helps is told")
  func ownTable() throws {
    let own = TemporaryFolder()
    let table = own.file("houses.csv")
    try Data("number,street,lat,lon\n8,Lindenweg,47.108,9.505\n".utf8).write(to: URL(fileURLWithPath: table))
    let rig = try UpdateRig("--addresses", table)
    try rig.publishFour()
    try Data("alpha,beta,gamma,delta\n8,Lindenweg,47.108,9.505\n".utf8).write(to: URL(fileURLWithPath: table))
    let changed = #expect(throws: UpdateError.self) { try rig.update() }
    #expect(changed?.code == .badData && changed?.message.contains("--addresses-columns lat=") == true)
    let advice = "an update has no such option, so import anew with 'geocode import \(rig.base) "
    #expect(changed?.message.contains(advice) == true, "\(changed?.message ?? "")")
    unlink(table)
    let gone = #expect(throws: UpdateError.self) { try rig.update() }
    #expect(gone?.code == .missingInput && gone?.message.hasPrefix("\(table) cannot be opened, of which") == true)
    #expect(try rig.houses() == ["1", "2", "3", "8"])
  }

  @Test("a store of standard input, one that says nothing, an extract that is gone")
  func noBase() throws {
    let rig = try rig()
    let store = try TemporaryStore(StoreContent())
    #expect { try Updater(store: store.path).run() } throws: {
      ($0 as? UpdateError)?.message.contains("what it was made of") == true
    }
    var metadata = StoreMetadata()
    metadata.importArguments = ["-", "--no-world"]
    let piped = try TemporaryStore(StoreContent(), metadata: metadata)
    #expect { try Updater(store: piped.path).run() } throws: {
      ($0 as? UpdateError)?.message.contains("standard input") == true
    }
    try FileManager.default.removeItem(atPath: rig.base)
    #expect { try rig.update() } throws: { ($0 as? UpdateError)?.code == .missingInput }
  }
}

/// Returns true a limited number of times.
private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var left: Int
  init(_ count: Int) { left = count }
  func next() -> Bool {
    lock.withLock {
      left -= 1
      return left >= 0
    }
  }
}
