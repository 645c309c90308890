import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Names in languages") struct TranslationTests {
  @Test("a name keeps its translations, whatever characters they have, for readers and for SQLite's tools")
  func translations() throws {
    let texts = ["Bern", "\"Bern\"", "C:\\u001f\\", "tab\tand\nline", "ベルン", "it's", ""]
    let translations = texts.enumerated().map { NameTranslation(language: "l\($0.offset)", text: $0.element) }
    var content = StoreContent()
    let many = (0..<900).map { NameTranslation(language: "x\(1_000 + $0)", text: "Name \($0), which is long") }
    for (id, known) in [translations, [], many].enumerated() {
      let name = content.names.intern(NameTable.Name("Place \(id)", translations: known))
      content.features.append(
        FeatureRecord(
          source: SourceReference(type: .node, id: Int64(id)), name: name, category: content.names.intern("tourism"),
          point: FixedPoint(x: Int32(id), y: 0), outline: nil))
    }
    let store = try TemporaryStore(content)
    let reader = try store.reader()
    let database = try Database.create(store.path, as: store.path, pageSize: StoreFormat.pageSize)
    for id in 1...UInt32(3) {
      let feature = try reader.feature(FeatureID(id))
      let expected =
        try reader.name(feature.name) == "Place 0" ? translations : reader.name(feature.name) == "Place 2" ? many : []
      #expect(try reader.translations(feature.name) == expected)
      let view = try Statement(
        database, "SELECT language, text FROM name_translation WHERE name_id = ? ORDER BY language")
      view.bind(feature.name.rawValue)
      var rows: [NameTranslation] = []
      while try view.step() {
        rows.append(try NameTranslation(language: view.text(0) ?? "", text: view.text(1) ?? ""))
      }
      #expect(rows == expected)
    }
  }
}
