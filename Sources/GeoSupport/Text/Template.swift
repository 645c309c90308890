/// A file of the build with placeholders such as `{{name}}`, which are filled in when it is served.
package enum Template {
  /// Returns the file with its placeholders filled in. Values are inserted unchanged, and braces in them have no
  /// meaning.
  ///
  /// - Parameters:
  ///   - file: UTF-8, from `PackageResources`.
  ///   - values: a value for each name in the file.
  package static func fill(_ file: [UInt8], _ values: [String: [UInt8]]) -> [UInt8] {
    var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], file[...])
    while let start = rest.firstPair(UInt8(ascii: "{")) {
      result += rest[..<start]
      guard let end = rest[start...].firstPair(UInt8(ascii: "}")),
        let value = values[String(decoding: rest[start + 2..<end], as: UTF8.self)]
      else { preconditionFailure("there is no value for the place at byte \(start) of a template") }
      result += value
      rest = rest[(end + 2)...]
    }
    return result + rest
  }

  /// Returns the file as text, with its placeholders filled in with text.
  package static func fill(_ file: [UInt8], _ values: [String: String]) -> String {
    String(decoding: fill(file, values.mapValues { Array($0.utf8) }), as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  /// The first position where a byte occurs twice in a row.
  fileprivate func firstPair(_ byte: UInt8) -> Int? {
    indices.dropLast().first { self[$0] == byte && self[$0 + 1] == byte }
  }
}
