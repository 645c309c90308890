import Foundation
import GeoModel
@testable import GeoStoreWriting
import GeoTestKit

@testable import GeoStore

/// A small store with something of every kind, to be damaged.
struct SampleStore {
  let folder = TemporaryFolder()
  /// The file's bytes.
  let bytes: Data
  /// The points where the store has data.
  let points: [FixedPoint]

  /// - Parameter seed: another number gives other content of the same kind.
  init(seed: UInt64 = 5) throws {
    var content = ObjectSearchTests.World(seed: seed, objects: 120).content
    let grid = ObjectRoundTripTests.grid
    content.area(
      "Vaduz", level: 8, countryCode: "LI", polygons: [[grid.line("ABCDA")]], translations: ["de": "Vaduz!"])
    content.interpolation("1", "9", street: "Landstrasse", grid.line("ABC"))
    content.place("Vaduz", kind: .town, timeZone: "Europe/Vaduz", at: grid["B"])
    content.feature("Museum", category: "tourism=museum", at: grid["A"])
    var town = SearchTests.Town()
    for index in 0..<150 {
      let center = SearchTests.Town.centers[index % SearchTests.Town.centers.count]
      content.street("Street \(index)", town.lines[index])
      content.address("\(index)", street: "Street \(index)", postalCode: "\(seed)00\(index % 5)", at: town.near(center))
    }
    points =
      [grid["A"], grid["B"]] + ObjectSearchTests.World.centers
      + SearchTests.Town.centers.flatMap { center in (0..<4).map { _ in town.near(center) } }
    let path = folder.file("whole.sqlite")
    _ = try StoreWriter(threads: 1).write(content, metadata: StoreMetadata(), to: path)
    bytes = try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// The number of pages.
  var pageCount: Int { bytes.count / StoreFormat.pageSize }

  /// The bytes of a page, numbered from 1.
  func range(ofPage number: Int) -> Range<Int> {
    (number - 1) * StoreFormat.pageSize..<number * StoreFormat.pageSize
  }

  /// Writes bytes to a file and returns its path.
  func write(_ bytes: Data, as name: String = "damaged.sqlite") throws -> String {
    let path = folder.file(name)
    // Another reader may still have the old file open.
    unlink(path)
    try bytes.write(to: URL(fileURLWithPath: path))
    return path
  }

  /// A store whose content was changed by SQL and has valid checksums, as if a program wrote it.
  func changed(_ sql: String) throws -> String {
    let path = try write(bytes, as: "changed.sqlite")
    try Database.create(path, as: path, pageSize: StoreFormat.pageSize).execute(sql)
    try PageSealer.seal(path, as: path)
    return path
  }

  /// Everything in a store around the points, as far as it is readable.
  func answers(_ path: String) -> [Result<String, StoreError>] {
    do throws(StoreError) {
      let reader = try StoreReader(path: path)
      return points.map { point in
        Result { () throws(StoreError) in
          do throws(StoreError) {
            let text = try StoreDump(reader).text(at: point)
            try reader.confirm()
            return text
          } catch { throw reader.reason(of: error) }
        }
      }
    } catch { return points.map { _ in .failure(error) } }
  }
}
