/// One value of a parsed text: a view into its bytes, valid only inside the closure of ``JSONParser``.
///
/// Asking for another kind than the value has gives nil; nothing is converted silently.
public struct JSONNode {
  let bytes: UnsafeRawBufferPointer
  let tape: UnsafeBufferPointer<JSONTapeEntry>
  let index: Int

  @inline(__always) var entry: JSONTapeEntry { tape[index] }

  /// Whether the value is `null`.
  public var isNull: Bool { entry.kind == .null }
  /// Whether the value is an object.
  public var isObject: Bool { entry.kind == .object }
  /// Whether the value is an array.
  public var isArray: Bool { entry.kind == .array }
  /// Whether the value is a string.
  public var isString: Bool { entry.kind == .string || entry.kind == .escapedString }
  /// Whether the value is a number.
  public var isNumber: Bool { entry.kind == .number }

  /// The value if it is `true` or `false`.
  public var bool: Bool? {
    switch entry.kind {
    case .yes: true
    case .no: false
    default: nil
    }
  }

  /// The bytes of the value as they stand in the text; those of strings without their quotes.
  public var text: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[Int(entry.start)..<Int(entry.end)])
  }

  /// The value of a member; nil when the value is no object or has no such member. The last one counts.
  public func member(_ name: StaticString) -> JSONNode? {
    guard isObject else { return nil }
    var found: JSONNode?
    var position = index + 1
    let end = Int(entry.next)
    while position < end {
      let key = JSONNode(bytes: bytes, tape: tape, index: position)
      if key.equals(name) { found = JSONNode(bytes: bytes, tape: tape, index: position + 1) }
      position = Int(tape[position + 1].next)
    }
    return found
  }

  /// The members in order, with keys that come twice twice; nothing when the value is no object.
  public var members: [(name: String, value: JSONNode)] {
    guard isObject else { return [] }
    var members: [(name: String, value: JSONNode)] = []
    var position = index + 1
    while position < Int(entry.next) {
      let key = JSONNode(bytes: bytes, tape: tape, index: position)
      members.append((key.string ?? "", JSONNode(bytes: bytes, tape: tape, index: position + 1)))
      position = Int(tape[position + 1].next)
    }
    return members
  }

  /// The elements in order; nothing when the value is no array.
  public var elements: JSONElements { JSONElements(self) }

  /// Whether the value is this string.
  public func equals(_ text: StaticString) -> Bool {
    switch entry.kind {
    case .string:
      let own = self.text
      guard own.count == text.utf8CodeUnitCount else { return false }
      for index in 0..<own.count where own[index] != text.utf8Start[index] { return false }
      return true
    case .escapedString: return string == String(describing: text)
    default: return false
    }
  }
}

/// The elements of an array, one after the other.
public struct JSONElements: Sequence, IteratorProtocol {
  private let array: JSONNode
  private var position: Int
  private let end: Int

  init(_ array: JSONNode) {
    self.array = array
    position = array.index + 1
    end = array.isArray ? Int(array.entry.next) : position
  }

  /// The next element.
  public mutating func next() -> JSONNode? {
    guard position < end else { return nil }
    defer { position = Int(array.tape[position].next) }
    return JSONNode(bytes: array.bytes, tape: array.tape, index: position)
  }
}
