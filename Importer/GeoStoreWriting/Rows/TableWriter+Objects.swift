import GeoModel
import GeoStore

extension TableWriter {
  /// Writes all tables of map objects.
  mutating func writeObjects(_ rows: ObjectRows) throws(StoreError) {
    if content.objects.isEmpty { return }
    try write(rows.dictionary)
    try writeRows(rows)
    try writePages(rows)
    try writeSources(rows)
    try writeEntrances(rows.dictionary)
    removeObjects()
  }

  private func write(_ dictionary: ObjectDictionary) throws(StoreError) {
    let key = try Statement(database, insertInto: "object_key", columns: 3)
    for (position, entry) in dictionary.keys.enumerated() {
      try key.run(position + 1, entry.part.rawValue, content.objectTexts.bytes(of: entry.key))
    }
    let row = RowInserter(database, into: "object_tag", columns: 3)
    try row.expect(dictionary.tags.count)
    for (position, tag) in dictionary.tags.enumerated() {
      try row.append(position + 1, dictionary.keyID(tag), content.objectTexts.bytes(of: tag.value))
    }
  }

  private func writeRows(_ rows: ObjectRows) throws(StoreError) {
    let row = RowInserter(database, into: "object", columns: 6)
    try row.expect(rows.order.old.count)
    let order = rows.order.old
    for (new, position) in order.enumerated() {
      // Prefetches data scattered in memory: the object first, then, when that is loaded, its tags.
      if new + 16 < order.count { content.objects.prefetch(Int(order[new + 16])) }
      if new + 8 < order.count { content.objectTags.prefetch(content.objects[Int(order[new + 8])].tags.start) }
      let object = content.objects[Int(position)]
      try row.append(
        new + 1, object.source, content.tags(object.tags).first.flatMap { rows.dictionary.tagID($0) },
        numbering.id(object.name), rows.tags[new])
    }
  }

  /// Writes the kinds, the pages and the tree of their boxes.
  private func writePages(_ rows: ObjectRows) throws(StoreError) {
    let kind = try Statement(database, insertInto: "object_kind", columns: 7)
    for (position, entry) in rows.kinds.enumerated() {
      try kind.run(
        position + 1, entry.ranks.search, entry.ranks.address, entry.layers.rawValue, entry.hasName,
        entry.hasHouseNumber, entry.adminLevel)
    }
    let page = try Statement(database, insertInto: "object_page", columns: 2)
    let node = try Statement(database, insertInto: "object_node", columns: 2)
    let group = try Statement(database, insertInto: "object_group", columns: 7)
    for (number, entry) in rows.groups.enumerated() {
      let isLast = number == rows.groups.count - 1
      let pages = entry.firstPage..<(isLast ? rows.pages.count + 1 : rows.groups[number + 1].firstPage)
      for position in pages { try page.run(position, rows.pages[position - 1]) }
      let nodes = entry.firstNode..<(isLast ? rows.nodes.count + 1 : rows.groups[number + 1].firstNode)
      for position in nodes { try node.run(position, rows.nodes[position - 1]) }
      let objects = entry.objects
      try group.run(
        number + 1, objects.ranks.lowerBound, objects.ranks.upperBound, objects.range.lowerBound + 1,
        objects.range.count, entry.firstPage, entry.firstNode)
    }
  }

  /// Writes the index from OpenStreetMap objects to rows.
  private func writeSources(_ rows: ObjectRows) throws(StoreError) {
    let row = try Statement(database, insertInto: "object_source", columns: 2)
    for (position, first) in rows.firstSources.enumerated() { try row.run(first, rows.sources[position]) }
  }

  private func writeEntrances(_ dictionary: ObjectDictionary) throws(StoreError) {
    let row = try Statement(database, insertInto: "entrance", columns: 6)
    var entrances = content.entrances
    RadixSort.sort(&entrances) { UInt64(bitPattern: $0.node ^ .min) }
    RadixSort.sort(&entrances) { UInt64(bitPattern: $0.way ^ .min) }
    var writer = ByteWriter()
    for entrance in entrances {
      let tags = content.tags(entrance.tags)
      writer.removeAll()
      dictionary.encode(tags.dropFirst(), content.objectTexts, into: &writer)
      try row.run(
        entrance.way, entrance.node, entrance.point, tags.first.flatMap { dictionary.tagID($0) }, writer.bytes)
    }
  }
}
