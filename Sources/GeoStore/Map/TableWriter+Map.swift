extension TableWriter {
  /// Writes the map layer, after everything else, so that the rest of the file does not depend on it.
  func writeMap(threads: Int, isCancelled: @escaping @Sendable () -> Bool) throws(StoreError) {
    if content.map.features.isEmpty { return }
    try database.execute(Schema.mapTable)
    let row = try Statement(database, insertInto: "map_tile", columns: 2)
    let fragments = MapTileCutter(content: content, numbering: numbering)
      .cut(threads: threads, isCancelled: isCancelled)
    if let failure = content.workspace?.failure { throw failure }
    try fragments.forEachRow { key, data throws(StoreError) in
      try row.run(key, data)
    }
  }
}
