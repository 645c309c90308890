import Foundation
import GeoImportCommand
import GeoStore
import GeoSupport
import GeoTestKit
import Testing

@testable import GeoUpdate

@Suite("Addresses of extracts and servers")
struct ExtractAddressTests {
  @Test(
    "names and passwords are found wherever libcurl would",
    arguments: [
      ("https://user:secret@example.org/x.osm.pbf", "https://example.org/x.osm.pbf"),
      ("http://token@example.org", "http://example.org"), ("HTTP://a@b@example.org/c@d", "HTTP://example.org/c@d"),
      ("https://u:p\u{301}@example.org?x", "https://example.org?x"), ("https://@example.org/", "https://example.org/"),
    ])
  func credentials(address: String, plain: String) {
    #expect(WebAddress.hasCredentials(address))
    #expect(WebAddress.withoutCredentials(address) == plain)
    #expect { try ImportCommand.parse([address]) } throws: {
      ImportCommand.message(for: $0).contains("put them into ~/.netrc") && !"\($0)".contains("secret")
    }
  }

  @Test(
    "an extract has a name",
    arguments: ["http://127.0.0.1:8080", "https://example.org/", "file:///", "https://", ""])
  func nameless(address: String) {
    #expect { try ImportCommand.parse([address]) } throws: {
      ImportCommand.message(for: $0).contains(address.isEmpty ? "is empty" : "\(address) names no file")
    }
  }

  @Test(
    "what is none is left alone",
    arguments: ["https://example.org/a@b", "https://example.org?x=a@b", "a@b:/c", "user@host", "", "://", "x#://@"])
  func none(address: String) {
    #expect(!WebAddress.hasCredentials(address) || address == "x#://@")
    if !WebAddress.hasCredentials(address) { #expect(WebAddress.withoutCredentials(address) == address) }
  }

  @Test(
    "no extract gets the name of a file that updates make",
    arguments: [
      "lock", "changes.osm.pbf", "changes.osm.pbf.partial", "base-7-0.osm.pbf", "a.part", "a.version", "a.new",
    ])
  func reserved(name: String) {
    #expect(ExtractAddress.name("https://example.org/x/\(name)?y") == "extract-\(name).osm.pbf")
    #expect(ExtractAddress.name("https://example.org/x/a.osm.pbf#\(name)") == "a.osm.pbf")
  }

  @Test("a link to an extract is recorded as one, as it may lead to a newer extract the next time")
  func link() throws {
    let folder = TemporaryFolder()
    #expect(FileManager.default.createFile(atPath: folder.file("2026-01.osm.pbf"), contents: nil))
    #expect(symlink("2026-01.osm.pbf", folder.file("latest.osm.pbf")) == 0)
    #expect(ImportWords.kept(folder.file("latest.osm.pbf"), store: folder.file("m.sqlite")) == "latest.osm.pbf")
  }

  @Test("two addresses of one name are refused, as both would be one file; the same one twice is not two")
  func shared() throws {
    let pair = ["https://example.org/a/x.osm.pbf", "https://example.org/b/x.osm.pbf"]
    #expect { try ImportCommand.parse(pair) } throws: { ImportCommand.message(for: $0).contains("named x.osm.pbf") }
    _ = try ImportCommand.parse([pair[0], pair[0], "x.osm.pbf"])
  }
}
