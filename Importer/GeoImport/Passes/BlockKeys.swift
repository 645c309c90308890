import OSMFile

/// A block's texts as an import sees them: which are keys that matter, and which were taken over into a pool.
struct BlockKeys {
  private static let table = TagKeyTable()
  private static let notTaken = UInt32.max

  private let strings: StringTable
  /// For each text of the block, the raw value of its key plus one; 0 for texts that are no key of interest.
  private var keys: [UInt8]
  private var numbers: [UInt32]

  /// The keys of a block.
  init(_ block: PrimitiveBlock) {
    strings = block.strings
    keys = Array(repeating: 0, count: strings.count)
    numbers = Array(repeating: BlockKeys.notTaken, count: strings.count)
    for index in keys.indices {
      if let key = BlockKeys.table.key(strings[UInt32(index)]) { keys[index] = key.rawValue + 1 }
    }
  }

  /// The set of keys of an object.
  func mask(_ tags: UnsafeBufferPointer<TagIndexes>) -> TagMask {
    var bits: UInt64 = 0
    for tag in tags {
      let key = keys[Int(tag.key)]
      if key > 0 { bits |= 1 << UInt64(key - 1) }
    }
    return TagMask(rawValue: bits)
  }

  /// Takes the tags of interest over into a pool, as those of its next object.
  mutating func take(_ tags: UnsafeBufferPointer<TagIndexes>, into pool: inout TagPool) {
    for tag in tags {
      guard keys[Int(tag.key)] > 0, let key = TagKey(rawValue: keys[Int(tag.key)] - 1) else { continue }
      let language = key == .translation ? number(of: tag.key, droppingFirst: 5, in: &pool) : 0
      pool.addTag(key, language: language, value: number(of: tag.value, droppingFirst: 0, in: &pool))
    }
    pool.endObject()
  }

  /// The number of a text in the pool, taken over at its first use.
  private mutating func number(of text: UInt32, droppingFirst count: Int, in pool: inout TagPool) -> UInt32 {
    if numbers[Int(text)] == BlockKeys.notTaken {
      numbers[Int(text)] = pool.addText(strings[text].dropFirst(count))
    }
    return numbers[Int(text)]
  }
}
