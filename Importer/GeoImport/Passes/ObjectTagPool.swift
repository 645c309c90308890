import GeoStore

/// The map objects that one batch's elements make, with all their tags in a few arrays.
struct ObjectTagPool: Sendable {
  /// A tag as numbers of texts.
  struct Tag: Sendable {
    var part: MapTagPart
    var key: UInt32, value: UInt32
  }

  /// One map object, before its shape is known.
  struct Draft: Sendable {
    /// Position of the element in its batch.
    var element: UInt32
    /// Tags within the pool, the main tag first.
    var firstTag: UInt32 = 0, tagsEnd: UInt32 = 0
    /// `admin_level`, 15 for none.
    var adminLevel: UInt8 = 15
    var hasName = false, hasHouseNumber = false
    /// Whether a closed way bounds an area whatever it is (`area=yes`), or none (`area=no`); nil if it does not say.
    var isArea: Bool?
    var isCapital = false

    init(element: Int) { self.element = UInt32(element) }
  }

  /// The objects, in the order of their elements.
  private(set) var drafts = MappedArray<Draft>()
  /// Nodes that are ways into buildings, likewise.
  private(set) var entrances = MappedArray<Draft>()
  private var tags = MappedArray<Tag>()
  private var bytes = MappedArray<UInt8>()
  private var textStarts: MappedArray<UInt32> = [0]

  /// Number of texts.
  var textCount: Int { textStarts.count - 1 }

  /// Keeps a text and gives its number.
  mutating func addText(_ text: some Collection<UInt8>) -> UInt32 {
    bytes.append(contentsOf: text)
    textStarts.append(UInt32(bytes.count))
    return UInt32(textStarts.count - 2)
  }

  /// A text by its number.
  func text(_ number: UInt32) -> String {
    let range = Int(textStarts[Int(number)])..<Int(textStarts[Int(number) + 1])
    return bytes.withUnsafeBufferPointer { String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self) }
  }

  /// Adds a map object with its tags; the draft's own range does not matter.
  mutating func append(_ draft: Draft, _ tags: [Tag]) { drafts.append(taking(tags, draft)) }

  /// Adds a way into a building.
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

  /// The same objects, packed.
  func packed(in arena: MappedArena) -> ObjectTagPool {
    var pool = ObjectTagPool()
    pool.drafts = arena.packed(drafts)
    pool.entrances = arena.packed(entrances)
    pool.tags = arena.packed(tags)
    pool.bytes = arena.packed(bytes)
    pool.textStarts = arena.packed(textStarts)
    return pool
  }
}
