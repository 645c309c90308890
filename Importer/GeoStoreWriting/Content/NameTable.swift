import GeoStore
import GeoSupport

/// The names and other texts of an import, each text with its translations stored only once.
///
/// 1. A name is encoded as its text, then its translations. Names are equal when their bytes are.
/// 2. All bytes are stored one name after the other, and names are numbered in this order.
/// 3. A hash table of numbers finds a name. Each slot also has half of the hash, so that other names are rarely
///    compared.
public struct NameTable: Sendable {
  /// A name and its translations.
  public struct Name: Hashable, Sendable {
    /// The local name (`name`), the text of a house number, a postal code or any other shared text.
    public var text: String
    /// The translations, sorted by language. A language is the part after `name:` (`de`, `sr-Latn`, `zh-Hant`).
    public var translations: [NameTranslation]

    /// A name with its translations, which are sorted by this initializer.
    public init(_ text: String, translations: [NameTranslation] = []) {
      self.text = text
      self.translations = translations.count < 2 ? translations : translations.sorted { $0.language < $1.language }
    }
  }

  /// The bytes of all names, see ``NameCoding``.
  private var bytes: MappedArray<UInt8>
  /// The position of each name's bytes, and the end of the last one.
  private var starts: MappedArray<Int>
  /// The hash table, whose size is a power of two.
  ///
  /// A slot has the high half of the hash, and the number plus one in the low half; 0 if it is empty.
  private var slots: MappedArray<UInt64>
  private var scratch = ByteWriter()

  /// An empty table.
  ///
  /// - Parameter workspace: where the table is stored once it is large; nil for the heap.
  public init(in workspace: Workspace? = nil) {
    bytes = MappedArray(in: workspace)
    starts = MappedArray([0], in: workspace)
    slots = MappedArray(repeating: 0, count: 1024, in: workspace)
  }

  /// The number of names. Their ids begin with 0.
  public var count: Int { starts.count - 1 }

  /// Adds a name if it is new and returns its id, which is the same for the same text with the same translations.
  public mutating func intern(_ name: Name) -> NameID {
    scratch.removeAll()
    NameCoding.encode(name, into: &scratch)
    return internScratch()
  }

  /// Adds a text without translations and returns its id.
  public mutating func intern(_ text: String) -> NameID {
    scratch.removeAll()
    NameCoding.encode(text, into: &scratch)
    return internScratch()
  }

  /// Adds a text without translations, given as bytes that may not be valid UTF-8, and returns its id.
  mutating func intern(repairing bytes: UnsafeBufferPointer<UInt8>) -> NameID {
    // Most texts are ASCII and need no conversion to a string.
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

  /// Advises the system that names are about to be read in random order.
  func expectRandomAccess() {
    bytes.expectAccess(random: true)
    starts.expectAccess(random: true)
  }

  /// The name with an id of this table.
  public subscript(id: NameID) -> Name { withBytes(of: Int(id.rawValue)) { NameCoding.name($0) } }

  /// The text with an id of this table, without the translations.
  public func text(_ id: NameID) -> String { withBytes(of: Int(id.rawValue)) { NameCoding.text($0) } }

  /// The bytes of a name's text without the translations, valid until the table changes.
  func bytes(ofText id: NameID) -> TextBytes {
    withBytes(of: Int(id.rawValue)) { bytes in
      var reader = ByteReader(bytes)
      return NameCoding.bytes(&reader)
    }
  }

  /// Writes the length of a name's text as a varint, then the text, without the translations.
  func encode(textOf id: NameID, into writer: inout ByteWriter) {
    withBytes(of: Int(id.rawValue)) { NameCoding.encode(textOf: $0, into: &writer) }
  }

  /// Calls `body` with a name's text, with a nil language, then with its translations.
  ///
  /// The bytes are valid until the table changes.
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

  /// The number of a name's translations.
  public func translationCount(_ id: NameID) -> Int {
    withBytes(of: Int(id.rawValue)) { NameCoding.translationCount($0) }
  }

  // MARK: The hash table

  /// Adds the name in ``scratch`` if it is new and returns its id.
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

  /// The slot of a name, or the empty slot where it belongs.
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
