/// The usual words of street names and their abbreviations, by their hash.
///
/// The words are folded as ``NameFolding`` does before it looks here. Where they stand in the name matters: `St` before
/// a name is a saint, after it a street.
struct StreetWords: Sendable {
  /// Where in a name a word means what an entry says.
  enum Position: Sendable {
    /// The first word of several.
    case first
    /// The last word, or followed only by directions and numbers.
    case last
    /// Anywhere.
    case any
  }

  /// What a word becomes: codes of up to eight bytes, 0 for "stays as it is".
  struct Codes: Sendable {
    var first: UInt64 = 0
    var last: UInt64 = 0
    var any: UInt64 = 0
    /// Whether the word may follow the last word (`St NW`).
    var isDirection = false
    /// Whether the word goes to the end of the key, because people write it on either side of the name (`улица`).
    var goesLast = false
  }

  /// The table, made at the first use.
  static let shared = StreetWords()

  /// An open-addressed table: the hash of the word in each slot, 0 for an empty one, and what the word becomes.
  private let hashes: [UInt64]
  private let codes: [Codes]
  private static let slotCount = 2048

  /// The codes of a word; nil when it is no street word.
  @inline(__always) func codes(for hash: UInt64) -> Codes? {
    var slot = Int(hash & UInt64(Self.slotCount - 1))
    while hashes[slot] != 0 {
      if hashes[slot] == hash { return codes[slot] }
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    return nil
  }

  /// Hashes all entries. About 600 words fill a quarter of the slots.
  private init() {
    var table: [UInt64: Codes] = [:]
    for entry in Self.entries {
      for word in entry.words.split(separator: " ") { table[WordHash.of(word.utf8), default: Codes()].add(entry) }
    }
    var hashes = [UInt64](repeating: 0, count: Self.slotCount)
    var codes = [Codes](repeating: Codes(), count: Self.slotCount)
    for (hash, value) in table {
      var slot = Int(hash & UInt64(Self.slotCount - 1))
      while hashes[slot] != 0 { slot = (slot + 1) & (Self.slotCount - 1) }
      hashes[slot] = hash
      codes[slot] = value
    }
    self.hashes = hashes
    self.codes = codes
  }
}

extension StreetWords.Codes {
  fileprivate mutating func add(_ entry: StreetWords.Entry) {
    let code = entry.code.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    switch entry.position {
    case .first: first = code
    case .last: last = code
    case .any: any = code
    }
    isDirection = isDirection || entry.isDirection
    goesLast = goesLast || entry.goesLast
  }
}
