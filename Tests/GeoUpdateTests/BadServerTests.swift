import Foundation
import GeoModel
import GeoStore
import GeoTestKit
import Testing

@testable import GeoUpdate

/// Servers that are wrong, broken or hostile: each kind is a row.
///
/// None of them damages the store. Each ends with its exit status and a message with the URL and advice, and the next
/// update from a good server succeeds.
struct BadServerTests {
  @Test("what is wrong with state.txt", arguments: BadServer.states)
  func states(kind: BadServer) throws { try expectHarmless(kind) }

  @Test("what is wrong with a change file", arguments: BadServer.changes)
  func changes(kind: BadServer) throws { try expectHarmless(kind) }

  @Test(
    "what is wrong with any answer, of state.txt and of a change file",
    arguments: BadServer.answers("/state.txt", BadServer.state(14))
      + BadServer.answers(BadServer.first, "<osmChange/>"))
  func answers(kind: BadServer) throws { try expectHarmless(kind) }

  /// Updates a store from such a server, then from a good one.
  private func expectHarmless(_ kind: BadServer) throws {
    let rig = try UpdateRig()
    try rig.publishFour()
    kind.faults.forEach { rig.server.fail(kind.path, $0) }
    let before = try Self.files(rig.folder.path)
    do {
      try rig.update {
        ($0.pauses, $0.slowSeconds, $0.largestChangeFile, $0.largestUnpacked) = ([], 1, 100_000, 1_000_000)
      }
      Issue.record("it goes through")
    } catch let error as UpdateError {
      #expect(error.failure.status.rawValue == kind.number && error.message.contains(kind.words), "\(error.message)")
      let rest = error.message.split(separator: rig.server.address + kind.path).last ?? ""
      let advice = try Regex("(try again later|check the address|ask who runs|give |set the clock|import a newer)")
      #expect(rest.count < error.message.count && rest.contains(advice), "\(error.message)")
      #expect(error.message == ForeignText.visible(error.message))
    }
    let after = try Self.files(rig.folder.path)
    #expect(Set(after.keys) == Set(before.keys))
    #expect(after == before)
    #expect(try rig.update().fetched == 4 && rig.houses() == UpdateRig.afterFour)
  }

  /// All files below a folder, by their paths.
  private static func files(_ folder: String) throws -> [String: Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return Dictionary(
      uniqueKeysWithValues: paths.map { ($0, FileManager.default.contents(atPath: folder + "/" + $0) ?? Data()) })
  }

  @Test("what is unusual, but right, is taken")
  func unusual() throws {
    let rig = try UpdateRig()
    try rig.publishFour()
    let change = { (sequence: Int64) in
      Array(FileManager.default.contents(atPath: rig.folder.path + UpdateRig.path(sequence, "osc.gz")) ?? Data())
    }
    let (one, two, three) = (change(11), change(12), change(13))
    let state =
      "# a comment\r\ntimestamp=2020-09-14T02:26:40Z\r\nsequenceNumber=14\r\ntimestamp=2020-09-14T02:26:40Z\r\n\r\n"
    rig.server.fail("/state.txt", .bytes(Array(state.utf8)))
    // Compressed in several members, with zeros behind the last one, redirected, and not compressed at all.
    rig.server.fail(BadServer.first, .bytes(BadServer.packed(Array(one[..<30])) + BadServer.packed(Array(one[30...]))))
    rig.server.fail(UpdateRig.path(12, "osc.gz"), .bytes(BadServer.packed(two) + [0, 0, 0, 0]))
    try Data(three).write(to: URL(fileURLWithPath: rig.folder.file("elsewhere")))
    rig.server.fail(UpdateRig.path(13, "osc.gz"), .redirect(to: "/elsewhere"))
    #expect(try rig.update().fetched == 4 && rig.houses() == UpdateRig.afterFour && rig.sequence() == 14)
  }

