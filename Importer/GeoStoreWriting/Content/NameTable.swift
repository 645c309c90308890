import GeoStore
import GeoSupport

/// The names and other texts an import meets, each text with its translations kept once.
///
/// 1. A name is written as bytes: its text, then its translations. Names are equal when their bytes are.
/// 2. All bytes lie one after the other; a name's number is its place in that row.
/// 3. A hash table of numbers finds a name's; each slot also has half of the hash, so that other names are seldom looked at.
public struct NameTable: Sendable {
  /// A name and its translations.
  public struct Name: Hashable, Sendable {
    /// The local name (`name`), house-number text, postal code or whatever else is shared.
    public var text: String
    /// Names by language: the part after `name:` (`de`, `sr-Latn`, `zh-Hant`), sorted by language.
    public var translations: [NameTranslation]

    /// A name with its translations, which are sorted here.
    public init(_ text: String, translations: [NameTranslation] = []) {
      self.text = text
      self.translations = translations.count < 2 ? translations : translations.sorted { $0.language < $1.language }
    }
  }

  /// All names' bytes, see ``NameCoding``.
  private var bytes: MappedArray<UInt8>
  /// Where each name's bytes start; one more entry at the close.
  private var starts: MappedArray<Int>
  /// High half of the hash and, in the low half, the number plus one; 0 for an empty slot. A power of two of them.
  private var slots: MappedArray<UInt64>
  private var scratch = ByteWriter()

  /// An empty table.
  ///
  /// - Parameter workspace: where it lives once it is large; nil for the heap.
  public init(in workspace: Workspace? = nil) {
    bytes = MappedArray(in: workspace)
    starts = MappedArray([0], in: workspace)
    slots = MappedArray(repeating: 0, count: 1024, in: workspace)
  }

  /// How many names there are. Their ids are 0 and up.
  public var count: Int { starts.count - 1 }

  /// The id of a name, the same for the same text with the same translations.
  public mutating func intern(_ name: Name) -> NameID {
    scratch.removeAll()
    NameCoding.encode(name, into: &scratch)
    return internScratch()
  }

  /// The id of a text without translations.
  public mutating func intern(_ text: String) -> NameID {
    scratch.removeAll()
    NameCoding.encode(text, into: &scratch)
    return internScratch()
  }

  /// The id of a text without translations, given as bytes that may not be valid UTF-8.
  mutating func intern(repairing bytes: UnsafeBufferPointer<UInt8>) -> NameID {
    // Most texts are ASCII, and need no string made of them.
    guard bytes.reduce(0, { $0 | $1 }) < 0x80 else { return intern(String(decoding: bytes, as: UTF8.self)) }
    scratch.removeAll()
    scratch.varint(bytes.count)
    scratch.append(bytes)
    return internScratch()
  }

  /// The id of a text without translations; nil when the table does not have it.
  public func find(_ text: String) -> NameID? {
    var writer = ByteWriter()
    NameCoding.encode(text, into: &writer)
    return writer.bytes.withUnsafeBufferPointer { name in
      let slot = slot(of: name, NameCoding.hash(name))
      return slots[slot] == 0 ? nil : NameID(UInt32(truncatingIfNeeded: slots[slot]) - 1)
    }
  }

  /// Tells the system that names are looked up next, not added.
  func expectRandomAccess() {
    bytes.expectAccess(random: true)
    starts.expectAccess(random: true)
  }

  /// The name of an id that this table gave out.
  public subscript(id: NameID) -> Name { withBytes(of: Int(id.rawValue)) { NameCoding.name($0) } }

  /// The text of an id that this table gave out, without the translations.
  public func text(_ id: NameID) -> String { withBytes(of: Int(id.rawValue)) { NameCoding.text($0) } }

  /// The text of a name without the translations, as it stands here as long as the table does not change.
  func bytes(ofText id: NameID) -> TextBytes {
    withBytes(of: Int(id.rawValue)) { bytes in
      var reader = ByteReader(bytes)
      return NameCoding.bytes(&reader)
    }
  }

  /// Writes the length of a name's text as a varint, and the text, without the translations.
  func encode(textOf id: NameID, into writer: inout ByteWriter) {
    withBytes(of: Int(id.rawValue)) { NameCoding.encode(textOf: $0, into: &writer) }
  }

  /// Calls with a name's text, without a language, and with its translations, as long as the table does not change.
  func forEachText<Failure: Error>(
    of id: NameID, _ body: (_ language: TextBytes?, _ text: TextBytes) throws(Failure) -> Void
  ) throws(Failure) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      let part = bytes[starts[Int(id.rawValue)]..<starts[Int(id.rawValue) + 1]]
      var reader = ByteReader(UnsafeBufferPointer(rebasing: part))
      try body(nil, NameCoding.bytes(&reader))
      while reader.remaining > 0 {
        let language = NameCoding.bytes(&reader)
        try body(language, NameCoding.bytes(&reader))
      }
    }
  }

  /// How many translations a name has.
  public func translationCount(_ id: NameID) -> Int {
    withBytes(of: Int(id.rawValue)) { NameCoding.translationCount($0) }
  }

  // MARK: The hash table

  /// The id of the name in ``scratch``.
  private mutating func internScratch() -> NameID {
    let hash = scratch.bytes.withUnsafeBufferPointer { NameCoding.hash($0) }
    let slot = scratch.bytes.withUnsafeBufferPointer { self.slot(of: $0, hash) }
    if slots[slot] != 0 { return NameID(UInt32(truncatingIfNeeded: slots[slot]) - 1) }
    let id = count
    bytes.append(contentsOf: scratch.bytes)
    starts.append(bytes.count)
    slots[slot] = hash & ~0xFFFF_FFFF | UInt64(id + 1)
    if count * 4 > slots.count * 3 { growSlots() }
    return NameID(UInt32(id))
  }

  /// The slot that has a name, or the empty one that would take it.
  private func slot(of name: UnsafeBufferPointer<UInt8>, _ hash: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if slots[slot] >> 32 == hash >> 32,
        withBytes(
          of: Int(UInt32(truncatingIfNeeded: slots[slot])) - 1,
          { $0.count == name.count && memcmp($0.baseAddress!, name.baseAddress!, name.count) == 0 })
      {
        return slot
      }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func growSlots() {
    var larger = MappedArray<UInt64>(repeating: 0, count: slots.count * 2, in: slots.workspace)
    let mask = larger.count - 1
    for id in 0..<count {
      let hash = withBytes(of: id) { NameCoding.hash($0) }
      var slot = Int(truncatingIfNeeded: hash) & mask
      while larger[slot] != 0 { slot = (slot + 1) & mask }
      larger[slot] = hash & ~0xFFFF_FFFF | UInt64(id + 1)
    }
    slots = larger
    slots.expectAccess(random: true)
  }

  private func withBytes<Result>(of id: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[starts[id]..<starts[id + 1]])) }
  }
}
