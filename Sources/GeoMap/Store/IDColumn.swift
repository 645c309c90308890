import GeoSupport

/// The id of each slot, in 9 bytes for numbers. As an enumeration it would take 24, which matters for a million
/// annotations.
struct IDColumn {
  /// The case of an id.
  private enum Tag {
    static let number: UInt8 = 0
    static let automatic: UInt8 = 1
    static let cluster: UInt8 = 2
    static let userLocation: UInt8 = 3
    static let text: UInt8 = 4
  }

  private var tags: [UInt8] = []
  /// The number of each id; for texts, their index in `texts`.
  private var words: [UInt64] = []
  private var texts: [String] = []
  private var freeTexts: [UInt64] = []

  /// The number of slots.
  var count: Int { words.count }

  subscript(slot: Int) -> AnnotationID {
    let word = words[slot]
    return switch tags[slot] {
    case Tag.text: .text(texts[Int(word)])
    case Tag.automatic: .automatic(Int(bitPattern: UInt(word)))
    case Tag.cluster: .cluster(Int(bitPattern: UInt(word)))
    case Tag.userLocation: .userLocation
    default: .number(Int(bitPattern: UInt(word)))
    }
  }

  /// Whether a slot has a given id.
  @inline(__always) func has(_ id: AnnotationID, at slot: Int) -> Bool {
    if case .text(let text) = id { return tags[slot] == Tag.text && texts[Int(words[slot])] == text }
    let (tag, word) = IDColumn.code(id)
    return words[slot] == word && tags[slot] == tag
  }

  /// The memory of the column in bytes, without texts.
  var byteCount: Int { 9 * words.capacity + 24 * texts.capacity }

  /// Reserves memory for a total number of slots.
  mutating func reserveCapacity(_ count: Int) {
    tags.reserveCapacity(count)
    words.reserveCapacity(count)
  }

  mutating func append(_ id: AnnotationID) {
    tags.append(0)
    words.append(0)
    set(id, at: count - 1)
  }

  mutating func removeLast(_ number: Int) {
    for slot in count - number..<count { clear(slot) }
    tags.removeLast(number)
    words.removeLast(number)
  }

  /// Sets the id of a new or cleared slot.
  mutating func set(_ id: AnnotationID, at slot: Int) {
    (tags[slot], words[slot]) = IDColumn.code(id)
    guard case .text(let text) = id else { return }
    if let place = freeTexts.popLast() {
      words[slot] = place
      texts[Int(place)] = text
    } else {
      words[slot] = UInt64(texts.count)
      texts.append(text)
    }
  }

  /// Clears the id of a slot.
  mutating func clear(_ slot: Int) {
    guard tags[slot] == Tag.text else { return }
    texts[Int(words[slot])] = ""
    freeTexts.append(words[slot])
    tags[slot] = Tag.number
  }

  /// The case and number of an id; 0 for texts.
  @inline(__always) private static func code(_ id: AnnotationID) -> (UInt8, UInt64) {
    switch id {
    case .number(let number): (Tag.number, UInt64(bitPattern: Int64(number)))
    case .automatic(let number): (Tag.automatic, UInt64(bitPattern: Int64(number)))
    case .cluster(let number): (Tag.cluster, UInt64(bitPattern: Int64(number)))
    case .userLocation: (Tag.userLocation, 0)
    case .text: (Tag.text, 0)
    }
  }

  /// A hash of an id.
  @inline(__always) static func hash(_ id: AnnotationID) -> UInt64 {
    if case .text(let text) = id { return Hashing.mix(Hashing.fnv1a(text.utf8)) }
    let (tag, word) = code(id)
    return Hashing.mix(word ^ UInt64(tag) << 61)
  }

  /// The ``hash(_:)-(AnnotationID)`` of a slot's id.
  @inline(__always) func hash(at slot: Int) -> UInt64 {
    if tags[slot] == Tag.text { return Hashing.mix(Hashing.fnv1a(texts[Int(words[slot])].utf8)) }
    return Hashing.mix(words[slot] ^ UInt64(tags[slot]) << 61)
  }
}
