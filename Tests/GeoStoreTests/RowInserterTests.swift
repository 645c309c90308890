import CSQLite
import Foundation
import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Several rows with one run of a statement")
struct RowInserterTests {
  let folder = TemporaryFolder()

  /// The bytes of a file whose table the closure fills.
  private func file(_ name: String, _ fill: (Database) throws -> Void) throws -> Data {
    let path = folder.file(name)
    try {
      let database = try Database.create(path, as: path, pageSize: 1_024)
      try database.execute(
        "BEGIN; CREATE TABLE thing(id INTEGER PRIMARY KEY, type TEXT, osm_id INTEGER, x INTEGER, y INTEGER, data BLOB)")
      try fill(database)
      try database.execute("COMMIT")
    }()
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private func source(_ row: Int) -> SourceReference? {
    row % 3 == 0 ? nil : SourceReference(type: row % 3 == 1 ? .node : .relation, id: Int64(row) << 20)
  }

  private func place(_ row: Int) -> FixedPoint { FixedPoint(x: Int32(row), y: -Int32(row)) }

  private func data(_ row: Int) -> [UInt8] { [UInt8](repeating: UInt8(row % 251), count: row % 700) }

  @Test("make the same file as row by row", arguments: [0, 1, 15, 16, 17, 33, 400])
  func sameFile(_ count: Int) throws {
    let together = try file("together") { database in
      let inserter = RowInserter(database, into: "thing", columns: 6)
      // Announced in two parts.
      for part in [0..<count / 3, count / 3..<count] {
        try inserter.expect(part.count)
        for row in part { try inserter.append(row + 1, source(row), place(row), data(row)) }
      }
    }
    let alone = try file("alone") { database in
      let statement = try Statement(database, insertInto: "thing", columns: 6)
      for row in 0..<count { try statement.run(row + 1, source(row), place(row), data(row)) }
    }
    #expect(together == alone)
  }

  @Test("a row that cannot be inserted is told, with those before it in the same run")
  func failure() throws {
    _ = try file("failing") { database in
      let inserter = RowInserter(database, into: "thing", columns: 6)
      try inserter.expect(2)
      try inserter.append(7, source(1), place(1), data(1))
      #expect(throws: StoreError.self) { try inserter.append(7, source(2), place(2), data(2)) }
    }
  }

  @Test("a value that SQLite does not take is an error, and no missing value")
  func refusedValue() throws {
    _ = try file("refusing") { database in
      // As if there were no memory for a copy.
      sqlite3_limit(database.handle, SQLITE_LIMIT_LENGTH, 1_000)
      let statement = try Statement(database, insertInto: "thing", columns: 6)
      #expect(throws: StoreError.self) {
        try statement.run(1, source(1), place(1), [UInt8](repeating: 7, count: 1_001))
      }
      #expect(throws: StoreError.self) {
        try statement.run(1, source(1), place(1), String(repeating: "a", count: 1_001))
      }
      // The statement can be used for the next row.
      try statement.run(1, source(1), place(1), data(1))
      let rows = try Statement(database, "SELECT count(*), count(data) FROM thing")
      #expect(try rows.step() && rows.integer(0) == 1 && rows.integer(1) == 1)
    }
  }
}
