import GeoStore
import GeoStoreWriting
import OSMFile

/// The map objects made of one batch's elements, with all their tags in a few arrays.
struct ObjectTagPool: Sendable {
  /// A tag, as the numbers of its texts.
  struct Tag: Sendable {
    var part: MapTagPart
    var key: UInt32, value: UInt32
  }

  /// One map object, before its shape is known.
  struct Draft: Sendable {
    /// Position of the element in its batch.
    var element: UInt32
    /// The range of its tags in the pool, with the main tag first.
    var firstTag: UInt32 = 0, tagsEnd: UInt32 = 0
    /// `admin_level`; 15 if there is none.
    var adminLevel: UInt8 = 15
    var hasName = false, hasHouseNumber = false
    /// Whether `area=yes` makes a closed way an area, or `area=no` makes it a line; nil without that tag.
    var isArea: Bool?
    var isCapital = false
    /// Whether only answers about roads need it.
    var isForRoadsAlone = false

    init(element: Int) { self.element = UInt32(element) }
  }

  /// The objects, in the order of their elements.
  private(set) var drafts = MappedArray<Draft>()
  /// Entrances, in the order of their nodes.
  private(set) var entrances = MappedArray<Draft>()
  private var tags = MappedArray<Tag>()
  var texts = TextPool()

  /// Adds a map object with its tags. The draft's own range is ignored.
  mutating func append(_ draft: Draft, _ tags: [Tag]) { drafts.append(taking(tags, draft)) }

  /// Adds an entrance.
  mutating func append(entrance: Draft, _ tags: [Tag]) { entrances.append(taking(tags, entrance)) }

  private mutating func taking(_ tags: [Tag], _ draft: Draft) -> Draft {
    var draft = draft
    draft.firstTag = UInt32(self.tags.count)
    self.tags.append(contentsOf: tags)
    draft.tagsEnd = UInt32(self.tags.count)
    return draft
  }

  /// The tags of a draft.
  subscript(draft: Draft) -> Slice<MappedArray<Tag>> { tags[Int(draft.firstTag)..<Int(draft.tagsEnd)] }

  /// A copy of the objects in an arena.
  func packed(in arena: MappedArena) -> ObjectTagPool {
    ObjectTagPool(
      drafts: arena.packed(drafts), entrances: arena.packed(entrances), tags: arena.packed(tags),
      texts: texts.packed(in: arena))
  }
}

/// Finds the map objects among a block's elements. Each text of the block is classified as a key only once.
struct BlockObjects {
  /// The role of a text as a key. Keys of role `telling` can make an object. The values of `adminLevel`, `area` and
  /// `capital` are recorded with it.
  private enum Role: UInt8 { case unknown, plain, telling, adminLevel, area, capital }

  private static let notTaken = UInt32.max

  private let strings: StringTable
  private var roles: [Role]
  /// The keys classified so far, and for each text its position among them.
  private var keys: [ObjectKey] = []
  private var keyPositions: [UInt32]
  /// For each text, its number in the pool.
  private var numbers: [UInt32]

  /// Prepares for the objects of a block.
  init(_ block: PrimitiveBlock) {
    strings = block.strings
    roles = Array(repeating: .unknown, count: strings.count)
    keyPositions = Array(repeating: 0, count: strings.count)
    numbers = Array(repeating: BlockObjects.notTaken, count: strings.count)
  }

  /// Whether an element's keys can make it an object.
  mutating func isWorthALook(_ tags: UnsafeBufferPointer<TagIndexes>) -> Bool {
    for tag in tags {
      if roles[Int(tag.key)] == .unknown { _ = key(tag.key) }
      if roles[Int(tag.key)] == .telling { return true }
    }
    return false
  }

  /// Adds the map objects made of an element to a pool.
  ///
  /// - Returns: whether there are any.
  mutating func take(
    _ tags: UnsafeBufferPointer<TagIndexes>, element: Int, into pool: inout ObjectTagPool
  ) -> Bool {
    guard isWorthALook(tags) else { return false }
    var mapped: [ObjectClassifier.Tag] = []
    mapped.reserveCapacity(tags.count)
    for tag in tags where !strings[tag.value].isEmpty {
      mapped.append(ObjectClassifier.Tag(key: key(tag.key), keyNumber: tag.key, valueNumber: tag.value))
    }
    let strings = strings
    let classifier = ObjectClassifier(mapped) { strings.string($0) }
    let drafts = classifier.drafts()
    for draft in drafts { add(draft, of: classifier, element, &pool) }
    return !drafts.isEmpty
  }

