import Foundation
import GeoConsole
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoImportCommand

/// The checks of the command before it replaces a file.
struct OutputFileTests {
  private let folder = TemporaryFolder()

  private func failure(_ path: String, extracts: [String] = [], isForced: Bool = false) -> ProgramFailure? {
    do throws(ProgramFailure) {
      try OutputFile(path: path, isForced: isForced).check(against: extracts)
      return nil
    } catch { return error }
  }

  private func file(_ name: String, _ text: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    return folder.file(name)
  }

  @Test("a file that is not there, an empty one and a store may be written")
  func allowed() throws {
    #expect(failure(folder.file("new.sqlite")) == nil)
    #expect(failure(try file("empty", "")) == nil)
    #expect(failure(try TemporaryStore(StoreContent()).path) == nil)
  }

  @Test("a file of another kind is replaced only by force")
  func foreign() throws {
    let path = try file("letter.txt", "Dear reader")
    #expect(failure(path)?.status == .cannotCreate)
    #expect(failure(path)?.message.contains("--force") == true)
    #expect(failure(path, isForced: true) == nil)
  }

  @Test("folders and devices are never replaced, not even by force")
  func devices() {
    for path in [folder.path, "/dev/null"] {
      #expect(failure(path)?.status == .cannotCreate)
      #expect(failure(path, isForced: true)?.status == .cannotCreate)
    }
  }

  @Test("an extract is not overwritten by its own store")
  func extract() throws {
    let path = try file("a.osm.pbf", "PBF")
    #expect(failure(path, extracts: [path], isForced: true)?.status == .usage)
  }

  @Test(
    "nor is any other input",
    arguments: [
      "--addresses", "--areas", "--corrections", "--postal-codes", "--tiger", "--polygon", "--world", "--corrections .",
    ])
  func otherInput(option: String) throws {
    let words = option.split(separator: " ").map(String.init)
    let path = try file(words.count == 1 ? "own.txt" : "own.osc", "text")
    let input = words.count == 1 ? path : folder.path
    let command = try ImportCommand.parse(["a.osm.pbf", words[0], input, "--force", "-o", path])
    let failure = #expect(throws: ProgramFailure.self) { try command.perform(["a.osm.pbf"]) }
    #expect(failure?.status == .usage && failure?.message.contains("files that the store is made of") == true)
    #expect(FileManager.default.contents(atPath: path) == Data("text".utf8))
  }
}
