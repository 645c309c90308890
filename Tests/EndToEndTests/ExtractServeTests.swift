import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("geocoded --extract") struct ExtractServe {
    private let folder = TemporaryFolder()
    private var socket: String { folder.file("s") }
    private var extract: String { folder.file("town-latest.osm") }

    private func write(street: String, to path: String? = nil) throws {
      let text = """
        <osm version="0.6"><node id="1" lat="47.1" lon="9.499"/><node id="2" lat="47.1" lon="9.501"/>
        <way id="4"><nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/><tag k="name" v="\(street)"/></way></osm>
        """
      try text.write(toFile: path ?? extract, atomically: true, encoding: .utf8)
    }

    private func serve(_ path: String? = nil) throws -> RunningProgram {
      let daemon = Program("geocoded", ["XDG_STATE_HOME": folder.path])
      let running = try daemon.start(["--extract", path ?? extract, "--socket", socket])
      try running.wait { running.errorsSoFar.contains("listening") }
      return running
    }

    private func ask() throws -> String {
      try Program().run(["--socket", socket, "--format", "line", "47.1", "9.5"]).output
    }

    @Test("imports what has no store, serves it, and imports what is newer meanwhile")
    func serving() throws {
      try write(street: "Old Road")
      let first = try serve()
      try first.wait { (try? ask())?.contains("Old Road") == true }
      #expect(FileManager.default.fileExists(atPath: folder.file("geocode/town-latest.sqlite")))
      first.send(SIGTERM)
      #expect(try first.end().status == 0)
      try write(street: "New Road")
      let second = try serve()
      try second.wait { (try? ask())?.contains("New Road") == true }
      second.send(SIGTERM)
      #expect(try second.end().status == 0)
    }

    @Test("an extract of the same name in another folder gets its own store; a store that is given is not replaced")
    func sameName() throws {
      try FileManager.default.createDirectory(atPath: folder.file("other"), withIntermediateDirectories: true)
      let other = folder.file("other/town-latest.osm")
      try write(street: "Old Road")
      try write(street: "Other Road", to: other)
      for (path, street) in [(extract, "Old Road"), (other, "Other Road"), (extract, "Old Road")] {
        let running = try serve(path)
        try running.wait { (try? ask())?.contains(street) == true }
        running.send(SIGTERM)
        #expect(try running.end().status == 0)
      }
      let stores = try TemporaryFolder.names(in: folder.file("geocode")).filter { $0.hasSuffix(".sqlite") }
      #expect(stores.count == 2 && stores.contains("town-latest.sqlite"))
      let store = folder.file("geocode/town-latest.sqlite")
      let refused = try Program("geocoded").run(["--extract", other, "--database", store, "--socket", socket])
      #expect(refused.status == 64 && refused.errors.contains("town-latest.osm, not of \(other)"), "\(refused.errors)")
    }

    @Test("a store that was made of something else stays, and an extract that is none is told")
    func refused() throws {
      let village = try Village()
      try write(street: "Old Road")
      let other = try Program("geocoded").run(["--extract", extract, "--database", village.path, "--socket", socket])
      #expect(other.status == 64 && other.errors.contains("was made of"), "\(other.errors)")
      let missing = try Program("geocoded", ["XDG_STATE_HOME": folder.path]).run([
        "--extract", folder.file("none.osm.pbf"), "--socket", socket,
      ])
      #expect(missing.status == 66 && missing.errors.contains("none.osm.pbf"), "\(missing.errors)")
    }
  }
}
