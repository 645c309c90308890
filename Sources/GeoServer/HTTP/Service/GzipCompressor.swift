import CDeflate

/// Compresses whole bodies. Not thread-safe: one per event loop.
final class GzipCompressor {
  /// Smaller bodies are sent uncompressed: they take one packet either way.
  static let worthwhileLength = 1024

  /// Larger bodies are sent uncompressed too, because other requests of the event loop would wait.
  static let largestLength = 2 << 20

  private let compressor: OpaquePointer?

  /// Creates a compressor that prefers speed to the smallest size.
  init() { compressor = libdeflate_alloc_compressor(4) }

  deinit { libdeflate_free_compressor(compressor) }

  /// Returns the body in gzip's format (RFC 1952); nil if it would not be smaller, or its length is outside the limits.
  func compress(_ body: [UInt8]) -> [UInt8]? {
    guard let compressor, (GzipCompressor.worthwhileLength...GzipCompressor.largestLength).contains(body.count) else {
      return nil
    }
    let packed = [UInt8](unsafeUninitializedCapacity: body.count) { buffer, count in
      count = libdeflate_gzip_compress(compressor, body, body.count, buffer.baseAddress, buffer.count)
    }
    return packed.isEmpty ? nil : packed
  }

  /// Whether a client's `Accept-Encoding` accepts gzip (RFC 9110, 12.5.3).
  static func isAccepted(_ field: String?) -> Bool {
    guard let field else { return false }
    var star = false
    for part in field.split(separator: ",") {
      let words = part.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
      let isWanted = !words.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
      if words.first == "gzip" || words.first == "x-gzip" { return isWanted }
      if words.first == "*" { star = isWanted }
    }
    return star
  }
}
