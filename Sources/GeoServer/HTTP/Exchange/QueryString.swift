import GeoSupport

/// Reads what browsers and programs write after the question mark of an address.
package enum QueryString {
  /// The names and values in order, decoded: see ``PercentCoding/decode(_:in:)``.
  package static func parse(_ text: Substring) -> [(name: String, value: String)] {
    var text = text
    return text.withUTF8 { bytes in
      var pairs: [(name: String, value: String)] = []
      pairs.reserveCapacity(8)
      var rest = bytes[...]
      while !rest.isEmpty {
        let part = rest.prefix { $0 != UInt8(ascii: "&") }
        rest = rest[part.endIndex...].dropFirst()
        let name = part.prefix { $0 != UInt8(ascii: "=") }
        guard !part.isEmpty else { continue }
        pairs.append((decode(name), decode(part[name.endIndex...].dropFirst())))
      }
      return pairs
    }
  }

  private static func decode(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    PercentCoding.decode(UnsafeBufferPointer(rebasing: part), in: .query)
  }
}
