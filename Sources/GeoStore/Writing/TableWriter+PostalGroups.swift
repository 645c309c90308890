import GeoModel

extension TableWriter {
  /// Writes the groups of houses with a postal code and their R-tree.
  func write(_ groups: PostalGroups) throws(StoreError) {
    let row = try Statement(database, "INSERT INTO postal_group VALUES(?,?,?,?,?)")
    var tree = try RTreeWriter(database, "postal_group_rtree")
    var start = 0
    for (position, group) in groups.heads.enumerated() {
      row.bind(1, position + 1)
      row.bind(2, group.code)
      row.bind(3, group.box.minX)
      row.bind(4, group.box.minY)
      row.bind(5, groups.bytes, start..<group.end)
      try row.run()
      try tree.append(Int64(position) + 1, group.box)
      start = group.end
    }
    try tree.finish()
  }
}
