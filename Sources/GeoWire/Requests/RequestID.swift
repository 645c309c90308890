/// The id of a request, given back as it came: JSON-RPC allows strings, numbers and null.
public enum RequestID: Hashable, Sendable {
  /// There was none: the request is a notification and gets no reply.
  case absent
  /// `null`, also where an id could not be read.
  case null
  /// A whole number, the usual kind; the only one that costs no memory.
  case integer(Int)
  /// Any other number or a string, by its JSON text.
  case text([UInt8])

  /// The id of a request, or nil when it is of a kind that JSON-RPC does not allow.
  init?(_ node: JSONNode?) {
    guard let node else {
      self = .absent
      return
    }
    if node.isNull {
      self = .null
    } else if node.isNumber {
      let text = node.text
      // `1.0` must come back as `1.0`, so only plain digits become an integer.
      let plain = text.count <= 18 && text.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
      self =
        plain && (text.count == 1 || text[0] != UInt8(ascii: "0")) ? .integer(node.integer ?? 0) : .text(Array(text))
    } else if node.isString {
      self = .text([UInt8(ascii: "\"")] + Array(node.text) + [UInt8(ascii: "\"")])
    } else {
      return nil
    }
  }
}

extension JSONWriter {
  /// An id as a value.
  public mutating func id(_ id: RequestID) {
    switch id {
    case .absent, .null: null()
    case .integer(let number): integer(number)
    case .text(let json): raw(json)
    }
  }
}
