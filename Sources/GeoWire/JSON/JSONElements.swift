/// The elements of an array, one after the other.
package struct JSONElements: Sequence, IteratorProtocol {
  private let array: JSONNode
  private var position: Int
  private let end: Int

  init(_ array: JSONNode) {
    self.array = array
    position = array.index + 1
    end = array.isArray ? Int(array.entry.next) : position
  }

  /// Whether no elements are left.
  var isEmpty: Bool { position >= end }

  /// The next element.
  package mutating func next() -> JSONNode? {
    guard position < end else { return nil }
    defer { position = Int(array.tape[position].next) }
    return JSONNode(bytes: array.bytes, tape: array.tape, index: position)
  }
}
