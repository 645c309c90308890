import GeoMapLayer
import GeoStoreWriting
import OSMFile

/// An object of the map layer, before its shape is known.
struct MapDraft: BitwiseCopyable, Sendable {
  /// Position of the element in its batch.
  var element: UInt32
  var kind: MapKind
  var course = MapCourse()
  /// Whether its points run against the traffic.
  var isBackward = false
  /// The height of a mountain in meters; 0 if unknown.
  var height: Int32 = 0
  /// The zoom levels that show it, for objects of the world layer.
  var levels = MapLevels()
}

/// Finds the objects of the map layer among a block's elements.
struct BlockMap {
  let strings: StringTable
  /// The block's text numbers of keys that only the map layer uses.
  private let lineKeys: [(text: UInt32, values: [String: MapKind])]
  private let selection: MapSelection

  /// Prepares for the objects of a block; nil if the map layer is not wanted.
  init?(_ block: PrimitiveBlock, _ selection: MapSelection) {
    if selection == .nothing { return nil }
    self.selection = selection
    strings = block.strings
    lineKeys = MapTagRules.lines.compactMap { key, values in
      block.strings.firstIndex(of: key).map { ($0, values) }
    }
  }

  /// The object that an element makes on the map; nil for none.
  ///
  /// - Parameters:
  ///   - mask: the set of its keys.
  ///   - isRing: whether it is closed, as relations always are.
  func draft(
    _ tags: UnsafeBufferPointer<TagIndexes>, _ mask: TagMask, _ keys: BlockKeys, element: Int, isRing: Bool
  ) -> MapDraft? {
    if selection == .coastlines {
      guard mask.contains(.natural), value(.natural, tags, keys) == "coastline" else { return nil }
      return MapDraft(element: UInt32(element), kind: .coastline)
    }
    var kind: MapKind?
    if mask.intersects(MapTagRules.mask) {
      kind = MapTagRules.kind(isRing: isRing) { mask.contains($0) ? value($0, tags, keys) : nil }
    }
    if selection == .world { return draft(ofWorld: kind?.ofWorld, tags, element) }
    guard let kind = kind ?? line(tags) else { return nil }
    var draft = MapDraft(
      element: UInt32(element), kind: kind, course: kind.isLine ? course(tags, mask, keys) : MapCourse())
    if kind == .path { draft.kind = designated(tags) ?? kind }
    if kind.isStreet, let isBackward = isBackward(tags) {
      draft.course.isOneWay = true
      draft.isBackward = isBackward
    }
    return draft
  }

  /// An object of the world layer.
  private func draft(ofWorld kind: MapKind?, _ tags: UnsafeBufferPointer<TagIndexes>, _ element: Int) -> MapDraft? {
    guard let kind else { return nil }
    var draft = MapDraft(element: UInt32(element), kind: kind)
    for tag in tags {
      let level = { UInt8(strings.string(tag.value)) }
      if strings.equals(tag.key, "geocode:level") { draft.levels.first = level() ?? 0 }
      if strings.equals(tag.key, "geocode:last_level") { draft.levels.last = level() ?? .max }
    }
    return draft
  }

  /// The mountain that a node makes, or the region in the world layer; nil for any other node.
  func name(
    _ tags: UnsafeBufferPointer<TagIndexes>, _ mask: TagMask, _ keys: BlockKeys, element: Int
  ) -> MapDraft? {
    guard mask.contains(.natural) else { return nil }
    if selection == .world { return draft(ofWorld: .regionName, tags, element) }
    guard let kind = value(.natural, tags, keys), kind == "peak" || kind == "volcano" else { return nil }
    var draft = MapDraft(element: UInt32(element), kind: .peak)
    for tag in tags where strings.equals(tag.key, "ele") {
      // Meters, possibly with decimals or a unit.
      let digits = strings.string(tag.value).prefix { $0.isASCII && $0.isNumber }
      if let height = Int32(digits), height < 9_000 { draft.height = height }
    }
    return draft
  }

  /// The kind of a line with a key that only the map layer uses: a ferry, a power line, a wall; nil for none.
  private func line(_ tags: UnsafeBufferPointer<TagIndexes>) -> MapKind? {
    for (key, values) in lineKeys {
      for tag in tags where tag.key == key { if let kind = values[strings.string(tag.value)] { return kind } }
    }
    return nil
  }

  /// The kind of a path that is designated for bicycles or people on foot; nil for others. If it is for both, it counts
  /// as a cycleway.
  private func designated(_ tags: UnsafeBufferPointer<TagIndexes>) -> MapKind? {
    var isForFeet = false
    for tag in tags where strings.equals(tag.value, "designated") {
      if strings.equals(tag.key, "bicycle") { return .cycleway }
      if strings.equals(tag.key, "foot") { isForFeet = true }
    }
    return isForFeet ? .footway : nil
  }

  /// Whether the points of a one-way street run against the traffic; nil for other streets. Roundabouts are one-way by
  /// default.
  private func isBackward(_ tags: UnsafeBufferPointer<TagIndexes>) -> Bool? {
    var isRoundabout = false
    for tag in tags {
      if strings.equals(tag.key, "oneway") {
        return switch strings.string(tag.value) {
        case "yes", "true", "1": false
        case "-1", "reverse": true
        default: nil
        }
      }
      if strings.equals(tag.key, "junction") { isRoundabout = strings.equals(tag.value, "roundabout") }
    }
    return isRoundabout ? false : nil
  }

  private func course(_ tags: UnsafeBufferPointer<TagIndexes>, _ mask: TagMask, _ keys: BlockKeys) -> MapCourse {
    guard mask.intersects(TagMask(.bridge, .tunnel, .layer)) else { return MapCourse() }
    func isSet(_ key: TagKey) -> Bool { value(key, tags, keys).map { $0 != "no" && $0 != "false" } ?? false }
    let (isBridge, isTunnel) = (isSet(.bridge), isSet(.tunnel))
    let layer = value(.layer, tags, keys).flatMap { Int8($0) }
    return MapCourse(layer: layer ?? (isBridge ? 1 : isTunnel ? -1 : 0), isBridge: isBridge, isTunnel: isTunnel)
  }

  private func value(_ key: TagKey, _ tags: UnsafeBufferPointer<TagIndexes>, _ keys: BlockKeys) -> String? {
    for tag in tags where keys.key(tag.key) == key { return strings.string(tag.value) }
    return nil
  }
}
