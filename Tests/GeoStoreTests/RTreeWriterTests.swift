import GeoModel
import GeoTestKit
import Testing

@testable import GeoStore

struct RTreeWriterTests {
  @Test("seven nodes fill a page of the file")
  func fill() throws {
    let folder = TemporaryFolder()
    let path = folder.file("tree.sqlite")
    let database = try Database.create(path, as: path, pageSize: StoreFormat.pageSize)
    try database.execute("CREATE VIRTUAL TABLE t USING rtree_i32(id, min_x, max_x, min_y, max_y)")
    var tree = try RTreeWriter(database, "t")
    let leaves = 700
    for id in 0..<leaves * RTreeWriter.cellsPerNode {
      try tree.append(Int64(id) << 40, FixedBox(FixedPoint(x: Int32(id), y: Int32(-id))))
    }
    try tree.finish()
    let check = try Statement(database, "SELECT rtreecheck('t')")
    #expect(try check.step())
    #expect(check.text(0) == "ok")
    // The pages of a table that is emptied at once become free, but for its root.
    try database.execute("DELETE FROM t_node")
    let free = try Statement(database, "PRAGMA freelist_count")
    #expect(try free.step())
    let nodes = leaves + (leaves + RTreeWriter.cellsPerNode - 1) / RTreeWriter.cellsPerNode + 1
    #expect(free.integer(0) == (nodes + 6) / 7)
  }
}
