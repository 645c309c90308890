/// What a server says in a `remark` at the end of its answer. Overpass answers a query that took too long, or too much memory, with what
/// it had until then, well-formed and under a status of success: only a remark tells that it is not whole.
struct ServerRemark {
  private var bytes: [UInt8] = []

  /// The most bytes that are kept: all known remarks are shorter, and none is map data.
  private static let longest = 500

  /// Takes the next bytes of the text.
  mutating func append(_ more: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: more.prefix(ServerRemark.longest - bytes.count))
  }

  /// What is wrong with the file, and what to do; nil when the remark only remarks.
  var problem: String? {
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard words.lowercased().contains("error") else { return nil }
    return "the server broke off (\(words)), so that data is missing; "
      + "ask for a smaller region, or with a larger [timeout:…] or [maxsize:…], and download it again"
  }
}
