import Foundation
import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Rows read from the mapped file")
struct TableTreeTests {
  /// A table with gaps between its keys, short rows and rows that fill several pages.
  private func table(pageSize: Int) throws -> (folder: TemporaryFolder, path: String, keys: [Int64]) {
    let folder = TemporaryFolder()
    let path = folder.file("rows.sqlite")
    let database = try Database.create(path, as: path, pageSize: pageSize)
    try database.execute(
      """
      PRAGMA application_id = \(StoreFormat.applicationID); PRAGMA user_version = \(StoreFormat.version);
      CREATE TABLE t(id INTEGER PRIMARY KEY, number, text, data)
      """)
    let insert = try Statement(database, insertInto: "t", columns: 4)
    var generator = SeededGenerator(seed: 3)
    var keys: [Int64] = []
    var key: Int64 = -40_000
    for index in 0..<3_000 {
      key += Int64.random(in: 1...60, using: &generator)
      keys.append(key)
      let number = index % 9 == 0 ? nil : Int64.random(in: -1 << (index % 60)...1 << (index % 60), using: &generator)
      let text = index % 5 == 0 ? nil : String(repeating: "ß", count: index % 40)
      let size = index % 50 == 7 ? Int.random(in: 0...9_000, using: &generator) : index % 90
      try insert.run(key, number, text, (0..<size).map { UInt8(truncatingIfNeeded: $0 &* index) })
    }
    try PageSealer.seal(path, as: path)
    return (folder, path, keys)
  }

  private func tree(
    _ path: String, hasGaps: Bool = true
  ) throws -> (file: MappedFile, tree: TableTree, database: Database) {
    let file = try MappedFile.open(path)
    let database = try Database.open(file, path)
    let schema = try Statement(database, "SELECT rootpage FROM sqlite_schema WHERE name = 't'")
    #expect(try schema.step())
    return (file, try TableTree(file, root: Int(schema.integer(0)), hasGaps: hasGaps), database)
  }

