import GeoStore

/// The tags of many objects in a few arrays: object after object, each text kept once.
struct TagPool: Sendable {
  /// A tag as numbers, 12 bytes.
  private struct PackedTag {
    var key: TagKey
    /// Number of the language text of a translation.
    var language: UInt32
    /// Number of the value's text.
    var value: UInt32
  }

  private var tags = MappedArray<PackedTag>()
  private var tagStarts: MappedArray<UInt32> = [0]
  private var bytes = MappedArray<UInt8>()
  private var textStarts: MappedArray<UInt32> = [0]

  /// Number of objects.
  var count: Int { tagStarts.count - 1 }

  /// Whether an object has no tags.
  func isEmpty(_ object: Int) -> Bool { tagStarts[object] == tagStarts[object + 1] }

  /// Keeps a text and gives its number.
  mutating func addText(_ text: some Collection<UInt8>) -> UInt32 {
    bytes.append(contentsOf: text)
    textStarts.append(UInt32(bytes.count))
    return UInt32(textStarts.count - 2)
  }

  /// Adds a tag to the object that is being built.
  mutating func addTag(_ key: TagKey, language: UInt32 = 0, value: UInt32) {
    tags.append(PackedTag(key: key, language: language, value: value))
  }

  /// Ends the object that is being built; the next tags are those of the next object.
  mutating func endObject() { tagStarts.append(UInt32(tags.count)) }

  /// The tags of an object by its position.
  subscript(object: Int) -> Tags {
    var result = Tags()
    for tag in tags[Int(tagStarts[object])..<Int(tagStarts[object + 1])] {
      if tag.key == .translation {
        result.addTranslation(language: text(tag.language), text(tag.value))
      } else {
        result.add(tag.key, text(tag.value))
      }
    }
    return result
  }

  /// The same tags, packed.
  func packed(in arena: MappedArena) -> TagPool {
    var pool = TagPool()
    pool.tags = arena.packed(tags)
    pool.tagStarts = arena.packed(tagStarts)
    pool.bytes = arena.packed(bytes)
    pool.textStarts = arena.packed(textStarts)
    return pool
  }

  /// A text by its number.
  private func text(_ number: UInt32) -> String {
    let range = Int(textStarts[Int(number)])..<Int(textStarts[Int(number) + 1])
    return bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
  }
}
