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
    let key = try Statement(database, insertInto: "object_key", columns: 3)
    for (position, entry) in dictionary.keys.enumerated() {
      try key.run(position + 1, entry.part.rawValue, content.objectTexts[entry.key])
    }
    let row = try Statement(database, insertInto: "object_tag", columns: 3)
    for (position, tag) in dictionary.tags.enumerated() {
      try row.run(position + 1, dictionary.keyID(tag), content.objectTexts[tag.value])
    }
  }

  private func writeRows(_ order: ObjectOrder, _ dictionary: ObjectDictionary) throws(StoreError) {
    let row = try Statement(database, insertInto: "object", columns: 6)
    for (new, position) in order.old.enumerated() {
      let object = content.objects[Int(position)]
      let tags = content.tags(object.tags)
      try row.run(
        new + 1, object.source, tags.first.flatMap { dictionary.tagID($0) }, numbering.id(object.name),
        dictionary.encode(tags.dropFirst(), content.objectTexts))
    }
  }

  // MARK: Pages

  /// Writes the pages and the tree of their boxes.
  private func writePages(_ order: ObjectOrder) throws(StoreError) {
    let kinds = try writeKinds(order)
    let page = try Statement(database, insertInto: "object_page", columns: 2)
    let node = try Statement(database, insertInto: "object_node", columns: 2)
    let group = try Statement(database, insertInto: "object_group", columns: 7)
    var encoder = ObjectPageEncoder(content, areas: areaIDs())
    var (pages, nodes) = (0, 0)
    for (number, entry) in order.groups.enumerated() {
      let first = (page: pages + 1, node: nodes + 1)
      var boxes = MappedArray<FixedBox>(in: content.workspace)
      for start in stride(from: entry.range.lowerBound, to: entry.range.upperBound, by: ObjectOrder.pageSize) {
        let range = start..<min(start + ObjectOrder.pageSize, entry.range.upperBound)
        pages += 1
        let objects = order.old[range].lazy.map { position in
          let object = content.objects[Int(position)]
          return (kind: kinds[object.kind] ?? 0, shape: object.shape)
        }
        try page.run(pages, encoder.page(objects))
        boxes.append(FixedBox(around: order.boxes[range]))
      }
      try ObjectTree.forEachNode(over: boxes) { (boxes) throws(StoreError) in
        nodes += 1
        try node.run(nodes, ObjectTree.encode(boxes))
      }
      try group.run(
        number + 1, entry.ranks.lowerBound, entry.ranks.upperBound, entry.range.lowerBound + 1, entry.range.count,
        first.page, first.node)
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
    let row = try Statement(database, insertInto: "object_kind", columns: 7)
    for (kind, _) in uses.sorted(by: { ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first) }) {
      ids[kind] = ids.count + 1
      try row.run(
        ids.count, kind.ranks.search, kind.ranks.address, kind.layers.rawValue, kind.hasName, kind.hasHouseNumber,
        kind.adminLevel)
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
    let row = try Statement(database, insertInto: "object_source", columns: 2)
    var entries = MappedArray<KeyedPosition>(in: content.workspace)
    for (new, position) in order.old.enumerated() {
      let key = content.objects[Int(position)].source.sortKey
      entries.append(KeyedPosition(key: UInt64(bitPattern: key), position: new + 1))
    }
    try ObjectSources.forEachPage(of: entries) { (first, bytes) throws(StoreError) in
      try row.run(first, bytes)
    }
  }

  private func writeEntrances(_ dictionary: ObjectDictionary) throws(StoreError) {
    let row = try Statement(database, insertInto: "entrance", columns: 6)
    var entrances = content.entrances
    RadixSort.sort(&entrances) { UInt64(bitPattern: $0.node ^ .min) }
    RadixSort.sort(&entrances) { UInt64(bitPattern: $0.way ^ .min) }
    for entrance in entrances {
      let tags = content.tags(entrance.tags)
      try row.run(
        entrance.way, entrance.node, entrance.point, tags.first.flatMap { dictionary.tagID($0) },
        dictionary.encode(tags.dropFirst(), content.objectTexts))
    }
  }
}
