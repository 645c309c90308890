/// Quotes words of commands that users may copy into a shell. Works on bytes, as a shell does: a combining mark after a
/// quote, which makes one character with it, does not hide the quote.
package enum ShellWord {
  /// The word unchanged if it is plain, else in single quotes.
  package static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { isLetterOrDigit($0) || "/._-+:=@,".utf8.contains($0) }
    return isPlain ? text : singleQuoted(text)
  }

  /// A file name, quoted and written so that no command takes it for an option.
  package static func file(_ name: String) -> String {
    quoted(name.utf8.first == UInt8(ascii: "-") ? "./" + name : name)
  }

  /// The word in double quotes, or in single ones if it has a byte with a special meaning within double quotes.
  package static func inDoubleQuotes(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && !"\"$`\\!".utf8.contains($0) }
    return isPlain ? "\"\(text)\"" : singleQuoted(text)
  }

  private static func singleQuoted(_ text: String) -> String {
    let quote = UInt8(ascii: "'")
    let bytes = text.utf8.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] }
    return "'\(String(decoding: bytes, as: UTF8.self))'"
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10
  }
}
