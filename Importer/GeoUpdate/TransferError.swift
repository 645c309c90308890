import CCurl
import GeoConsole
import GeoSupport

/// A failure to fetch a file.
package struct TransferError: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Kind: Hashable, Sendable {
    /// The server responds that the file does not exist.
    case missing
    /// The server refuses or cannot be trusted, or the URL is invalid.
    case refused
    /// A failure that may be temporary: no network, a server error, an incomplete file.
    case temporary
    /// The received data cannot be written.
    case cannotWrite
    /// The server's file is no longer the one that was partly downloaded.
    case otherVersion
    /// The caller stopped the transfer.
    case stopped
  }

  /// The kind of failure.
  package let kind: Kind
  /// A sentence that names the URL without credentials, and says what to do.
  package let message: String

  init(_ kind: Kind, _ address: String, _ problem: String) {
    self.kind = kind
    message = "\(WebAddress.withoutCredentials(address)): \(problem)"
  }

  init(tooLarge address: String, _ limit: Int64) {
    self.init(
      .refused, address,
      "more than \(Figures.bytes(limit)) come, so this is no file of its kind; check the address, or ask who runs the server"
    )
  }

  init(_ address: String, _ lack: TransferSink.Lack) {
    let what = lack.isWhole ? "\(Figures.bytes(lack.wanted)) are to come" : "more is to come"
    self.init(
      .cannotWrite, address,
      "\(what), and the disk has room for \(Figures.bytes(max(0, lack.left))) beside the \(Figures.bytes(DiskRoom.kept)) that stay free; "
        + "make room, or have the store on a larger disk")
  }

  init(_ address: String, refusedHost host: String) {
    self.init(
      .refused, address,
      "this leads to \(host), an address of this machine or its network, and an extract named it; if it is right, give it with --replication"
    )
  }

  init(_ code: CURLcode, status: Int, _ address: String, _ said: String, problem: Int32) {
    switch code {
    case CURLE_HTTP_RETURNED_ERROR where status == 404 || status == 410, CURLE_FILE_COULDNT_READ_FILE:
      self.init(.missing, address, "there is no such file; check the address")
    case CURLE_HTTP_RETURNED_ERROR where status == 416, CURLE_RANGE_ERROR, CURLE_BAD_DOWNLOAD_RESUME:
      self.init(.otherVersion, address, "the server has another file now; try again later")
    case CURLE_HTTP_RETURNED_ERROR where status >= 500 || status == 429 || status == 408:
      self.init(.temporary, address, "the server answers with \(status); try again later")
    case CURLE_HTTP_RETURNED_ERROR where status == 401 || status == 403:
      self.init(
        .refused, address,
        "the server answers with \(status); check the address, and that ~/.netrc has a name and a password if it wants one"
      )
    case CURLE_HTTP_RETURNED_ERROR:
      self.init(
        .refused, address,
        "the server answers with \(status) and not with the file; check the address, or ask who runs the server")
    case CURLE_WRITE_ERROR:
      self.init(.cannotWrite, address, "it cannot be written to disk: \(systemMessage(problem))")
    case CURLE_ABORTED_BY_CALLBACK: self.init(.stopped, address, "stopped")
    case CURLE_UNSUPPORTED_PROTOCOL where (300..<400).contains(status):
      let kinds = WebAddress.isSecure(address) ? "is no https address" : "is neither an http nor an https address"
      self.init(.refused, address, "the server sends us to what \(kinds); give an address that needs no such step")
    case CURLE_TOO_MANY_REDIRECTS:
      self.init(
        .refused, address,
        "the server sends us from address to address without end; give another, or ask who runs the server")
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT: self.init(.refused, address, "\(said); check the address")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE:
      self.init(.refused, address, "\(said); check the address, and the clock and the certificates of this machine")
    default: self.init(.temporary, address, "\(said); check the address and the network, or try again later")
    }
  }
}
