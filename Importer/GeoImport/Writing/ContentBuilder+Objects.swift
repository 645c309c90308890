import GeoModel
import GeoStore
import GeoStoreWriting

extension ContentBuilder {
  /// Adds the map objects among nodes, and keeps entrances until the buildings are known.
  mutating func addObjects(_ batch: NodeBatch) {
    var objects = ObjectCursor(batch.objects)
    for draft in batch.objects.drafts where !batch.isLeftOut(Int(draft.element)) {
      let element = Int(draft.element)
      let source = SourceReference(type: .node, id: batch.ids[element])
      add(draft, &objects, source, .node) { _ in [.point(batch.points[element])] }
    }
    for draft in batch.objects.entrances where !batch.isLeftOut(Int(draft.element)) {
      let tags = keepTags(of: draft, &objects)
      entrances.append(
        PendingEntrance(node: batch.ids[Int(draft.element)], point: batch.points[Int(draft.element)], tags: tags))
    }
  }

  /// Indexes entrances by node. Call once after all nodes.
  mutating func indexEntrances() {
    RadixSort.sort(&entrances) { UInt64(bitPattern: $0.node ^ .min) }
    // Keeps each node once, even if a file repeats it. A node's rank in the index is then the position of its entrance.
    var count = 0
    for position in entrances.indices {
      if count > 0, entrances[count - 1].node == entrances[position].node { count -= 1 }
      entrances[count] = entrances[position]
      count += 1
    }
    entrances.removeLast(entrances.count - count)
    entranceNodes = NodeIndex(MappedArray(entrances.lazy.map(\.node), in: content.workspace))
  }

  /// Adds the map objects of a way.
  mutating func addObjects(
    _ drafts: Slice<MappedArray<ObjectTagPool.Draft>>, _ objects: inout ObjectCursor, _ batch: WayBatch, _ index: Int,
    _ points: [FixedPoint]
  ) {
    let source = SourceReference(type: .way, id: batch.ids[index])
    let isClosed = points.count >= 4 && points.first == points.last
    var hasOutline = false
    for draft in drafts {
      let main = tag(objects.pool[draft].first, &objects)
      if isClosed && ObjectForm.isArea(main, area: draft.isArea) {
        hasOutline = true
        add(draft, &objects, source, .area) { [.polygons($0.rings(of: source, [[points]]))] }
      } else {
        add(draft, &objects, source, .line) { $0.lines(of: source, points) }
      }
    }
    if hasOutline { addEntrances(of: batch, index) }
  }

  /// Adds the map objects of an assembled relation. Incomplete boundaries and places are left out.
  mutating func addObjects(
    _ drafts: Slice<MappedArray<ObjectTagPool.Draft>>, _ objects: inout ObjectCursor, of area: AreaAssembly.Area,
    id: Int64
  ) {
    guard !area.polygons.isEmpty else { return }
    let source = SourceReference(type: .relation, id: id)
    for draft in drafts {
      let main = tag(objects.pool[draft].first, &objects)
      guard area.isComplete || main.key != "boundary" && main.key != "place" else { continue }
      add(draft, &objects, source, .area) { [.polygons($0.rings(of: source, area.polygons))] }
    }
  }

  /// Adds one object, unless its form does not fit its main tag.
  private mutating func add(
    _ draft: ObjectTagPool.Draft, _ objects: inout ObjectCursor, _ source: SourceReference, _ form: ObjectRanker.Form,
    _ shapes: (inout ContentBuilder) -> [MapObjectRecord.Shape]
  ) {
    let main = tag(objects.pool[draft].first, &objects)
    if main.key == "boundary" {
      guard form == .area, source.type == .relation || main.value != "administrative" || draft.adminLevel > 4 else {
        return
      }
    }
    // A square that has only a house name is a house of the store, too, and its answers name its object.
    if main.key == "highway", form == .area, !draft.hasName, !draft.hasHouseNumber { return }
    // Ways for roads alone are lines, and only milestones are nodes.
    if draft.isForRoadsAlone, form == .area || (form == .node) != (main.value == "milestone") { return }
    var ranker = ObjectRanker(tag: main, type: source.type, form: form, adminLevel: draft.adminLevel)
    ranker.isCapital = draft.isCapital
    ranker.isForRoadsAlone = draft.isForRoadsAlone
    ranker.postalCode = value(of: "postcode", .address, draft, objects)
    let ranks = ranker.ranks
    let name = name(of: draft, objects)
    let tags = keepTags(of: draft, &objects, withoutNames: name != nil)
    for shape in shapes(&self) {
      if ranker.dependsOnCountry { rankedByCountry.append(content.objects.count) }
      content.objects.append(
        MapObjectRecord(
          source: source, ranks: ranks, layers: ranker.layers(ranks, isAddress: draft.hasHouseNumber),
          hasName: draft.hasName, hasHouseNumber: draft.hasHouseNumber, adminLevel: draft.adminLevel, name: name,
          tags: tags, shape: shape))
    }
  }

  /// Records which vertices of a building are entrances.
  private mutating func addEntrances(of batch: WayBatch, _ index: Int) {
    guard !entrances.isEmpty else { return }
    var found: [Int] = []
    batch.refs.forEach(of: index) { if let position = entranceNodes.position(of: $0) { found.append(position) } }
    // The last vertex of an outline repeats the first.
    if found.count > 1, found.first == found.last { found.removeLast() }
    for position in found {
      let entrance = entrances[position]
      content.entrances.append(
        EntranceRecord(way: batch.ids[index], node: entrance.node, point: entrance.point, tags: entrance.tags))
    }
  }

