import GeoSupport
import GeoTestKit
import Synchronization
import Testing

@testable import GeoServer

/// Random changes to requests, the same in every run.
///
/// Whatever comes, the server responds to the next client and closes connections that have ended.
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
      // Nothing may wait for these timeouts.
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

  @Test(
    "numbers that nobody means, in requests for maps, end neither the server nor the connection", .enabled(if: hasMap),
    arguments: 0..<8)
  func extremes(seed: Int) async throws {
    let talks = try ConversationTests.recorded().filter { $0.name.hasPrefix("map") } + [MutationTests.talk]
    try await TestServer.run { server in
      server.world.isGateOpen.store(true, ordering: .relaxed)
      var generator = SeededGenerator(seed: UInt64(seed))
      for number in 0..<60 {
        let client = try server.connect()
        let steps = talks[Int.random(in: 0..<talks.count, using: &generator)].steps
        for case .send(let line) in steps {
          let isChanged = Int.random(in: 0..<4, using: &generator) == 0
          client.sendLine(isChanged ? MutationTests.withExtreme(line, &generator) : line)
        }
        client.sendLine("{\"id\":\"end \(number)\",\"method\":\"server.ping\"}")
        let end = #"{"jsonrpc":"2.0","id":"end \#(number)","result":{}}"#
        var isAnswered = false
        while !isAnswered, let line = client.readLine() { isAnswered = line == end }
        try #require(isAnswered, "seed \(seed), talk \(number)")
      }
    }
  }

  #if Map
    @Test("and in pictures over HTTP neither", arguments: 0..<8)
    func extremePictures(seed: Int) async throws {
      try await TestHTTPServer.run { server throws in
        var generator = SeededGenerator(seed: UInt64(seed))
        let views = #""view":{"kind":"marker","size":[20,24],"centerOffset":[0,-10],"clusteringIdentifier":"all"}"#
        let sample = PictureObjectTests.body.replacing(#""view":{"image":"dot"}"#, with: views)
        for number in 0..<30 {
          var body = MutationTests.withExtreme(sample, &generator)
          if number % 3 == 0 { body = MutationTests.withExtreme(body, &generator) }
          let path = ["/map.json", "/map.png", "/map.svg"][number % 3]
          let answer = try server.ask(path, method: "POST", fields: ["Content-Type: application/json"], body: body)
          try #require(
            answer.status == 200 || answer.status == 400, "seed \(seed), \(number): \(answer.text.prefix(300))")
        }
      }
    }
  #endif

  /// A line in which one number is replaced by an extreme one, of the number type or of a part of the program.
  private static func withExtreme(_ line: String, _ generator: inout SeededGenerator) -> String {
    let bytes = Array(line.utf8)
    var numbers: [Range<Int>] = []
    var position = 1
    while position < bytes.count {
      let start = position
      while position < bytes.count, "0123456789.eE+-".utf8.contains(bytes[position]) { position += 1 }
      if position > start, ":[,".utf8.contains(bytes[start - 1]) { numbers.append(start..<position) }
      position = max(position, start + 1)
    }
    guard let number = numbers.randomElement(using: &generator),
      let extreme = extremes.randomElement(using: &generator)
    else { return line }
    return String(decoding: bytes[..<number.lowerBound] + extreme.utf8 + bytes[number.upperBound...], as: UTF8.self)
  }

  private static let extremes = [
    "1e308", "-1e308", "1e-308", "5e-324", "0", "-0", "-1", "1e30", "-1e12", "1e6", "16384", "2147483648", "4294967296",
    "-9223372036854775808", "9007199254740993", "0.0000001", "89.9999999999", "-180", "180.0000001",
  ]

  /// Requests with all kinds of numbers that a map accepts.
  private static let talk = Conversation(
    name: "numbers",
    text: """
      > {"id":1,"method":"mapView.open","params":{"size":[400,300],"center":{"latitude":47.14,"longitude":9.52},"level":13}}
      > {"id":2,"method":"mapView.registerTemplates","params":{"mapView":1,"templates":{"bus":{"kind":"marker","size":[20,24],"centerOffset":[0,-10],"calloutOffset":[0,5],"displayPriority":500,"zPriority":400,"clusteringIdentifier":"all"}}}}
      > {"id":3,"method":"mapView.addAnnotations","params":{"mapView":1,"annotations":[{"id":"a","coordinate":{"latitude":47.14,"longitude":9.52},"title":"A","view":{"kind":"pin","size":[30,40],"centerOffset":[2,3]}}]}}
      > {"id":4,"method":"mapView.addAnnotations","params":{"mapView":1,"columns":{"ids":[1,2,3],"latitudes":[47.14,47.1401,47.16],"longitudes":[9.52,9.5201,9.54]},"template":"bus"}}
      > {"id":5,"method":"mapView.addOverlays","params":{"mapView":1,"overlays":[{"id":"ring","shape":{"circle":{"center":{"latitude":47.14,"longitude":9.52},"radiusMeters":300}},"renderer":{"fillColor":"#ff000080","lineWidth":3}},{"id":"line","shape":{"polyline":[[9.52,47.14],[9.53,47.15]]}}]}}
      > {"id":6,"method":"mapView.gesture","params":{"mapView":1,"gesture":"wheel","point":[200,150],"levels":1}}
      > {"id":7,"method":"mapView.gesture","params":{"mapView":1,"gesture":"press","point":[10,20],"time":1}}
      > {"id":8,"method":"mapView.gesture","params":{"mapView":1,"gesture":"move","point":[90,120],"time":2}}
      > {"id":9,"method":"mapView.gesture","params":{"mapView":1,"gesture":"release","point":[90,120],"time":3}}
      > {"id":10,"method":"mapView.setRegion","params":{"mapView":1,"center":{"latitude":47,"longitude":9},"span":[0.1,0.2],"edgePadding":[1,2,3,4],"size":[500,400]}}
      > {"id":11,"method":"mapView.setRegion","params":{"mapView":1,"visibleMapRect":{"x":141313092,"y":94255500,"width":5000,"height":4000},"edgePadding":7}}
      > {"id":12,"method":"mapView.convert","params":{"mapView":1,"points":[[1,2]],"coordinates":[{"latitude":47,"longitude":9}],"rects":[[1,2,3,4]]}}
      > {"id":13,"method":"mapView.snapshot","params":{"mapView":1,"size":[200,100],"scale":1,"region":{"south":47,"west":9,"north":47.1,"east":9.2}}}
      > {"id":14,"method":"mapView.state","params":{"mapView":1,"annotations":true,"overlays":true}}
      """)
}
