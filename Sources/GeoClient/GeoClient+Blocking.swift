import GeoModel
import GeoSupport
import GeoWire

extension GeoClient {
  /// A connection for programs without tasks: it writes, waits and reads on the calling thread. Not thread-safe.
  ///
  /// It suits a command that sends one query: connecting, sending and reading take a fraction of a millisecond.
  public final class Blocking {
    private let socket: ClientSocket
    private let timeout: Duration
    private var framer = LineFramer(maximumLineLength: 1 << 28)
    private var parser = JSONParser()
    private var chunk = [UInt8](repeating: 0, count: 1 << 16)
    private var lastID = 0

    /// Connects to the daemon at a path.
    ///
    /// - Parameter timeout: how long a call waits for its response.
    /// - Throws: ``GeocodingError`` of code `serverFailure` when no daemon listens there.
    public init(socketPath: String, timeout: Duration = .seconds(5)) throws(GeocodingError) {
      socket = try ClientSocket(path: socketPath)
      self.timeout = timeout
    }

    deinit { socket.close() }

    /// The placemarks for a query, best first.
    ///
    /// - Throws: ``GeocodingError``; `placemarkNotFound` when the data has nothing within reach.
    public func placemarks(for query: PlacemarkQuery) throws(GeocodingError) -> [Placemark] {
      try call("reverseGeocode", { $0.queryMembers(query) }, { $0.placemarks.mapError(\.geocodingError) }).get()
    }

    /// The daemon's information about itself and its data.
    ///
    /// - Throws: ``GeocodingError`` when the daemon does not respond.
    public func serverInfo() throws(GeocodingError) -> ServerInfo { try info("server.info") }

    /// The same information, with the state of the daemon's process.
    ///
    /// - Throws: ``GeocodingError`` when the daemon does not respond.
    public func serverStatus() throws(GeocodingError) -> ServerInfo { try info("server.status") }

    private func info(_ method: StaticString) throws(GeocodingError) -> ServerInfo {
      guard let info = try call(method, nil, { ServerInfo($0) }) else {
        throw GeocodingError(.serverFailure, "the daemon's answer is not understood; is it of another version?")
      }
      return info
    }

    /// Sends a request and waits for its result.
    func call<Value>(
      _ method: StaticString, _ params: ((inout JSONWriter) -> Void)?, _ decode: (JSONNode) -> Value
    ) throws(GeocodingError) -> Value {
      lastID += 1
      var writer = JSONWriter()
      writer.request(method, id: .integer(lastID), params: params)
      writer.endLine()
      let deadline = ContinuousClock.now + timeout
      try send(writer.bytes, deadline)
      while true {
        if let outcome = try nextReply(to: lastID, deadline, decode) { return try outcome.get() }
      }
    }

    /// Sends one line unchanged, such as a coordinate or a request, and returns the next line from the daemon.
    ///
    /// - Parameter line: the line without a line end.
    /// - Throws: ``GeocodingError`` when the daemon does not respond in time.
    public func roundTrip(line: String) throws(GeocodingError) -> String {
      let deadline = ContinuousClock.now + timeout
      try send(Array(line.utf8) + [UInt8(ascii: "\n")], deadline)
      return try nextLine(deadline) { String(decoding: $0, as: UTF8.self) }
    }

    /// Sends bytes. A daemon that has closed the connection may have sent the reason before, which the next read finds.
    private func send(_ bytes: [UInt8], _ deadline: ContinuousClock.Instant) throws(GeocodingError) {
      var sent = 0
      while sent < bytes.count {
        switch bytes.withUnsafeBytes({ socket.send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }) {
        case .moved(let count): sent += count
        case .ended: return
        case .wait: try wait(toWrite: true, deadline)
        }
      }
    }

    private func nextReply<Value>(
      to id: Int, _ deadline: ContinuousClock.Instant, _ decode: (JSONNode) -> Value
    ) throws(GeocodingError) -> Result<Value, GeocodingError>? {
      var parser = JSONParser()
      swap(&parser, &self.parser)
      defer { self.parser = parser }
      return try nextLine(deadline) { line in
        let outcome = try? parser.parse(line) { node -> Result<Value, GeocodingError>? in
          switch WireMessage(node) {
          case .result(id, let result): .success(decode(result))
          case .error(let replied, let error) where replied == id || replied == nil: .failure(error.geocodingError)
          default: nil
          }
        }
        return outcome ?? nil
      }
    }

    private func nextLine<Value>(
      _ deadline: ContinuousClock.Instant, _ body: (UnsafeRawBufferPointer) -> Value
    ) throws(GeocodingError) -> Value {
      while true {
        if case .line(let range) = framer.nextLine() { return framer.withLine(range, body) }
        switch chunk.withUnsafeMutableBytes({ socket.receive(into: $0) }) {
        case .moved(let count):
          chunk.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        case .ended: throw GeocodingError(.serverFailure, "geocoded closed the connection")
        case .wait: try wait(toWrite: false, deadline)
        }
      }
    }

    private func wait(toWrite: Bool, _ deadline: ContinuousClock.Instant) throws(GeocodingError) {
      let rest = (deadline - .now).wholeMilliseconds
      guard rest > 0, socket.wait(toWrite: toWrite, milliseconds: Int32(clamping: rest)) else {
        throw GeocodingError(.timeout, "geocoded did not answer in time")
      }
    }
  }
}
