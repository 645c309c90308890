import GeoModel

/// An entrance of a building: a node tagged `entrance=*` on the outline of a map object.
public struct MapEntrance: Sendable {
  /// The OpenStreetMap node.
  public var source: SourceReference
  /// The value of `entrance`: `main`, `yes`, `service` …
  public var kind: String
  /// Where it is.
  public var point: FixedPoint
  /// All its other tags that were kept.
  public var extraTags: [MapTag]
}

extension StoreReader {
  /// The entrances of an object that is a building mapped as a way, in the order of their ids; empty for all other
  /// objects.
  public func entrances(of object: MapObject) throws(StoreError) -> [MapEntrance] {
    guard object.source.type == .way else { return [] }
    let statement = try openObjects().entrances
    statement.bind(integer: object.source.id)
    defer { statement.reset() }
    var entrances: [MapEntrance] = []
    var last = Int64.min
    while try statement.step() {
      // A cyclic B-tree in a damaged file would return rows endlessly.
      guard statement.integer(0) > last else { throw damaged("entrances of way \(object.source.id)") }
      last = statement.integer(0)
      let kind = try objectTag(UInt32(truncatingIfNeeded: statement.integer(3))).tag.value
      let point = FixedPoint(
        x: Int32(truncatingIfNeeded: statement.integer(1)), y: Int32(truncatingIfNeeded: statement.integer(2)))
      let tags = try objectTags(statement.blob(4)).map(\.tag)
      entrances.append(
        MapEntrance(
          source: SourceReference(type: .node, id: statement.integer(0)), kind: kind, point: point, extraTags: tags))
    }
    return entrances
  }

  /// An object from its row alone. Its ranks, level, centroid and shape are placeholders, as its page has those.
  public func objectRow(_ id: MapObjectID) throws(StoreError) -> MapObject {
    var row = try row(openObjects().objects, id.rawValue, "object")
    var object = MapObject(
      id: id, source: try source(&row), mainTag: try objectTag(UInt32(truncatingIfNeeded: row.integer() ?? 0)).tag,
      ranks: MapObjectRanks(search: 30, address: 30), adminLevel: 15, names: [], address: [], extraTags: [],
      centroid: FixedPoint(x: 0, y: 0), geometry: .point(FixedPoint(x: 0, y: 0)))
    if let name = row.nameID() { object.names = try names(name) }
    for entry in try objectTags(row.bytes() ?? UnsafeBufferPointer(start: nil, count: 0)) {
      switch entry.part {
      case .main: break
      case .name: object.names.append(entry.tag)
      case .address: object.address.append(entry.tag)
      case .extra: object.extraTags.append(entry.tag)
      }
    }
    return object
  }

  private func names(_ id: NameID) throws(StoreError) -> [MapTag] {
    let translations = try translations(id).map { MapTag(key: "name:" + $0.language, value: $0.text) }
    return [MapTag(key: "name", value: try name(id))] + translations
  }

  // MARK: Tags

  /// A tag with its role in the object.
  struct ObjectTag {
    var part: MapTagPart
    var tag: MapTag
  }

  /// Decodes tags; see the import's `ObjectDictionary`.
  private func objectTags(_ bytes: UnsafeBufferPointer<UInt8>) throws(StoreError) -> [ObjectTag] {
    var reader = ByteReader(bytes)
    var tags: [ObjectTag] = []
    while reader.remaining > 0 {
      let id = reader.varint()
      if id > 0 {
        tags.append(try objectTag(UInt32(truncatingIfNeeded: id)))
        continue
      }
      let key = UInt32(truncatingIfNeeded: reader.varint())
      let count = reader.count()
      guard let value = reader.block(count), !reader.isDamaged else { throw damaged("an object's tags") }
      var tag = try objectKey(key)
      tag.tag.value = String(decoding: UnsafeRawBufferPointer(start: value, count: count), as: UTF8.self)
      tags.append(tag)
    }
    if reader.isDamaged { throw damaged("an object's tags") }
    return tags
  }

  /// A tag from the tag table. Cached.
  private func objectTag(_ id: UInt32) throws(StoreError) -> ObjectTag {
    try objectTagCache.value(id) { () throws(StoreError) in
      var row = try self.row(self.openObjects().tags, id, "object tag")
      var tag = try self.objectKey(UInt32(truncatingIfNeeded: row.integer() ?? 0))
      tag.tag.value = row.text() ?? ""
      return tag
    }
  }

  /// A key from the key table, as a tag without a value. Cached.
  private func objectKey(_ id: UInt32) throws(StoreError) -> ObjectTag {
    try objectKeyCache.value(id) { () throws(StoreError) in
      var row = try self.row(self.openObjects().keys, id, "object key")
      return ObjectTag(part: row.part(), tag: MapTag(key: row.text() ?? "", value: ""))
    }
  }
}

extension RowCursor {
  /// The role of a tag, from the next column.
  fileprivate mutating func part() -> MapTagPart {
    MapTagPart(rawValue: UInt8(truncatingIfNeeded: integer() ?? 0)) ?? .extra
  }
}