  /// Adds a node to a pool if it is an entrance, with `entrance` as its first tag.
  mutating func takeEntrance(
    _ tags: UnsafeBufferPointer<TagIndexes>, element: Int, into pool: inout ObjectTagPool
  ) -> Bool {
    guard let entrance = tags.first(where: { strings.equals($0.key, "entrance") }) else { return false }
    var packed = [
      ObjectTagPool.Tag(part: .main, key: number(of: entrance.key, &pool), value: number(of: entrance.value, &pool))
    ]
    for tag in tags where tag.key != entrance.key {
      guard key(tag.key) != .dropped else { continue }
      packed.append(.init(part: .extra, key: number(of: tag.key, &pool), value: number(of: tag.value, &pool)))
    }
    pool.append(entrance: .init(element: element), packed)
    return true
  }

  private mutating func key(_ text: UInt32) -> ObjectKey {
    if roles[Int(text)] == .unknown {
      let name = strings.string(text)
      keyPositions[Int(text)] = UInt32(keys.count)
      keys.append(ObjectKey(name))
      roles[Int(text)] = BlockObjects.role(name, keys[keys.count - 1])
    }
    return keys[Int(keyPositions[Int(text)])]
  }

  private static func role(_ name: String, _ key: ObjectKey) -> Role {
    switch name {
    case "admin_level": .adminLevel
    case "area": .area
    case "capital": .capital
    default: ObjectClassifier.canMakeObject(key) ? .telling : .plain
    }
  }

  /// Adds one object with its tags, each with its part.
  private mutating func add(
    _ draft: ObjectClassifier.Draft, of classifier: ObjectClassifier, _ element: Int, _ pool: inout ObjectTagPool
  ) {
    var object = ObjectTagPool.Draft(element: element)
    object.isForRoadsAlone = draft.isForRoadsAlone
    var packed = [mainTag(draft, of: classifier, &pool)]
    for (position, tag) in classifier.tags.enumerated() where position != draft.position {
      note(tag, in: &object)
      guard let (part, key) = part(of: tag, in: draft), roles[Int(tag.keyNumber)] != .adminLevel else { continue }
      if part == .name { object.hasName = object.hasName || tag.key != .houseName }
      if case .houseNumber = tag.key { object.hasHouseNumber = true }
      if tag.key == .houseName { object.hasHouseNumber = true }
      let number = key.map { pool.texts.add($0.utf8) } ?? number(of: tag.keyNumber, &pool)
      packed.append(.init(part: part, key: number, value: self.number(of: tag.valueNumber, &pool)))
    }
    pool.append(object, packed)
  }

  /// The main tag. That of a bare house is synthetic.
  private mutating func mainTag(
    _ draft: ObjectClassifier.Draft, of classifier: ObjectClassifier, _ pool: inout ObjectTagPool
  ) -> ObjectTagPool.Tag {
    guard let position = draft.position else {
      return .init(part: .main, key: pool.texts.add(draft.key.utf8), value: pool.texts.add(draft.value.utf8))
    }
    let tag = classifier.tags[position]
    return .init(part: .main, key: number(of: tag.keyNumber, &pool), value: number(of: tag.valueNumber, &pool))
  }

  /// Records the level, area or capital of an object.
  private func note(_ tag: ObjectClassifier.Tag, in object: inout ObjectTagPool.Draft) {
    switch roles[Int(tag.keyNumber)] {
    case .adminLevel:
      object.adminLevel = UInt8(strings.string(tag.valueNumber)).flatMap { (1...15).contains($0) ? $0 : nil } ?? 15
    case .area: object.isArea = !strings.equals(tag.valueNumber, "no")
    case .capital: object.isCapital = strings.equals(tag.valueNumber, "yes")
    case .unknown, .plain, .telling: break
    }
  }

  /// The part of an object that a tag belongs to, and the key to store it under if that differs; nil to drop it.
  private func part(
    of tag: ObjectClassifier.Tag, in draft: ObjectClassifier.Draft
  ) -> (MapTagPart, String?)? {
    if let prefix = draft.namePrefix {
      let name = strings.string(tag.keyNumber)
      if name.hasPrefix(prefix + "name") || name == prefix + "ref" {
        return (.name, String(name.dropFirst(prefix.count)))
      }
      if tag.key == .name || tag.key == .reference { return nil }
    }
    switch tag.key {
    case .dropped: return nil
    case .houseName: return (.name, nil)
    case .name, .reference: return draft.isBareHouse ? nil : (.name, nil)
    case .houseNumber(let key): return (.address, key)
    case .interpolation: return (.address, "interpolation")
    case .address(let key):
      // A country is a two-letter code. Other values are unreliable.
      return key == "country" && strings[tag.valueNumber].count != 2 ? nil : (.address, key)
    case .main(let rule): return rule.use(strings.string(tag.valueNumber)) == .dropped ? nil : (.extra, nil)
    case .extra, .plain: return (.extra, nil)
    }
  }

  /// The number of a text in the pool, copied there at its first use.
  private mutating func number(of text: UInt32, _ pool: inout ObjectTagPool) -> UInt32 {
    if numbers[Int(text)] == BlockObjects.notTaken { numbers[Int(text)] = pool.texts.add(strings[text]) }
    return numbers[Int(text)]
  }
}
