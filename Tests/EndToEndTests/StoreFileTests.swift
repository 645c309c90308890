import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("A store that cannot be used") struct StoreFiles {
    private let folder = TemporaryFolder()

    /// Queries the file in all ways to name it.
    private func expect(
      _ path: String, status: Int32, contains words: String..., location: SourceLocation = #_sourceLocation
    ) throws {
      let outcomes = [
        try Program().run(["--database", path, "37.77", "-122.41"]), try Program().run(["info", "--database", path]),
        try Program("geocode", ["GEOCODE_DATABASE": path]).run("37.77 -122.41"),
      ]
      for outcome in outcomes {
        #expect(outcome.status == status, sourceLocation: location)
        #expect(outcome.output == "", sourceLocation: location)
        #expect(outcome.errors.hasPrefix("Error: "), sourceLocation: location)
        for word in words + [path] { #expect(outcome.errors.contains(word), sourceLocation: location) }
      }
    }

    @Test("a missing file") func missing() throws { try expect(folder.file("none.sqlite"), status: 66) }

    @Test("a folder") func aFolder() throws { try expect(folder.path, status: 66, contains: "folder") }

    @Test("an empty file") func empty() throws { try expect(folder.write("empty.sqlite", Data()), status: 65) }

    @Test("a text") func text() throws {
      try expect(folder.write("text.sqlite", Data("hello\n".utf8)), status: 65)
      try expect(folder.write("long.sqlite", Data(repeating: 65, count: 100_000)), status: 65)
    }

    @Test("a store that was cut short, at any length")
    func cutShort() throws {
      let village = try Village()
      let whole = try Data(contentsOf: URL(fileURLWithPath: village.path))
      for part in [16, 100, 4096, whole.count / 2, whole.count - 1] {
        try expect(folder.write("cut.sqlite", whole.prefix(part)), status: 65)
      }
    }

    @Test("a file that may not be read", .enabled(if: geteuid() != 0, "root may read every file"))
    func unreadable() throws {
      let path = try folder.write("secret.sqlite", Data("x".utf8))
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      try expect(path, status: 66)
    }
  }
}
