import GeoStore
import OSMFile

/// Finds the map objects among a block's elements: what a block's texts are as keys is found out once for each text.
struct BlockObjects {
  /// Whether a text is a key that can make an object, as far as it was looked at.
  private enum Known: UInt8 { case not, plain, telling }

  private let strings: StringTable
  private var known: [Known]
  private var keys: [UInt32: ObjectKey] = [:]
  private var numbers: [UInt32: UInt32] = [:]

  /// A block's objects.
  init(_ block: PrimitiveBlock) {
    strings = block.strings
    known = Array(repeating: .not, count: strings.count)
  }

  /// Whether an element's keys can make it an object.
  mutating func isWorthALook(_ tags: UnsafeBufferPointer<TagIndexes>) -> Bool {
    for tag in tags {
      switch known[Int(tag.key)] {
      case .telling: return true
      case .plain: continue
      case .not: if ObjectClassifier.canMakeObject(key(tag.key)) { return true }
      }
    }
    return false
  }

  /// Takes the map objects that an element makes over into a pool.
  ///
  /// - Returns: whether it makes any.
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

  /// Takes a node that is a way into a building over into a pool, `entrance` first.
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
    if let key = keys[text] { return key }
    let key = ObjectKey(strings.string(text))
    keys[text] = key
    known[Int(text)] = ObjectClassifier.canMakeObject(key) ? .telling : .plain
    return key
  }

  /// Packs one object's tags by what they are to it.
  private mutating func add(
    _ draft: ObjectClassifier.Draft, of classifier: ObjectClassifier, _ element: Int, _ pool: inout ObjectTagPool
  ) {
    var object = ObjectTagPool.Draft(element: element)
    var packed = [mainTag(draft, of: classifier, &pool)]
    for (position, tag) in classifier.tags.enumerated() where position != draft.position {
      let name = strings.string(tag.keyNumber)
      note(name, strings.string(tag.valueNumber), in: &object)
      guard let (part, key) = part(of: tag, name, in: draft), name != "admin_level" else { continue }
      if part == .name { object.hasName = object.hasName || tag.key != .houseName }
      if case .houseNumber = tag.key { object.hasHouseNumber = true }
      if tag.key == .houseName { object.hasHouseNumber = true }
      let number = key.map { pool.addText($0.utf8) } ?? number(of: tag.keyNumber, &pool)
      packed.append(.init(part: part, key: number, value: self.number(of: tag.valueNumber, &pool)))
    }
    pool.append(object, packed)
  }

  /// The main tag; that of a bare house is not among the mapped ones.
  private mutating func mainTag(
    _ draft: ObjectClassifier.Draft, of classifier: ObjectClassifier, _ pool: inout ObjectTagPool
  ) -> ObjectTagPool.Tag {
    guard let position = draft.position else {
      return .init(part: .main, key: pool.addText(draft.key.utf8), value: pool.addText(draft.value.utf8))
    }
    let tag = classifier.tags[position]
    return .init(part: .main, key: number(of: tag.keyNumber, &pool), value: number(of: tag.valueNumber, &pool))
  }

  /// Notes what matters besides the parts.
  private func note(_ key: String, _ value: String, in object: inout ObjectTagPool.Draft) {
    switch key {
    case "admin_level": object.adminLevel = UInt8(value).flatMap { (1...15).contains($0) ? $0 : nil } ?? 15
    case "area": object.isArea = value != "no"
    case "capital": object.isCapital = value == "yes"
    default: break
    }
  }

  /// What a tag is to an object, and the key to keep it under where that is another one; nil to leave it out.
  private func part(
    of tag: ObjectClassifier.Tag, _ name: String, in draft: ObjectClassifier.Draft
  ) -> (MapTagPart, String?)? {
    if let prefix = draft.namePrefix {
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
      // A country is a code of two letters; anything else says nothing for certain.
      return key == "country" && strings[tag.valueNumber].count != 2 ? nil : (.address, key)
    case .main(let rule): return rule.use(strings.string(tag.valueNumber)) == .dropped ? nil : (.extra, nil)
    case .extra, .plain: return (.extra, nil)
    }
  }

  /// The number of a text in the pool, taken over at its first use.
  private mutating func number(of text: UInt32, _ pool: inout ObjectTagPool) -> UInt32 {
    if let number = numbers[text] { return number }
    let number = pool.addText(strings[text])
    numbers[text] = number
    return number
  }
}
