import Foundation
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("geocode check") struct Check {
    private let folder = TemporaryFolder()

    @Test("a whole store: a sentence and 0, nothing when quiet")
    func whole() throws {
      let village = try Village()
      let outcome = try Program().run(["check", village.path])
      #expect(outcome.status == 0 && outcome.errors == "")
      #expect(outcome.output.hasPrefix("\(village.path) is whole: ") && outcome.output.contains(" pages, "))
      let quiet = try Program().run(["check", "--quiet", village.path])
      #expect(quiet.status == 0 && quiet.output == "" && quiet.errors == "")
    }

    @Test("a flipped bit: which pages, what to do, and 65; answers that need the page fail, too")
    func flipped() throws {
      let village = try Village()
      let whole = try Data(contentsOf: URL(fileURLWithPath: village.path))
      for page in [1, 2, whole.count / 8192] {
        var bytes = whole
        bytes[(page - 1) * 8192 + 4_000] ^= 4
        let path = try folder.write("flipped.sqlite", bytes)
        let outcome = try Program().run(["check", path])
        #expect(outcome.status == 65 && outcome.output == "")
        #expect(outcome.errors.contains("1 of \(whole.count / 8192) pages is not as imported (\(page)); copy it again"))
        let answer = try Program().run(["--database", path, "--format", "line", "47.1003594", "9.5007913"])
        #expect(answer.output == "Lindenweg 7, 9490 Musterdorf, Liechtenstein\n" || answer.status == 65)
      }
    }

    @Test("a store that cannot be read at some place is no place without an answer: one question, many lines, a table")
    func unreadable() throws {
      // With this many streets, the name of one is on a page of its own, which opening the store does not need.
      var content = StoreContent()
      for number in 0..<2_000 {
        let x = Int32(number) * 20_000
        content.street("Street \(number)", [FixedPoint(x: x, y: 0), FixedPoint(x: x, y: 10_000)])
      }
      let store = try TemporaryStore(content)
      defer { withExtendedLifetime(store) {} }
      let whole = try Data(contentsOf: URL(fileURLWithPath: store.path))
      let point = "0.0005 2"
      let (lines, table) = ("\(point)\n\(point)\n", "lat,lon\n\(point.replacing(" ", with: ","))\n")
      var found = 0
      for page in 2...whole.count / 8192 {
        var bytes = whole
        bytes[(page - 1) * 8192 + 4_000] ^= 4
        let program = Program("geocode", ["GEOCODE_DATABASE": try folder.write("damaged.sqlite", bytes)])
        let many = try program.run(["--format", "line", "-"], input: lines)
        #expect([0, 65].contains(many.status), "page \(page): \(many)")
        // Many stores cannot be opened without the page, or do not need it.
        guard many.output.contains("error: ") else { continue }
        found += 1
        #expect(many.errors.contains("2 lines without an answer: ") && many.errors.contains("is damaged"), "\(many)")
        #expect(try program.run(point.split(separator: " ").map(String.init)).status == 65)
        let rows = try program.run(["csv", "--quiet"], input: table)
        #expect(rows.status == 69 && rows.output.hasSuffix(",error\n"), "\(rows)")
        #expect(rows.errors.contains("1 row got the status 'error'"), "\(rows)")
      }
      #expect(found > 0)
    }

    @Test("no store, a part of one, none at all, a pipe: each has its number and sentence")
    func others() throws {
      let village = try Village()
      let whole = try Data(contentsOf: URL(fileURLWithPath: village.path))
      let pipe = folder.file("pipe")
      #expect(mkfifo(pipe, 0o600) == 0)
      let cases: [(path: String, status: Int32, words: String)] = [
        (try folder.write("cut.sqlite", whole.dropLast(1)), 65, "is cut short"),
        (try folder.write("longer.sqlite", whole + Data(count: 4096)), 65, "are 4096 bytes behind its last page"),
        (try folder.write("twice.sqlite", whole + whole), 65, "are \(whole.count) bytes behind its last page"),
        (try folder.write("text.txt", Data("hello\n".utf8)), 65, "is not a store"),
        (try folder.write("empty.sqlite", Data()), 65, "is empty"),
        (folder.file("none.sqlite"), 66, "there is no store"),
        (folder.path, 66, "is a folder"), (pipe, 66, "is not a regular file"),
      ]
      for (path, status, words) in cases {
        let outcome = try Program().run(["check", path])
        #expect(outcome.status == status && outcome.output == "")
        #expect(outcome.errors.contains(path) && outcome.errors.contains(words))
      }
      #expect(try Program().run("check").status == 64)
    }
  }
}
