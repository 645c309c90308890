import Foundation
import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Stores that a program wrote wrongly, with checksums that agree: an error in bounded time and memory")
struct HostileStoreTests {
  /// Runs all queries; nil when none failed.
  private func error(_ store: SampleStore, _ sql: String) throws -> StoreError? {
    for answer in store.answers(try store.changed(sql)) {
      if case .failure(let error) = answer { return error }
    }
    return nil
  }

  @Test(
    "tiles whose keys are not squares",
    arguments: [
      "UPDATE tile SET key = key + 32",
      "UPDATE tile SET key = key - 4611686018427387904 - 4611686018427387904", "UPDATE tile SET key = key | 31",
    ])
  func keys(_ sql: String) throws {
    let store = try SampleStore()
    #expect(try error(store, sql)?.code == .damaged)
  }

  @Test("streets whose first vertex has any number")
  func firstVertex() throws {
    var content = StoreContent()
    content.street("A", [FixedPoint(x: 1_000, y: 1_000), FixedPoint(x: 1_100, y: 1_000)])
    let store = try TemporaryStore(content)
    do {
      let database = try Database.create(store.path, as: store.path, pageSize: StoreFormat.pageSize)
      // The tile begins with sections, box, longest line, no city, streets, box, id, name, kind and layer. Then follow
      // two bytes with the number of the first vertex and two with the position of the line, or four each if the lowest
      // bit before the city is set.
      let (head, rest) = ("substr(data, 7, 16)", "substr(data, 27)")
      for (measure, numbers) in [("0a", "ffff0000"), ("0b", "ffffffff00000000"), ("0b", "ffffff7f00000000")] {
        let row = "\(measure)' || \(head) || x'\(numbers)"
        let found = try Statement(
          database,
          "SELECT count(*) FROM tile WHERE hex(data) LIKE '08________0A0001%' AND substr(data, 23, 4) = x'00000000'")
        #expect(try found.step() && found.integer(0) > 0)
        found.reset()
        try database.execute("UPDATE tile SET data = CAST(substr(data, 1, 5) || x'\(row)' || \(rest) AS BLOB)")
        try PageSealer.seal(store.path, as: store.path)
        #expect(try store.reader().line(of: StreetID(1)).count == 2)
        let end = measure == "0b" ? 31 : 27
        try database.execute(
          """
          UPDATE tile SET data = CAST(substr(data, 1, 5) || x'0a' || \(head) || x'00000000' || substr(data, \(end)) AS BLOB)
          """)
      }
    }
  }

  @Test("postal R-tree nodes that lead back to themselves", arguments: [1, 3, 30, 63])
  func rings(height: Int) throws {
    let store = try SampleStore()
    let cell = "0000000000000001" + "94b62e00" + "6b49d200" + "ca5b1700" + "35a4e900"
    let node = String(format: "%04x", height) + "0030" + String(repeating: cell, count: 48)
    #expect(try error(store, "UPDATE postal_group_rtree_node SET data = x'\(node)'")?.code == .damaged)
  }

  @Test(
    "groups of houses that no page tells of",
    arguments: [
      "DELETE FROM postal_page", "UPDATE postal_page SET page = page + 1", "UPDATE postal_page SET data = x'00'",
    ])
  func pages(_ sql: String) throws {
    #expect(try error(SampleStore(), sql)?.code == .damaged)
  }

  @Test(
    "counts, ids and boxes out of all proportion",
    arguments: [
      "UPDATE place_page SET page = page + 1000000000000", "UPDATE place_page SET data = zeroblob(8000)",
      "UPDATE name SET translations = char(31, 31, 31)", "UPDATE name SET translations = 5",
      "UPDATE meta SET value = '999999999999999' WHERE key LIKE 'count%'",
      "UPDATE street SET x = -2147483648, y = -2147483648, width = 4294967295, height = 4294967295",
      "UPDATE object_group SET first_object = 9223372036854775807",
      "UPDATE object_group SET first_page = -1, objects = 2147483647",
      "UPDATE area_boundary SET rings = x'01ffffffffffffffffff01ffffffffffffffffff01'",
      "UPDATE border SET line = x'ffffffffffffffff7f'",
      "UPDATE area SET name_id = 4294967295, min_x = 2147483647, max_x = -2147483648",
      "UPDATE tile SET key = key + 5 WHERE key & 31 < 18", "UPDATE tile SET key = (key & ~31) + (1 << 40) + 23",
      "UPDATE place SET reach_meters = 9e999, x = -2147483648, y = 2147483647",
    ])
  func proportions(_ sql: String) throws {
    // Errors and odd data are both fine; it must end.
    _ = try error(SampleStore(), sql)
  }

  /// The number of trials; the full number takes minutes without optimization.
  private static var trials: Int { ProcessInfo.processInfo.environment["GEOCODE_LONG_TESTS"] == nil ? 200 : 10_000 }

  @Test("any bytes in any pages end in an error or in something odd")
  func anything() throws {
    let store = try SampleStore()
    var generator = SeededGenerator(seed: 9)
    var failed = 0
    for _ in 0..<HostileStoreTests.trials {
      let damaged = StoreDamage(&generator, pageSize: StoreFormat.pageSize).applied(to: store.bytes)
      let path = try store.write(damaged)
      try? PageSealer.seal(path, as: path)
      if store.answers(path).contains(where: { if case .failure = $0 { true } else { false } }) { failed += 1 }
    }
    #expect(failed > HostileStoreTests.trials / 20)
  }
}