  // MARK: Tags

  private func tag(_ tag: ObjectTagPool.Tag?, _ objects: inout ObjectCursor) -> MapTag {
    MapTag(key: tag.map { objects.pool.texts[$0.key] } ?? "", value: tag.map { objects.pool.texts[$0.value] } ?? "")
  }

  private func value(
    of key: StaticString, _ part: MapTagPart, _ draft: ObjectTagPool.Draft, _ objects: ObjectCursor
  ) -> String? {
    objects.pool[draft].first { $0.part == part && objects.pool.texts.equals($0.key, key) }.map {
      objects.pool.texts[$0.value]
    }
  }

  /// The name with its translations; nil for an object without a local name.
  private mutating func name(of draft: ObjectTagPool.Draft, _ objects: ObjectCursor) -> NameID? {
    guard draft.hasName, let text = value(of: "name", .name, draft, objects) else { return nil }
    var translations: [NameTranslation] = []
    for tag in objects.pool[draft] where tag.part == .name {
      guard objects.isTranslation(tag.key) else { continue }
      let language = String(objects.pool.texts[tag.key].dropFirst(5))
      translations.append(.init(language: language, text: objects.pool.texts[tag.value]))
    }
    return content.names.intern(NameTable.Name(text, translations: translations))
  }

  /// Copies an object's tags into the content, each key of a part only once.
  private mutating func keepTags(
    of draft: ObjectTagPool.Draft, _ objects: inout ObjectCursor, withoutNames: Bool = false
  ) -> TagRange {
    let start = content.objectTags.count
    var known = KnownTags(expecting: objects.pool[draft].count)
    for tag in objects.pool[draft] {
      if withoutNames, tag.part == .name {
        if objects.pool.texts.equals(tag.key, "name") || objects.isTranslation(tag.key) { continue }
      }
      let key = objects.number(of: tag.key, in: &content.objectTexts)
      guard known.insert(tag.part, key, content.objectTags[start...]) else { continue }
      let value = objects.number(of: tag.value, in: &content.objectTexts)
      content.objectTags.append(PackedMapTag(part: tag.part, key: key, value: value))
    }
    return TagRange(start: start, count: content.objectTags.count - start)
  }

  // MARK: Shapes

  /// The rings of an element.
  ///
  /// They are shared with the element's area, house or place of interest, if there is one.
  fileprivate mutating func rings(of source: SourceReference, _ polygons: [[[FixedPoint]]]) -> RingRange {
    if let area = content.areas.last, area.source == source { return area.rings }
    if let address = content.addresses.last, address.source == source, let outline = address.outline { return outline }
    if let feature = content.features.last, feature.source == source, let outline = feature.outline { return outline }
    if let object = content.objects.last, object.source == source, case .polygons(let rings) = object.shape {
      return rings
    }
    return content.addPolygons(Antimeridian.parts(of: polygons))
  }

  /// The line of a way, in parts if it crosses the antimeridian.
  ///
  /// An undivided line is shared with the way's street, if there is one.
  fileprivate mutating func lines(of source: SourceReference, _ points: [FixedPoint]) -> [MapObjectRecord.Shape] {
    if let street = content.streets.last, street.source == source, street.line.count == points.count {
      return [.line(street.line)]
    }
    return Antimeridian.parts(of: points).map { .line(content.addLine($0)) }
  }
}

/// The keys that an object already has.
///
/// If at most 64 tags are expected, as nearly always, the tags themselves are searched.
private struct KnownTags {
  private var keys: Set<UInt64>?

  init(expecting count: Int) { keys = count > 64 ? [] : nil }

  /// Records a key of a part; returns false if it is already known.
  mutating func insert(_ part: MapTagPart, _ key: UInt32, _ tags: Slice<MappedArray<PackedMapTag>>) -> Bool {
    if keys == nil { return !tags.contains { $0.part == part && $0.key == key } }
    return keys!.insert(UInt64(part.rawValue) << 32 + UInt64(key)).inserted
  }
}

/// Iterates over the map objects of one batch, and moves their texts to the store's content.
struct ObjectCursor {
  let pool: ObjectTagPool
  private var next = 0
  private var numbers: [UInt32]

  private static let unknown = UInt32.max

  /// Creates a cursor before the first object.
  init(_ pool: ObjectTagPool) {
    self.pool = pool
    numbers = Array(repeating: ObjectCursor.unknown, count: pool.texts.count)
  }

  /// The objects of an element. Elements must be requested in order.
  mutating func drafts(of element: Int) -> Slice<MappedArray<ObjectTagPool.Draft>> {
    while next < pool.drafts.count, pool.drafts[next].element < element { next += 1 }
    let start = next
    while next < pool.drafts.count, pool.drafts[next].element == element { next += 1 }
    return pool.drafts[start..<next]
  }

  /// The number of a text in the content's table.
  mutating func number(of text: UInt32, in texts: inout TextTable) -> UInt32 {
    if numbers[Int(text)] == ObjectCursor.unknown {
      numbers[Int(text)] = pool.texts.withBytes(of: text) { texts.intern(repairing: $0) }
    }
    return numbers[Int(text)]
  }

  /// Whether a text is a key `name:` with a language, which is stored among a name's translations.
  func isTranslation(_ text: UInt32) -> Bool {
    pool.texts.withBytes(of: text) { TagKeyTable.isTranslation(UnsafeRawBufferPointer($0)) }
  }
}
