import GeoSupport

/// A single client that sends a request after the previous response.
struct SequentialLoad {
  let path: String

  func run(_ requests: Int, seconds: Double, _ coordinates: RandomCoordinates) throws -> LoadResult {
    let socket = try LoadSocket(path: path)
    var latencies: [UInt64] = []
    latencies.reserveCapacity(requests)
    let start = nanoseconds()
    let end = start + UInt64(seconds * 1e9)
    var request: [UInt8] = []
    for number in 0..<requests {
      request.removeAll(keepingCapacity: true)
      coordinates.append(number, to: &request)
      let asked = nanoseconds()
      if asked > end { break }
      try socket.send(request)
      while try socket.receiveLines() == 0 {}
      latencies.append(nanoseconds() - asked)
    }
    return LoadResult(
      requests: latencies.count, seconds: Double(nanoseconds() - start) / 1e9, latencies: latencies)
  }
}

/// Clients with a window of pending requests each, on one thread.
struct PipelinedLoad {
  let path: String
  let clients: Int
  let window: Int

  /// A client and its share of the work.
  private struct Lane {
    let socket: LoadSocket
    var asked: UInt64 = 0
    var underWay = 0
    /// The last requests, whose memory is reused.
    var requests: [UInt8] = []
  }

  func run(_ requests: Int, seconds: Double, _ coordinates: RandomCoordinates) throws -> LoadResult {
    var lanes = try (0..<clients).map { _ in Lane(socket: try LoadSocket(path: path)) }
    let start = nanoseconds()
    let end = start + UInt64(seconds * 1e9)
    var sent = 0
    var answered = 0
    var latencies: [UInt64] = []
    var entries = lanes.map { pollfd(fd: $0.socket.descriptor, events: Int16(POLLIN), revents: 0) }
    for index in lanes.indices { try refill(&lanes[index], &sent, requests, coordinates) }
    while answered < sent {
      poll(&entries, nfds_t(entries.count), 1000)
      let now = nanoseconds()
      let limit = now > end ? sent : requests
      for index in lanes.indices where entries[index].revents != 0 {
        let lines = try lanes[index].socket.receiveLines()
        guard lines > 0 else { continue }
        answered += lines
        lanes[index].underWay -= lines
        latencies.append(now - lanes[index].asked)
        try refill(&lanes[index], &sent, limit, coordinates)
      }
    }
    return LoadResult(requests: answered, seconds: Double(nanoseconds() - start) / 1e9, latencies: latencies)
  }

  /// Sends requests until the window is full, half a window at a time, so that each write carries several lines.
  private func refill(_ lane: inout Lane, _ sent: inout Int, _ limit: Int, _ coordinates: RandomCoordinates) throws {
    guard lane.underWay <= window / 2 else { return }
    lane.requests.removeAll(keepingCapacity: true)
    while lane.underWay < window, sent < limit {
      coordinates.append(sent, to: &lane.requests)
      sent += 1
      lane.underWay += 1
    }
    guard !lane.requests.isEmpty else { return }
    lane.asked = nanoseconds()
    try lane.socket.send(lane.requests)
  }
}
