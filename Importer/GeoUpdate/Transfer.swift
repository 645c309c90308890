import CCurl
import GeoConsole
import GeoModel
import GeoSupport

/// Fetches files by URL: `https:`, `http:` and `file:`. Connections are reused between transfers. Proxies and
/// certificates are those of the environment, as documented for libcurl. Not thread-safe.
package final class Transfer {
  /// Called several times a second with the bytes received and expected (0 if unknown). Returning false stops the
  /// transfer.
  package var shouldContinue: (_ done: Int64, _ all: Int64) -> Bool = { _, _ in true }
  /// Seconds to wait before each retry after a temporary failure. Tests set it to none.
  package var pauses: [Double] = [1, 4]

  /// The maximum duration of a version request or the transfer of a small file, in seconds, even if data keeps coming.
  package var textSeconds = 120
  /// The number of seconds with hardly any data after which a transfer is given up.
  package var slowSeconds = 60

  /// Whether the URL comes from an extract, not from the user. Servers of this machine and its network are then
  /// refused.
  package var isForeign = false
  /// Returns the bytes that fit on the disk of an open file; nil if unknown.
  package var room: (Int32) -> Int64? = DiskRoom.left

  private let curl: UnsafeMutableRawPointer
  /// The receiver of the current transfer's bytes.
  private var sink = TransferSink()

  /// The maximum size of a small file, in bytes.
  private static let textLimit: Int64 = 1 << 20

  /// Initializes libcurl once for the process, as it requires.
  private static let isReady = ccurl_global_init() == CURLE_OK

  /// Creates a transfer without connections.
  package init() {
    // The initialization only fails for lack of memory, since all that libcurl needs is linked.
    if !Transfer.isReady { endWithoutMemory() }
    curl = made(curl_easy_init())
  }

  deinit { curl_easy_cleanup(curl) }

  /// Fetches a small file as text.
  ///
  /// - Returns: nil if the server responds that the file does not exist.
  /// - Throws: ``TransferError``.
  package func text(_ address: String) throws(TransferError) -> String? {
    do throws(TransferError) {
      try repeated { () throws(TransferError) in try fetch(address, limit: Transfer.textLimit) }
      return String(decoding: sink.bytes, as: UTF8.self)
    } catch {
      if error.kind == .missing { return nil }
      throw error
    }
  }

  /// Fetches a file into an open one, behind the bytes already there.
  ///
  /// - Parameters:
  ///   - offset: the number of bytes already there.
  ///   - version: the version of these bytes, as returned by this method. If the server has another version, the whole
  ///     file is fetched again.
  ///   - limit: the maximum size of the file in bytes; nil for no maximum.
  /// - Returns: the version of the file, if the server states it.
  /// - Throws: ``TransferError``. If its ``TransferError/kind`` is `.temporary` or `.stopped`, the bytes received so
  ///   far stay in the file.
  package func download(
    _ address: String, to descriptor: Int32, offset: Int64 = 0, version: String? = nil, limit: Int64? = nil
  ) throws(TransferError) -> String? {
    let limit = limit ?? .max
    var (start, version) = (version == nil ? 0 : offset, version)
    try repeated { () throws(TransferError) in
      do throws(TransferError) {
        try truncate(descriptor, to: start, address)
        try fetch(address, to: descriptor, from: start, of: version, limit: limit)
      } catch {
        // The next attempt resumes where this one ended, or starts over.
        (start, version) = error.kind == .temporary && sink.version != nil ? (size(descriptor), sink.version) : (0, nil)
        guard error.kind == .otherVersion else { throw error }
        try truncate(descriptor, to: 0, address)
        try fetch(address, to: descriptor, limit: limit)
      }
    }
    return sink.version
  }

  /// Fetches the version of a file without its content; nil if the server states none.
  ///
  /// - Throws: ``TransferError``.
  package func version(_ address: String) throws(TransferError) -> String? {
    try repeated { () throws(TransferError) in try fetch(address, onlyHeader: true) }
    return sink.version
  }

  private func truncate(_ descriptor: Int32, to size: Int64, _ address: String) throws(TransferError) {
    guard SystemCall.truncate(descriptor, to: Int(size)) == 0, lseek(descriptor, off_t(size), SEEK_SET) >= 0 else {
      throw TransferError(.cannotWrite, address, "it cannot be written to disk: \(systemMessage())")
    }
  }

  private func size(_ descriptor: Int32) -> Int64 {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Retries after temporary failures.
  private func repeated(_ attempt: () throws(TransferError) -> Void) throws(TransferError) {
    for pause in pauses {
      do throws(TransferError) { return try attempt() } catch {
        guard error.kind == .temporary else { throw error }
        let end = Transfer.seconds + pause
        while Transfer.seconds < end {
          guard shouldContinue(0, 0) else { throw TransferError(.stopped, "", "stopped") }
          usleep(50_000)
        }
      }
    }
    try attempt()
  }

  private static var seconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  private func fetch(
    _ address: String, to descriptor: Int32? = nil, from offset: Int64 = 0, of version: String? = nil,
    limit: Int64 = .max, onlyHeader: Bool = false
  ) throws(TransferError) {
    try Transfer.checkFile(address)
    sink = TransferSink(descriptor: descriptor, limit: limit, count: offset, isRest: offset > 0, room: room)
    // Resetting keeps the connections but clears all options.
    curl_easy_reset(curl)
    setUsual(address)
    if onlyHeader { ccurl_set_number(curl, CURLOPT_NOBODY, 1) }
    if descriptor == nil { ccurl_set_number(curl, CURLOPT_TIMEOUT, textSeconds) }
    var headers: UnsafeMutablePointer<curl_slist>?
    defer { curl_slist_free_all(headers) }
    if offset > 0, let version {
      ccurl_set_offset(curl, CURLOPT_RESUME_FROM_LARGE, curl_off_t(offset))
      headers = curl_slist_append(nil, "If-Range: " + version)
      ccurl_set_pointer(curl, CURLOPT_HTTPHEADER, headers)
    }
    var reason = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
    let code = reason.withUnsafeMutableBufferPointer { memory in
      ccurl_set_pointer(curl, CURLOPT_ERRORBUFFER, memory.baseAddress)
      defer { ccurl_set_pointer(curl, CURLOPT_ERRORBUFFER, nil) }
      return curl_easy_perform(curl)
    }
    guard sink.isWanted || code != CURLE_OK && code != CURLE_WRITE_ERROR else {
      throw TransferError(CURLE_HTTP_RETURNED_ERROR, status: sink.status, address, "", problem: 0)
    }
    guard code != CURLE_OK else { return try checkLength(address, onlyHeader) }
    if code == CURLE_OUT_OF_MEMORY { endWithoutMemory() }
    guard !sink.isTooLarge else { throw TransferError(tooLarge: address, limit) }
    if let lack = sink.lack { throw TransferError(address, lack) }
    if let refused = sink.refusedHost { throw TransferError(address, refusedHost: refused) }
    let said = String(decoding: reason.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    throw TransferError(
      code, status: ccurl_status(curl), address, said.isEmpty ? String(cString: curl_easy_strerror(code)) : said,
      problem: sink.problem)
  }

  /// Compares the received with the announced length. For local files, libcurl takes a read error as the end of the
  /// file.
  private func checkLength(_ address: String, _ onlyHeader: Bool) throws(TransferError) {
    let (announced, came) = (ccurl_announced(curl), ccurl_received(curl))
    guard !onlyHeader, announced >= 0, came < announced else { return }
    throw TransferError(
      .temporary, address, "only \(came) of its \(announced) bytes came; look whether it can be read, and try again")
  }

  /// Rejects local paths other than regular files. Opening a pipe, libcurl would wait for a writer without end.
  private static func checkFile(_ address: String) throws(TransferError) {
    guard address.prefix(7).lowercased() == "file://", let start = address.dropFirst(7).firstIndex(of: "/") else {
      return
    }
    var status = stat()
    guard stat(PercentCoding.decode(address[start...], in: .path), &status) == 0, status.st_mode & S_IFMT != S_IFREG
    else { return }
    throw TransferError(.refused, address, "this is not a regular file; put one in its place")
  }

  private func setUsual(_ address: String) {
    ccurl_set_text(curl, CURLOPT_URL, address)
    ccurl_set_text(curl, CURLOPT_USERAGENT, "geocode/" + productVersion)
    ccurl_set_protocols(curl, WebAddress.isSecure(address) ? 1 : 0)
    if isForeign { setOpener() }
    ccurl_set_number(curl, CURLOPT_FOLLOWLOCATION, 1)
    // User names and passwords come from ~/.netrc, never from the URL.
    ccurl_set_number(curl, CURLOPT_NETRC, Int(CURL_NETRC_OPTIONAL.rawValue))
    ccurl_set_number(curl, CURLOPT_MAXREDIRS, 10)
    ccurl_set_number(curl, CURLOPT_FAILONERROR, 1)
    ccurl_set_number(curl, CURLOPT_NOSIGNAL, 1)
    ccurl_set_number(curl, CURLOPT_CONNECTTIMEOUT, 30)
    // At this rate, a change file of a country would take days, so the connection counts as dead.
    ccurl_set_number(curl, CURLOPT_LOW_SPEED_LIMIT, 256)
    ccurl_set_number(curl, CURLOPT_LOW_SPEED_TIME, slowSeconds)
    let this = Unmanaged.passUnretained(self).toOpaque()
    ccurl_set_pointer(curl, CURLOPT_WRITEDATA, this)
    ccurl_set_writer(curl, CURLOPT_WRITEFUNCTION, Transfer.take)
    ccurl_set_pointer(curl, CURLOPT_HEADERDATA, this)
    ccurl_set_writer(curl, CURLOPT_HEADERFUNCTION, Transfer.takeHeader)
    ccurl_set_number(curl, CURLOPT_NOPROGRESS, 0)
    ccurl_set_pointer(curl, CURLOPT_XFERINFODATA, this)
    ccurl_set_progress(curl, Transfer.advance)
  }

  /// Sets up a check of each address before connecting to it, including those of redirects. Proxies resolve names
  /// themselves and may be in this network, so nothing is checked then.
  private func setOpener() {
    let variables = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    guard variables.allSatisfy({ getenv($0) == nil }) else { return }
    ccurl_set_pointer(curl, CURLOPT_OPENSOCKETDATA, Unmanaged.passUnretained(self).toOpaque())
    ccurl_set_opener(curl, Transfer.openSocket)
  }

  // MARK: Callbacks

  private static let openSocket:
    @convention(c) (UnsafeMutableRawPointer?, curlsocktype, UnsafeMutablePointer<curl_sockaddr>?) -> curl_socket_t = {
      pointer, _, place in
      let address = UnsafeRawPointer(place!) + MemoryLayout<curl_sockaddr>.offset(of: \.addr)!
      if let host = ForeignServer.refusedHost(address.assumingMemoryBound(to: sockaddr.self)) {
        of(pointer).sink.refusedHost = host
        return CURL_SOCKET_BAD
      }
      return socket(
        place!.pointee.family, place!.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), place!.pointee.protocol)
    }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(pointer!).takeUnretainedValue()
  }

  private static let take: @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
    bytes, _, count, pointer in of(pointer).sink.take(UnsafeRawBufferPointer(start: bytes, count: count))
  }

  private static let takeHeader:
    @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int = {
      bytes, _, count, pointer in
      of(pointer).sink.note(header: String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self))
      return count
    }

  private static let advance:
    @convention(c) (UnsafeMutableRawPointer?, curl_off_t, curl_off_t, curl_off_t, curl_off_t) -> Int32 = {
      pointer, all, done, _, _ in of(pointer).shouldContinue(Int64(done), Int64(all)) ? 0 : 1
    }
}
