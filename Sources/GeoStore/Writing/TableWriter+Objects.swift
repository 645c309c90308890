import GeoModel

extension TableWriter {
  /// Writes everything about map objects.
  func writeObjects() throws(StoreError) {
    if content.objects.isEmpty { return }
    let order = ObjectOrder(content)
    let dictionary = ObjectDictionary(content)
    try write(dictionary)
    try writeRows(order, dictionary)
    try writePages(order)
    try writeSources(order)
    try writeEntrances(dictionary)
  }

  private func write(_ dictionary: ObjectDictionary) throws(StoreError) {
    let key = try Statement(database, "INSERT INTO object_key VALUES(?,?,?)")
    for (position, entry) in dictionary.keys.enumerated() {
      key.bind(1, position + 1)
      key.bind(2, entry.part.rawValue)
      key.bind(3, content.objectTexts[entry.key])
      try key.run()
    }
    let row = try Statement(database, "INSERT INTO object_tag VALUES(?,?,?)")
    for (position, tag) in dictionary.tags.enumerated() {
      row.bind(1, position + 1)
      row.bind(2, dictionary.keyID(tag))
      row.bind(3, content.objectTexts[tag.value])
      try row.run()
    }
  }

  private func writeRows(_ order: ObjectOrder, _ dictionary: ObjectDictionary) throws(StoreError) {
    let row = try Statement(database, "INSERT INTO object VALUES(?,?,?,?,?,?)")
    for (new, position) in order.old.enumerated() {
      let object = content.objects[Int(position)]
      let tags = content.tags(object.tags)
      row.bind(1, new + 1)
      row.bind(source: object.source)
      row.bind(4, tags.first.flatMap { dictionary.tagID($0) })
      row.bind(5, numbering.id(object.name))
      row.bind(6, dictionary.encode(tags.dropFirst(), content.objectTexts))
      try row.run()
    }
  }

  // MARK: Pages

  /// Writes the pages and the tree of their boxes.
  private func writePages(_ order: ObjectOrder) throws(StoreError) {
    let kinds = try writeKinds(order)
    let page = try Statement(database, "INSERT INTO object_page VALUES(?,?)")
    let node = try Statement(database, "INSERT INTO object_node VALUES(?,?)")
    let group = try Statement(database, "INSERT INTO object_group VALUES(?,?,?,?,?,?,?)")
    var encoder = ObjectPageEncoder(content, areas: areaIDs())
    var (pages, nodes) = (0, 0)
    for (number, entry) in order.groups.enumerated() {
      let first = (page: pages + 1, node: nodes + 1)
      var boxes = MappedArray<FixedBox>(in: content.workspace)
      for start in stride(from: entry.range.lowerBound, to: entry.range.upperBound, by: ObjectOrder.pageSize) {
        let range = start..<min(start + ObjectOrder.pageSize, entry.range.upperBound)
        pages += 1
        page.bind(1, pages)
        page.bind(
          2,
          encoder.page(
            order.old[range].lazy.map { position in
              let object = content.objects[Int(position)]
              return (kinds[object.kind] ?? 0, object.shape)
            }))
        try page.run()
        boxes.append(ObjectTree.union(order.boxes[range]))
      }
      try ObjectTree.forEachNode(over: boxes) { (boxes) throws(StoreError) in
        nodes += 1
        node.bind(1, nodes)
        node.bind(2, ObjectTree.encode(boxes))
        try node.run()
      }
      let values = [
        number + 1, Int(entry.ranks.lowerBound), Int(entry.ranks.upperBound), entry.range.lowerBound + 1,
        entry.range.count, first.page, first.node,
      ]
      for (column, value) in values.enumerated() { group.bind(Int32(column) + 1, value) }
      try group.run()
    }
  }

  /// Writes the kinds, the most frequent first.
  ///
  /// - Returns: their ids.
  private func writeKinds(_ order: ObjectOrder) throws(StoreError) -> [ObjectKind: Int] {
    var uses: [ObjectKind: (count: Int, first: Int)] = [:]
    for (new, position) in order.old.enumerated() {
      uses[content.objects[Int(position)].kind, default: (0, new)].count += 1
    }
    var ids: [ObjectKind: Int] = [:]
    let row = try Statement(database, "INSERT INTO object_kind VALUES(?,?,?,?,?,?,?)")
    for (kind, _) in uses.sorted(by: { ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first) }) {
      ids[kind] = ids.count + 1
      row.bind(1, ids.count)
      row.bind(2, kind.ranks.search)
      row.bind(3, kind.ranks.address)
      row.bind(4, kind.layers.rawValue)
      row.bind(5, kind.hasName ? 1 : 0)
      row.bind(6, kind.hasHouseNumber ? 1 : 0)
      row.bind(7, kind.adminLevel)
      try row.run()
    }
    return ids
  }

  /// The new ids of areas by the position of their first ring, so that objects can refer to their boundaries.
  private func areaIDs() -> [Int: UInt32] {
    var ids: [Int: UInt32] = [:]
    for (new, position) in numbering.areas.old.enumerated() where content.areas[Int(position)].rings.count > 0 {
      ids[content.areas[Int(position)].rings.start] = UInt32(new) + 1
    }
    return ids
  }

  // MARK: Sources and entrances

  /// Writes which OpenStreetMap object is which row.
  private func writeSources(_ order: ObjectOrder) throws(StoreError) {
    let row = try Statement(database, "INSERT INTO object_source VALUES(?,?)")
    var entries = MappedArray<KeyedPosition>(in: content.workspace)
    for (new, position) in order.old.enumerated() {
      let key = ObjectSources.key(content.objects[Int(position)].source)
      entries.append(KeyedPosition(key: UInt64(bitPattern: key), position: new + 1))
    }
    try ObjectSources.forEachPage(of: entries) { (first, bytes) throws(StoreError) in
      row.bind(1, first)
      row.bind(2, bytes)
      try row.run()
    }
  }

  private func writeEntrances(_ dictionary: ObjectDictionary) throws(StoreError) {
    let row = try Statement(database, "INSERT INTO entrance VALUES(?,?,?,?,?,?)")
    var entrances = content.entrances
    RadixSort.sort(&entrances) { UInt64(bitPattern: $0.node ^ .min) }
    RadixSort.sort(&entrances) { UInt64(bitPattern: $0.way ^ .min) }
    for entrance in entrances {
      let tags = content.tags(entrance.tags)
      row.bind(1, entrance.way)
      row.bind(2, entrance.node)
      row.bind(3, entrance.point.x)
      row.bind(4, entrance.point.y)
      row.bind(5, tags.first.flatMap { dictionary.tagID($0) })
      row.bind(6, dictionary.encode(tags.dropFirst(), content.objectTexts))
      try row.run()
    }
  }
}