  @Test("the index has the pages of the leaves in the order of their keys", arguments: [512, 4096])
  func index(pageSize: Int) throws {
    let (folder, path, keys) = try table(pageSize: pageSize)
    let (file, tree, database) = try tree(path)
    let schema = try Statement(database, "SELECT rootpage FROM sqlite_schema WHERE name = 't'")
    #expect(try schema.step())
    let index = try file.indexes.index(of: tree, root: Int(schema.integer(0)), most: 4_194_304)
    for key in keys + [.min, .max] {
      let position = index.position(reaching: key)
      if let last = index.greatestKey(position) { #expect(key <= last) }
      if position > 0, let before = index.greatestKey(position - 1) { #expect(key > before) }
      #expect(try TablePage(tree, index.page(position)).isLeaf)
    }
    withExtendedLifetime((folder, file)) {}
  }

  @Test("every row has the values that SQLite reads", arguments: [512, 4096, 65_536])
  func values(pageSize: Int) throws {
    let (folder, path, keys) = try table(pageSize: pageSize)
    let (file, tree, database) = try tree(path)
    let query = try Statement(database, "SELECT number, text, data FROM t WHERE id = ?")
    for key in keys {
      query.bind(key)
      #expect(try query.step())
      let found = try tree.row(key)
      let columns = found.flatMap { RowCursor($0.record) }
      var row = try #require(columns)
      row.skip()
      let (number, text, data) = (row.integer(), row.text(), row.bytes())
      #expect(number == (query.isNull(0) ? nil : query.integer(0)))
      #expect(try text == query.text(1))
      #expect(data.map { Array($0) } == Array(query.blob(2)))
      query.reset()
    }
    withExtendedLifetime((folder, file)) {}
  }

  @Test("between two keys the row before is the last one", arguments: [512, 4096], [false, true])
  func before(pageSize: Int, hasGaps: Bool) throws {
    let (folder, path, keys) = try table(pageSize: pageSize)
    let (file, tree, _) = try tree(path, hasGaps: hasGaps)
    for (previous, key) in zip(keys, keys.dropFirst()) {
      #expect(try tree.lastRow(notAfter: key - 1)?.key == previous)
      #expect(try tree.row(key - 1)?.key == (previous == key - 1 ? previous : nil))
    }
    #expect(try tree.lastRow(notAfter: keys[0] - 1) == nil)
    #expect(try tree.lastRow(notAfter: .max)?.key == keys.last)
    #expect(try tree.lastRow(notAfter: .min) == nil)
    for (key, next) in zip([keys[0] - 1] + keys, keys) { #expect(try tree.firstKey(after: key) == next) }
    #expect(try tree.firstKey(after: keys[keys.count - 1]) == nil && tree.firstKey(after: .max) == nil)
    #expect(try tree.firstKey(after: .min) == keys[0])
    withExtendedLifetime((folder, file)) {}
  }

  @Test("a row is the one that was asked for, whatever was expected", arguments: [false, true])
  func expectations(hasGaps: Bool) throws {
    let (folder, path, keys) = try table(pageSize: 512)
    let (file, tree, _) = try tree(path, hasGaps: hasGaps)
    var generator = SeededGenerator(seed: 8)
    for key in keys.shuffled(using: &generator) {
      for hint in [keys[0] - 1, key, Int64.random(in: keys[0]...keys[keys.count - 1], using: &generator), .max] {
        tree.expect(hint)
        tree.expectRow(hint)
        #expect(try tree.row(key)?.key == key)
      }
    }
    withExtendedLifetime((folder, file)) {}
  }

  @Test("a large table is found by a higher level at first, and by its leaves after some more descents")
  func levels() throws {
    let (folder, path, keys) = try table(pageSize: 512)
    let (file, tree, database) = try tree(path)
    let schema = try Statement(database, "SELECT rootpage FROM sqlite_schema WHERE name = 't'")
    #expect(try schema.step())
    let root = Int(schema.integer(0))
    let leaves = try file.indexes.index(of: tree, root: root, most: 100_000)
    let above = try file.indexes.index(of: tree, root: root, most: leaves.count - 1)
    #expect(leaves.isOfLeaves && !above.isOfLeaves && above.count < leaves.count / 4)
    let sorted = keys.sorted()
    for hasGaps in [true, false] {
      for kept in [0, 100_000] {
        let sizes = PageIndex.Sizes(atFirst: leaves.count - 1, atMost: 100_000, keptLeaves: kept)
        let tree = try TableTree(file, root: root, hasGaps: hasGaps, sizes: sizes)
        // Far apart, so that each lookup descends.
        for round in 0..<4 {
          for index in stride(from: round, to: sorted.count, by: 7) {
            let key = sorted[index * 31 % sorted.count]
            #expect(try tree.row(key)?.key == key)
            let between = try tree.lastRow(notAfter: key + 1)?.key
            #expect(between == (sorted.contains(key + 1) ? key + 1 : key))
          }
        }
        #expect(try tree.lastKey() == sorted.last)
      }
    }
    withExtendedLifetime((folder, file)) {}
  }

  @Test("keys of leaves are kept up to a size, those of few and of large rows alike")
  func leafKeys() throws {
    let (folder, path, keys) = try table(pageSize: 2048)
    let (file, tree, database) = try tree(path)
    let schema = try Statement(database, "SELECT rootpage FROM sqlite_schema WHERE name = 't'")
    #expect(try schema.step())
    let index = try file.indexes.index(of: tree, root: Int(schema.integer(0)), most: 4_194_304)
    #expect(index.isOfLeaves)
    var kept = LeafKeys(leafCount: index.count)
    var (found, left) = (0, 0)
    for leaf in 0..<index.count {
      #expect(!kept.knows(leaf: leaf))
      let page = try TablePage(tree, index.page(leaf))
      kept.keep(page, leaf: leaf)
      #expect(kept.knows(leaf: leaf))
      for position in 0..<page.cellCount {
        guard let place = kept.lastRow(notAfter: page.key(position), leaf: leaf) else {
          left += 1
          continue
        }
        found += 1
        #expect(place.key == page.key(position))
        #expect(TablePage.row(tree, index.page(leaf), place)?.key == place.key)
        // A lookup of a different row at this place finds nothing.
        let wrong = LeafKeys.Place(key: place.key + 1, offset: place.offset, size: place.size)
        #expect(TablePage.row(tree, index.page(leaf), wrong) == nil)
      }
    }
    // Leaves with a row that continues in other pages are searched in place.
    #expect(found > keys.count / 3 && left > 0 && found + left == keys.count)
    withExtendedLifetime((folder, file)) {}
  }

  @Test("where the rows of leaves stand is kept up to a size, and another row than the one that was meant is none")
  func leafOffsets() throws {
    let (folder, path, keys) = try table(pageSize: 2048)
    let (file, tree, database) = try tree(path)
    let schema = try Statement(database, "SELECT rootpage FROM sqlite_schema WHERE name = 't'")
    #expect(try schema.step())
    let index = try file.indexes.index(of: tree, root: Int(schema.integer(0)), most: 4_194_304)
    var kept = LeafOffsets(leafCount: index.count)
    var (found, elsewhere) = (0, 0)
    for leaf in 0..<index.count {
      #expect(!kept.knows(leaf: leaf) && kept.offset(0, in: kept[leaf]) == nil)
      let page = try TablePage(tree, index.page(leaf))
      kept.keep(page, leaf: leaf)
      #expect(kept.knows(leaf: leaf) && kept.offset(-1, in: kept[leaf]) == nil)
      #expect(kept.offset(page.cellCount, in: kept[leaf]) == nil)
      for position in 0..<page.cellCount {
        let key = page.key(position)
        let offset = try #require(kept.offset(position, in: kept[leaf]))
        #expect(TablePage.row(tree, index.page(leaf), at: offset, key + 1) == nil)
        // Rows that continue in other pages are assembled elsewhere.
        let row = TablePage.row(tree, index.page(leaf), at: offset, key)
        if row == nil { elsewhere += 1 } else { found += 1 }
        if let row { #expect(row.key == key && RowCursor(row.record) != nil) }
      }
    }
    #expect(found > keys.count / 2 && elsewhere > 0 && found + elsewhere == keys.count)
    // A leaf without room in the index is searched in place.
    let page = try TablePage(tree, index.page(0))
    var full = LeafOffsets(leafCount: 262_144)
    for leaf in 0..<262_144 / page.cellCount { full.keep(page, leaf: leaf) }
    full.keep(page, leaf: 262_143)
    #expect(full.knows(leaf: 262_143) && full.offset(0, in: full[262_143]) == nil)
    withExtendedLifetime((folder, file)) {}
  }

  @Test("damaged pages lead nowhere outside the file", arguments: [false, true], [0, 4, 100_000])
  func damage(hasGaps: Bool, kept: Int) throws {
    // With few kept leaves, the index of a higher level comes first, as in large tables.
    let sizes = PageIndex.Sizes(atFirst: max(kept, 2), keptLeaves: kept)
    let (folder, path, keys) = try table(pageSize: 512)
    let original = try Data(contentsOf: URL(fileURLWithPath: path))
    var generator = SeededGenerator(seed: 5)
    for round in 0..<40 {
      var bytes = original
      for _ in 0..<400 {
        bytes[Int.random(in: 512..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      let copy = folder.file("damaged-\(round).sqlite")
      try bytes.write(to: URL(fileURLWithPath: copy))
      try PageSealer.seal(copy, as: copy)
      let file = try MappedFile.open(copy)
      let tree = try TableTree(file, root: 2, hasGaps: hasGaps, sizes: sizes)
      for key in keys where key % 3 == 0 {
        guard let row = try? tree.row(key), var columns = RowCursor(row.record) else { continue }
        columns.skip()
        _ = (columns.integer(), columns.text(), columns.bytes()?.reduce(0, &+), columns.number())
      }
      withExtendedLifetime(file) {}
    }
  }

  @Test("readers of one file share its mapping, a new file at the same path has its own")
  func sharing() throws {
    let (folder, path, _) = try table(pageSize: 512)
    defer { withExtendedLifetime(folder) {} }
    let first = try MappedFile.open(path)
    #expect(try MappedFile.open(path) === first)
    let other = try table(pageSize: 4096)
    #expect(rename(other.path, path) == 0)
    #expect(try MappedFile.open(path) !== first)
  }
}
