/// JSON for users: one line for each member, two spaces for each level.
enum PrettyJSON {
  /// Returns the same JSON with line breaks. Short lists of plain values, such as coordinates, stay on one line.
  static func text(_ json: [UInt8]) -> String {
    var printer = Printer(json: json)
    while printer.step() {}
    return String(decoding: printer.result, as: UTF8.self)
  }

  private struct Printer {
    let json: [UInt8]
    var offset = 0
    var depth = 0
    var result: [UInt8] = []

    init(json: [UInt8]) { self.json = json }

    /// Copies one token and formats the whitespace around it; false at the end.
    mutating func step() -> Bool {
      guard offset < json.count else { return false }
      switch json[offset] {
      case UInt8(ascii: "\""): copyString()
      case UInt8(ascii: "{"), UInt8(ascii: "["): open()
      case UInt8(ascii: "}"), UInt8(ascii: "]"): close()
      case UInt8(ascii: ","):
        copy(1)
        breakLine()
      case UInt8(ascii: ":"):
        copy(1)
        result.append(0x20)
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: copy(1)
      }
      return true
    }

    private mutating func copy(_ count: Int) {
      result.append(contentsOf: json[offset..<offset + count])
      offset += count
    }

    private mutating func copyString() {
      var end = offset + 1
      while end < json.count, json[end] != UInt8(ascii: "\"") { end += json[end] == UInt8(ascii: "\\") ? 2 : 1 }
      copy(min(end + 1, json.count) - offset)
    }

    private mutating func open() {
      if let length = plainListLength() { return copy(length) }
      depth += 1
      copy(1)
      breakLine()
    }

    private mutating func close() {
      depth -= 1
      breakLine()
      copy(1)
    }

    private mutating func breakLine() {
      result.append(0x0A)
      result.append(contentsOf: repeatElement(0x20, count: max(0, depth) * 2))
    }

    /// The length of a short list without lists, objects and strings, or of `{}` and `[]`; nil for anything else.
    private func plainListLength() -> Int? {
      let isList = json[offset] == UInt8(ascii: "[")
      var end = offset + 1
      while end < json.count, end - offset < 80 {
        switch json[end] {
        case UInt8(ascii: "]"): return isList ? end + 1 - offset : nil
        case UInt8(ascii: "}"): return end == offset + 1 ? 2 : nil
        case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""): return nil
        default: end += 1
        }
      }
      return nil
    }
  }
}
