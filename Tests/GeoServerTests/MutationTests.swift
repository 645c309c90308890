import GeoSupport
import GeoTestKit
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
    let folder = SharedData.packageRoot + "/Tests/Fuzz/Corpora/http/"
    let names = ["placemark", "reverse", "page-with-key", "options-head", "batch", "batch-chunked", "reverse-xml"]
    let samples = try names.map { Array(try ConversationTests.read(folder + $0 + ".txt").utf8) }
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
