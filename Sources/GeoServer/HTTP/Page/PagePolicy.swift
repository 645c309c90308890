import GeoSupport

/// The Content-Security-Policy of a page: it loads and runs only its own scripts and styles, which carry an
/// unpredictable nonce. A script made by another path of this server, such as a call of Nominatim's `json_callback`,
/// lacks the nonce.
package struct PagePolicy {
  /// The nonce, which the page's `<script>` and `<link>` elements repeat.
  package let nonce: HTML
  /// The value of `Content-Security-Policy`.
  package let text: String

  /// A policy for one response.
  ///
  /// - Parameters:
  ///   - sources: further origins that the page may send requests to, such as `ws://localhost:8080`.
  ///   - hasForm: whether it may send a form to this server.
  ///   - frames: the origins whose pages may show it in a frame.
  package init(alsoConnectingTo sources: [String] = [], hasForm: Bool = false, inFramesOf frames: [String] = []) {
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<2).map { _ in String(generator.next() | 1 << 63, radix: 16) }.joined()
    nonce = HTML(escaping: digits)
    text = [
      "default-src 'none'", "script-src 'nonce-\(digits)'", "style-src 'nonce-\(digits)'", "img-src 'self' data:",
      "connect-src \((["'self'"] + sources).joined(separator: " "))", "form-action \(hasForm ? "'self'" : "'none'")",
      "base-uri 'none'", "frame-ancestors \(frames.isEmpty ? "'none'" : frames.joined(separator: " "))",
    ].joined(separator: "; ")
  }
}

extension HTTPReply {
  /// A page that is not cached, because each one has its own policy.
  package static func page(status: Int = 200, _ html: HTML, _ policy: PagePolicy) -> HTTPReply {
    HTTPReply(status: status, contentType: ContentType.page, body: html.bytes)
      .with(.contentSecurityPolicy, policy.text).with(.cacheControl, "no-store")
  }
}
