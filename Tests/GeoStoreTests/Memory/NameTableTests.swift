@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

struct NameTableTests {
  @Test("the same name has one id, and comes back with its translations, in memory and in files")
  func roundTrip() throws {
    let folder = TemporaryFolder()
    for workspace in [nil, try Workspace(folder: folder.path, fileThresholdBytes: 1)] {
      var table = NameTable(in: workspace)
      let names = (0..<5_000).map { number in
        NameTable.Name(
          number == 0 ? "" : "Straße \(number % 1_700)",
          translations: (0..<number % 3).map { .init(language: "l\($0)", text: "\(number % 1_700)·\($0)") })
      }
      let ids = names.map { table.intern($0) }
      #expect(table.count == Set(names).count)
      for (name, id) in zip(names, ids) {
        #expect(table[id] == name && table.text(id) == name.text)
        #expect(table.translationCount(id) == name.translations.count && table.intern(name) == id)
      }
    }
  }

  @Test("a text is found by what it is, not by what begins like it")
  func finding() {
    var table = NameTable()
    let id = table.intern("Aeule")
    _ = table.intern(NameTable.Name("Gasse", translations: [.init(language: "en", text: "Lane")]))
    #expect(table.find("Aeule") == id)
    #expect(table.find("Aeul") == nil && table.find("Aeulestrasse") == nil && table.find("Gasse") == nil)
  }
}
