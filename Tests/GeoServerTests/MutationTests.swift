import GeoSupport
import Synchronization
import Testing

@testable import GeoServer

/// Requests that are changed at random, the same in every run: whatever comes, the server answers the next client and ends connections
/// that are over.
@Suite(.serialized) struct MutationTests {
  @Test("changed lines of the protocol end neither the server nor the connection", arguments: 0..<8)
  func lines(seed: Int) async throws {
    let lines = try ConversationTests.recorded().flatMap(\.steps).compactMap { step -> [UInt8]? in
      if case .send(let line) = step { Array(line.utf8) } else { nil }
    }
    try await TestServer.run({ $0.maximumLineLength = 20_000 }) { server in
      server.world.isGateOpen.store(true, ordering: .relaxed)
      var mutator = Mutator(seed: seed, samples: lines)
      let client = try server.connect()
      for number in 0..<150 {
        client.send(mutator.next())
        client.send("\n{\"id\":\"end \(number)\",\"method\":\"server.ping\"}\n")
        let end = #"{"jsonrpc":"2.0","id":"end \#(number)","result":{}}"#
        var isAnswered = false
        while !isAnswered, let line = client.readLine() { isAnswered = line == end }
        try #require(isAnswered)
      }
    }
  }

  @Test(
    "changed requests over HTTP are answered or refused, and the connection ends with the client's", arguments: 0..<8)
  func requests(seed: Int) async throws {
    let body = #"{"coordinates":[{"latitude":47.1,"longitude":9.4},{"latitude":91,"longitude":9.4}],"limit":2}"#
    let samples = [
      "GET /placemark?lat=47.1&lon=9.4&languages=de&limit=3&overlay=1 HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n",
      "GET /reverse?lat=47.1&lon=9.4&format=jsonv2 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
      "GET http://localhost/?q=47.1,9.4&key=x HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\n\r\n",
      "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nOrigin: http://a\r\n\r\nHEAD /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n",
      "POST /placemarks HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)",
      "POST /placemarks HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
        + "\(String(body.utf8.count, radix: 16));x=y\r\n\(body)\r\n0\r\nTrailer: x\r\n\r\n",
    ].map { Array($0.utf8) }
    try await TestHTTPServer.run {
      // Nothing may wait for these.
      $0.requestTimeout = .seconds(3600)
      $0.idleTimeout = .seconds(3600)
    } _: { server throws in
      server.world.isGateOpen.store(true, ordering: .relaxed)
      var mutator = Mutator(seed: seed, samples: samples)
      for _ in 0..<60 {
        let client = try HTTPClient(path: server.path)
        client.send(mutator.next())
        client.finish()
        try #require(client.isAtEnd())
      }
      #expect(try server.ask("/healthz").status == 200)
    }
  }
}

/// Makes new inputs of old ones.
private struct Mutator {
  private static let pieces = [
    "{", "}", "[", "]", "\"", ",", ":", "null", "-1", "1e999", "\\u0000", "\r\n", "%", ";", "\u{FEFF}", " ",
  ]
  private var random: Random
  private let samples: [[UInt8]]

  init(seed: Int, samples: [[UInt8]]) {
    random = Random(seed: UInt64(seed))
    self.samples = samples
  }

  /// An input with one to eight changes.
  mutating func next() -> [UInt8] {
    var bytes = samples.randomElement(using: &random)!
    for _ in 0..<Int.random(in: 1...8, using: &random) { change(&bytes) }
    return bytes
  }

  private mutating func change(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 1...12, using: &random))
    switch Int.random(in: 0..<7, using: &random) {
    case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 2: bytes.removeSubrange(place..<end)
    case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 4: bytes.insert(contentsOf: Array(Mutator.pieces.randomElement(using: &random)!.utf8), at: place)
    case 5:
      let other = samples.randomElement(using: &random)!
      bytes = Array(bytes[..<place] + other[min(place, other.count)...])
    default: bytes.insert(contentsOf: repeatElement(UInt8.random(in: 32..<127, using: &random), count: 300), at: place)
    }
  }
}