  @Test("objects that nobody would map are taken or left out, and do not keep later changes away")
  func odd() throws {
    let rig = try UpdateRig()
    let long = String(repeating: "x", count: 70_000)
    let objects = """
      <node id="\(Int64.max)" version="1" lat="47.1" lon="9.505"/><node id="\(Int64.min)" version="99999999999" lat="47.1" lon="9.505"/>
      <node id="0" version="-1" lat="1000" lon="1e99"/><node id="7" lat="nan" lon=""/><node id="8"/>
      <node id="9" version="1" lat="47.1" lon="9.505"><tag k="addr:housenumber" v="\(long)"/><tag k="\(long)" v=""/><tag k="" v="x"/></node>
      <way id="1" version="2"/><way id="-2" version="1"><nd ref="\(Int64.max)"/><nd ref="\(Int64.min)"/><nd ref="0"/></way>
      <relation id="1" version="1"><member type="relation" ref="1" role="outer"/><member type="way" ref="-2" role="\(long)"/>
      <tag k="type" v="multipolygon"/><tag k="boundary" v="administrative"/><tag k="admin_level" v="8"/></relation>
      """
    for share in [100.0, 0] {
      let next = try (rig.sequence() ?? 0) + 1
      try rig.publish(next, "<create>\(objects)</create><modify>\(objects)</modify><delete>\(objects)</delete>")
      try rig.publish(next + 1, "<create>\(objects)</create>")
      #expect(try rig.update { $0.largestShare = share }.fetched == 2)
      try rig.publish(next + 2, "<modify>\(UpdateRig.xml(2, version: Int(next), "2a"))</modify>")
      #expect(try rig.update { $0.largestShare = share }.fetched == 1)
      #expect(try rig.houses().isSuperset(of: ["1", "2a", "3"]))
    }
  }

  @Test(
    "a state.txt ahead of the files: what is there comes, and the sentence says which file is missing, not that it is gone"
  )
  func ahead() throws {
    let rig = try UpdateRig()
    try rig.publishFour()
    rig.server.fail("/state.txt", .bytes(Array(BadServer.state(999_999_999).utf8)))
    let outcome = try rig.update()
    let words =
      "/state.txt tells of change file 999999999, but there is no \(rig.server.address)\(UpdateRig.path(15, "osc.gz"));"
    #expect(outcome.fetched == 4 && outcome.failure?.code == .noServer)
    #expect(outcome.failure?.message.contains(words) == true, "\(outcome.failure?.message ?? "")")
    #expect(try rig.houses() == UpdateRig.afterFour && rig.sequence() == 14)
    #expect(try rig.update().fetched == 0)
  }

  @Test(
    "where the first change file is found by its date, a state.txt that the server has not in its place is not believed",
    arguments: [
      // Ahead of the files; older than the extract, so that nothing would come until then; and different from the file
      // with this number.
      (999_999_999, "2020-09-14T02", "there is no"), (999_999_999, "2020-09-13T22", "there is no"),
      (14, "2020-09-13T22", "mixed up"),
    ])
  func found(number: Int64, hour: String, words: String) throws {
    let rig = try UpdateRig(namesServer: false)
    try rig.publishFour()
    rig.server.fail("/state.txt", .bytes(Array("sequenceNumber=\(number)\ntimestamp=\(hour)\\:26\\:40Z".utf8)))
    let before = try Self.files(rig.folder.path)
    #expect {
      try rig.update { $0.replication = rig.server.address }
    } throws: {
      let message = ($0 as? UpdateError)?.message ?? ""
      return message.contains(words) && message.contains("\(rig.server.address)/state.txt")
        && !message.contains("goes back")
    }
    let after = try Self.files(rig.folder.path).filter { !$0.key.contains(".updates") }
    #expect(after == before)
    #expect(try rig.update { $0.replication = rig.server.address }.fetched == 4)
    #expect(try rig.houses() == UpdateRig.afterFour)
  }

  @Test("the sentence about changes that are gone has the command with the options of the store")
  func newerExtract() throws {
    let rig = try UpdateRig("--without-objects")
    try rig.publishFour()
    rig.server.fail(BadServer.first, .status(404))
    #expect {
      try rig.update()
    } throws: {
      ($0 as? UpdateError)?.message.hasSuffix(
        "import a newer extract in the place of the old one with "
          + "'geocode import \(rig.base) --no-world --without-objects -o \(rig.store)', and updates go on from there")
        == true
    }
  }

  @Test("a server that tells an earlier moment than before does not make the data older")
  func earlier() throws {
    let rig = try UpdateRig()
    try rig.publishFour()
    try rig.update()
    try rig.publish(15, "")
    rig.server.fail("/state.txt", .bytes(Array(BadServer.state(15).utf8)))
    #expect(try rig.update().fetched == 1)
    #expect(try StoreReader(path: rig.store).info.metadata.replication.timestamp == "2020-09-14T02:26:40Z")
  }

  @Test("sentences have no name and no password")
  func credentials() throws {
    let rig = try UpdateRig()
    rig.server.fail("/x", .status(403))
    #expect {
      _ = try Transfer().text(rig.server.address.replacingOccurrences(of: "://", with: "://me:word@") + "/x")
    } throws: {
      ($0 as? TransferError)?.message.hasPrefix("\(rig.server.address)/x: the server answers with 403") == true
    }
  }
}
