// Signs of a grammar in text of others. Swift compares characters: `<` and a combining mark are one, which is not `<`. Shells, browsers and
// parsers compare bytes, and so does everything here.

extension StringProtocol {
  /// The text with some bytes replaced wherever they stand.
  package func replacing(bytes old: String, with new: String) -> String {
    let (text, old, new) = (Array(utf8), Array(old.utf8), Array(new.utf8))
    guard !old.isEmpty, text.count >= old.count else { return String(self) }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if text[index...].starts(with: old) {
        result += new
        index += old.count
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
