/// The `remark` of a server at the end of its response. If a query of Overpass takes too much time or memory, the
/// response has only part of the data. It is nevertheless well-formed and has a status of success, so that only the
/// remark shows that data is missing.
struct ServerRemark {
  private var bytes: [UInt8] = []

  /// The maximum number of bytes kept. All known remarks are shorter.
  private static let longest = 500

  /// Appends the next bytes of the text.
  mutating func append(_ more: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: more.prefix(ServerRemark.longest - bytes.count))
  }

  /// The error and what to do about it; nil if the remark is harmless.
  var problem: String? {
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard words.lowercased().contains("error") else { return nil }
    return "the server broke off (\(words)), so that data is missing; "
      + "ask for a smaller region, or with a larger [timeout:…] or [maxsize:…], and download it again"
  }
}
