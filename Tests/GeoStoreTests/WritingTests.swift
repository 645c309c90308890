import Foundation
import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("A store replaces the old one only when it is whole")
struct WritingTests {
  let folder = TemporaryFolder()

  func write(to path: String) -> StoreError? {
    var content = StoreContent()
    content.address("1", at: FixedPoint(x: 1, y: 2))
    do throws(StoreError) {
      _ = try StoreWriter(threads: 2).write(content, metadata: StoreMetadata(), to: path)
      return nil
    } catch {
      return error
    }
  }

  func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  @Test("links in a circle stay, and are no place for a store")
  func circle() throws {
    #expect(symlink("b.sqlite", folder.file("a.sqlite")) == 0 && symlink("a.sqlite", folder.file("b.sqlite")) == 0)
    let error = write(to: folder.file("a.sqlite"))
    #expect(error?.code == .unwritable && error?.message.contains("leads in a circle") == true)
    #expect(try files() == ["a.sqlite", "b.sqlite"])
  }

  @Test("nothing is left beside a finished store")
  func noLeftovers() throws {
    #expect(write(to: folder.file("s.sqlite")) == nil)
    #expect(try files() == ["s.sqlite"])
  }

  @Test("a missing folder, a file as folder, a folder as file")
  func badPaths() throws {
    #expect(write(to: folder.file("none/s.sqlite"))?.code == .unwritable)
    #expect(write(to: folder.path)?.code == .unwritable)
    #expect(write(to: folder.file("s.sqlite")) == nil)
    #expect(write(to: folder.file("s.sqlite/t.sqlite"))?.code == .unwritable)
    #expect(try files() == ["s.sqlite"])
  }

  @Test("where the path is a link to a store, that store is replaced, and the link stays")
  func link() throws {
    #expect(write(to: folder.file("old.sqlite")) == nil)
    let old = try #require(try? Data(contentsOf: URL(fileURLWithPath: folder.file("old.sqlite"))))
    try Data("other".utf8).write(to: URL(fileURLWithPath: folder.file("old.sqlite")))
    try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: "old.sqlite")
    #expect(write(to: folder.file("link")) == nil)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link")) == "old.sqlite")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("old.sqlite"))) == old)
    #expect(try files() == ["link", "old.sqlite"])
  }

  @Test("a store keeps the permissions of the one that it replaces", arguments: [0o600, 0o664, 0o440] as [mode_t])
  func permissions(mode: mode_t) throws {
    let path = folder.file("s.sqlite")
    #expect(write(to: path) == nil && chmod(path, mode) == 0)
    #expect(write(to: path) == nil)
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == mode)
    #expect(try files() == ["s.sqlite"])
  }

  @Test("unfinished files of dead processes are removed, those of living ones stay")
  func leftovers() throws {
    // No process has the largest possible number on Linux.
    let dead = folder.file("s.sqlite.partial-4194303")
    let living = folder.file("s.sqlite.partial-1")
    for path in [dead, living] { #expect(FileManager.default.createFile(atPath: path, contents: Data([1]))) }
    #expect(write(to: folder.file("s.sqlite")) == nil)
    #expect(try files() == ["s.sqlite", "s.sqlite.partial-1"])
  }

  @Test("the same content gives the same bytes, whatever the number of threads")
  func reproducible() throws {
    let map = RandomMap(seed: 9)
    var bytes: [Data] = []
    for threads in [1, 3] {
      let path = folder.file("\(threads).sqlite")
      _ = try StoreWriter(threads: threads).write(map.content, metadata: StoreMetadata(), to: path)
      bytes.append(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    #expect(bytes[0] == bytes[1])
  }

  @Test("rows that were begun before streets had their names are those of the finished content")
  func earlyRows() throws {
    let content = RandomMap(seed: 9).content
    for threads in [1, 2] {
      let writer = StoreWriter(threads: threads)
      let early = writer.earlyRows(of: content)
      var linked = content
      for street in linked.streets.indices { linked.streets[street].name = content.streets[0].name }
      let (one, other) = (folder.file("early.sqlite"), folder.file("late.sqlite"))
      _ = try writer.write(linked, early: early, metadata: StoreMetadata(), to: one)
      _ = try writer.write(linked, metadata: StoreMetadata(), to: other)
      #expect(try Data(contentsOf: URL(fileURLWithPath: one)) == Data(contentsOf: URL(fileURLWithPath: other)))
    }
  }

  @Test("a full disk leaves the old store whole", .enabled(if: access("/dev/full", F_OK) == 0))
  func fullDisk() throws {
    // SQLite reports a full disk like any failing write; a limit on the file size simulates it.
    let path = folder.file("s.sqlite")
    #expect(write(to: path) == nil)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    let database = try Database.create(folder.file("t.sqlite"), as: "t.sqlite", pageSize: 4_096)
    try database.execute("PRAGMA max_page_count = 2")
    #expect(throws: StoreError.self) { try database.execute(Schema.tables) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }
}
