import GeoModel
import GeoStore
import GeoTestKit
import Testing

@testable import GeoImport

/// Real extracts, compared with the results of libosmium and grep.
@Suite(.enabled(if: SharedData.isAvailable, Comment(rawValue: SharedData.missing)))
struct ExtractTests {
  /// An extract with its closed administrative relations by level, and its objects with a valid `addr:housenumber`
  /// (`s/n` is not one).
  struct Extract: CustomTestStringConvertible, Sendable {
    var file: String
    var levels: [UInt8: Int]
    var houseNumbers: Int
    /// Those whose part in the extract has no position.
    var withoutPlace = 0
    /// Houses whose name is their number, and the second streets of those with two.
    var further = 0
    var testDescription: String { file }
  }

  static let extracts = [
    Extract(file: "liechtenstein-2022-12-15", levels: [2: 1, 6: 2, 8: 11], houseNumbers: 12_503),
    Extract(file: "liechtenstein-2013-08-03", levels: [2: 1, 6: 2, 8: 11], houseNumbers: 198),
    Extract(
      file: "liechtenstein-autauga-alabama-2021-01-06", levels: [2: 1, 6: 3, 8: 11], houseNumbers: 3_740, further: 1),
    Extract(file: "monaco-2025-02-15", levels: [2: 1, 8: 1, 10: 9], houseNumbers: 385),
    Extract(file: "monaco-2026-03-10", levels: [2: 1, 8: 1, 10: 9], houseNumbers: 445),
    Extract(file: "andorra-2021-10-28", levels: [2: 1, 7: 7, 8: 3], houseNumbers: 247),
    Extract(file: "malta-2016-11-09", levels: [4: 3, 8: 5], houseNumbers: 454, further: 2),
    Extract(
      file: "luxembourg-admin-only-2018-01-19", levels: [2: 1, 6: 13, 8: 105, 9: 79, 10: 3], houseNumbers: 0),
    Extract(
      file: "ivory-coast-admin-only", levels: [2: 1, 4: 14, 5: 31, 6: 7, 7: 3, 8: 10, 9: 26, 10: 26], houseNumbers: 0),
    Extract(file: "helsinki-centre-2019-04-21", levels: [10: 2], houseNumbers: 3_622, withoutPlace: 3, further: 2),
    Extract(
      file: "san-francisco-downtown-2023-07-22", levels: [10: 1], houseNumbers: 8_461, withoutPlace: 1, further: 3),
    Extract(file: "baltimore-reisterstown-unsorted", levels: [8: 1], houseNumbers: 15_771),
    Extract(file: "munich-2020-07-20", levels: [10: 5], houseNumbers: 3_267),
    Extract(file: "porto-2020-07-20", levels: [9: 4], houseNumbers: 1_849, further: 2),
    Extract(file: "berlin-north-2022-02-22", levels: [:], houseNumbers: 3_078),
  ]

  @Test(
    "every boundary that closes becomes an area and no other does, every house number an address",
    arguments: isOptimizedBuild ? extracts : [extracts[1], extracts[3], extracts[9], extracts[12]])
  func boundariesAndHouseNumbers(_ extract: Extract) throws {
    let (content, _) = try ImportRig.content([SharedData.path(extract.file + ".osm.pbf")], includesFeatures: false)
    let relations = content.areas.filter { $0.kind == .administrative && $0.source?.type == .relation }
    #expect(Dictionary(grouping: relations, by: \.level).mapValues(\.count) == extract.levels)
    #expect(
      content.addresses.count { !content.names.text($0.houseNumber).isEmpty } == extract.houseNumbers
        - extract.withoutPlace + extract.further)
  }
}
