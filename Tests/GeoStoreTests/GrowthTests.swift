import Foundation
import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Tiles that would not get lighter by being split")
struct GrowthTests {
  /// The size of a store of streets that all run through one point, in all directions, 20 km to each side.
  private func bytes(streets count: Int) throws -> Int {
    var content = StoreContent()
    let name = content.names.intern("Street")
    for number in 0..<count {
      let angle = Double(number) / Double(count) * .pi
      let (x, y) = (Int32(2_000_000 * cos(angle)), Int32(2_000_000 * sin(angle)))
      content.streets.append(
        StreetRecord(
          source: SourceReference(type: .way, id: Int64(number) + 1), name: name, isReference: false,
          kind: .residential,
          isArea: false, layer: 0, postalCode: nil,
          line: content.addLine([FixedPoint(x: -x, y: -y), FixedPoint(x: 0, y: 0), FixedPoint(x: x, y: y)])))
    }
    let folder = TemporaryFolder()
    let path = folder.file("streets.sqlite")
    _ = try StoreWriter(threads: 2).write(content, metadata: StoreMetadata(), to: path)
    return try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
  }

  @Test("make a store that grows with its streets, however they cross")
  func streetsThroughOnePoint() throws {
    let (few, many) = (try bytes(streets: 500), try bytes(streets: 2000))
    // Each street has three vertices; a tile stores one in about ten bytes.
    #expect(many - few < 1500 * 3 * 16 * 12)
  }
}
