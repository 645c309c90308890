import GeoStoreWriting
import OSMFile

/// Numbered texts in two arrays.
struct TextPool: Sendable {
  private var bytes = MappedArray<UInt8>()
  private var starts: MappedArray<UInt32> = [0]

  /// The number of texts.
  var count: Int { starts.count - 1 }

  /// Adds a text and returns its number.
  mutating func add(_ text: some Collection<UInt8>) -> UInt32 {
    bytes.append(contentsOf: text)
    starts.append(UInt32(bytes.count))
    return UInt32(starts.count - 2)
  }

  /// A text by its number.
  subscript(number: UInt32) -> String { withBytes(of: number) { String(decoding: $0, as: UTF8.self) } }

  /// Whether a text has exactly these bytes.
  func equals(_ number: UInt32, _ text: StaticString) -> Bool {
    withBytes(of: number) { bytes in
      bytes.count == text.utf8CodeUnitCount
        && bytes.elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: bytes.count))
    }
  }

  /// Calls a closure with the bytes of a text. They come from foreign data and may not be valid UTF-8.
  func withBytes<Result>(of number: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let range = Int(starts[Int(number)])..<Int(starts[Int(number) + 1])
    return bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[range])) }
  }

  /// A copy of the texts in an arena.
  func packed(in arena: MappedArena) -> TextPool {
    TextPool(bytes: arena.packed(bytes), starts: arena.packed(starts))
  }
}

/// The tags of many objects in a few arrays, object after object. Each text is kept once.
struct TagPool: Sendable {
  /// A tag as numbers, in 12 bytes.
  private struct PackedTag {
    var key: TagKey
    /// The number of the language's text, for a translation.
    var language: UInt32
    /// The number of the value's text.
    var value: UInt32
  }

  private var tags = MappedArray<PackedTag>()
  private var tagStarts: MappedArray<UInt32> = [0]
  var texts = TextPool()

  /// Whether an object has no tags.
  func isEmpty(_ object: Int) -> Bool { tagStarts[object] == tagStarts[object + 1] }

  /// Adds a tag to the current object.
  mutating func addTag(_ key: TagKey, language: UInt32 = 0, value: UInt32) {
    tags.append(PackedTag(key: key, language: language, value: value))
  }

  /// Ends the current object. Further tags belong to the next one.
  mutating func endObject() { tagStarts.append(UInt32(tags.count)) }

  /// The tags of an object, by its position.
  subscript(object: Int) -> Tags {
    let range = Int(tagStarts[object])..<Int(tagStarts[object + 1])
    var result = Tags(capacity: range.count)
    for position in range {
      let tag = tags[position]
      if tag.key == .translation {
        result.addTranslation(language: texts[tag.language], texts[tag.value])
      } else {
        result.add(tag.key, texts[tag.value])
      }
    }
    return result
  }

  /// A copy of the tags in an arena.
  func packed(in arena: MappedArena) -> TagPool {
    TagPool(tags: arena.packed(tags), tagStarts: arena.packed(tagStarts), texts: texts.packed(in: arena))
  }
}

/// The texts of a block, with those that are keys of interest and those already copied to a pool.
struct BlockKeys {
  private static let table = TagKeyTable()
  private static let notTaken = UInt32.max

  private let strings: StringTable
  /// For each text of the block, the raw value of its key plus 1; 0 for texts that are not keys of interest.
  private var keys: [UInt8]
  private var numbers: [UInt32]

  /// Finds the keys among the texts of a block.
  init(_ block: PrimitiveBlock) {
    strings = block.strings
    keys = Array(repeating: 0, count: strings.count)
    numbers = Array(repeating: BlockKeys.notTaken, count: strings.count)
    for index in keys.indices {
      if let key = BlockKeys.table.key(strings[UInt32(index)]) { keys[index] = key.rawValue + 1 }
    }
  }

  /// The set of an object's keys.
  func mask(_ tags: UnsafeBufferPointer<TagIndexes>) -> TagMask {
    var bits: UInt64 = 0
    for tag in tags {
      let key = keys[Int(tag.key)]
      if key > 0 { bits |= 1 << UInt64(key - 1) }
    }
    return TagMask(rawValue: bits)
  }

  /// The key of a text of the block; nil if it is not a key of interest.
  func key(_ text: UInt32) -> TagKey? {
    let key = keys[Int(text)]
    return key > 0 ? TagKey(rawValue: key - 1) : nil
  }

  /// Adds the tags of interest to a pool as its next object.
  mutating func take(_ tags: UnsafeBufferPointer<TagIndexes>, into pool: inout TagPool) {
    for tag in tags {
      guard keys[Int(tag.key)] > 0, let key = TagKey(rawValue: keys[Int(tag.key)] - 1) else { continue }
      let language = key == .translation ? number(of: tag.key, droppingFirst: 5, in: &pool) : 0
      pool.addTag(key, language: language, value: number(of: tag.value, droppingFirst: 0, in: &pool))
    }
    pool.endObject()
  }

  /// The number of a text in the pool, copied there at its first use.
  private mutating func number(of text: UInt32, droppingFirst count: Int, in pool: inout TagPool) -> UInt32 {
    if numbers[Int(text)] == BlockKeys.notTaken {
      numbers[Int(text)] = pool.texts.add(strings[text].dropFirst(count))
    }
    return numbers[Int(text)]
  }
}
