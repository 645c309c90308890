import GeoModel
import GeoSupport
import GeoWire

/// The thread of a connection. It ends when the client is closed.
struct ClientThread {
  private let connection: ClientConnection
  private var parser = JSONParser()
  // Replies to batches with overlays are long; this bounds only what a broken daemon could send.
  private var framer = LineFramer(maximumLineLength: 1 << 28)
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  private init(_ connection: ClientConnection) { self.connection = connection }

  /// Starts the thread of a connection.
  static func start(_ connection: ClientConnection) {
    SystemThread.start {
      var thread = ClientThread(connection)
      thread.run()
    }
  }

  private mutating func run() {
    while let plan = connection.nextPlan(now: .now) {
      var entries = [pollfd(fd: connection.wakePipe.readEnd, events: Int16(POLLIN), revents: 0)]
      if let socket = plan.socket {
        let events = Int16(plan.hasOutput ? POLLIN | POLLOUT : POLLIN)
        entries.append(pollfd(fd: socket.descriptor, events: events, revents: 0))
      }
      poll(&entries, nfds_t(entries.count), plan.milliseconds)
      if entries[0].revents != 0 { connection.wakePipe.clear() }
      if let socket = plan.socket, entries[1].revents != 0 { serve(socket, entries[1].revents) }
    }
  }

  private mutating func serve(_ socket: ClientSocket, _ events: Int16) {
    if events & Int16(POLLOUT) != 0 { connection.emptyOutbox() }
    guard events & ~Int16(POLLOUT) != 0 else { return }
    switch chunk.withUnsafeMutableBytes({ socket.receive(into: $0) }) {
    case .wait: return
    case .ended: lose()
    case .moved(let count):
      chunk.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      deliver()
    }
  }

  private mutating func deliver() {
    while let event = framer.nextLine() {
      guard case .line(let range) = event else { continue }
      let connection = connection
      var parser = parser
      framer.withLine(range) { line in
        // A line that is no message is none of ours: a newer daemon may say more than we know.
        _ = try? parser.parse(line) { node in
          if let message = WireMessage(node) { connection.deliver(message) }
        }
      }
      self.parser = parser
    }
  }

  private mutating func lose() {
    framer = LineFramer(maximumLineLength: framer.maximumLineLength)
    connection.lose(now: .now)
  }
}
