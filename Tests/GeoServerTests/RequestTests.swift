import Testing

@Suite(.serialized) struct RequestTests {
  @Test("a coordinate typed by a person gets its address on one line")
  func bareLine() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      #expect(client.ask("47.1 9.4") == "Street 4710, West, Sampleland")
      #expect(client.ask("47.1,9.6\r") == "Street 4710, East, Sampleland")
      #expect(client.ask("hello")?.hasPrefix("error: ") == true)
      #expect(client.ask("9.6 147.1 3")?.hasPrefix("error: ") == true)
      #expect(client.ask("81 9") == "error: no placemark: nothing is known within reach of this point")
    }
  }

  @Test("a byte order mark before a line does no harm, whatever the line is")
  func byteOrderMark() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      #expect(client.ask("\u{FEFF}47.1 9.4") == "Street 4710, West, Sampleland")
      #expect(
        client.ask("\u{FEFF}{\"id\":1,\"method\":\"server.ping\"}") == "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")
      client.send("\u{FEFF}\n")
      #expect(client.ask("47.1 9.6") == "Street 4710, East, Sampleland")
    }
  }

  @Test("answers to lines of text keep the order of their questions, slow ones, quick ones and wrong ones")
  func textOrder() async throws {
    try await TestServer.run({ $0.workers = 4 }) { server in
      let client = try server.connect()
      let lines = (0..<400).map { $0 % 50 == 0 ? "70 9" : $0 % 7 == 0 ? "no" : "\(Double($0) / 100) 9" }
      client.send(lines.joined(separator: "\n") + "\n")
      for index in 0..<400 {
        let expected =
          index % 50 == 0
          ? "Street 7000, West, Sampleland"
          : index % 7 == 0 ? "error: 'no' is not a number" : "Street \(index), West, Sampleland"
        #expect(client.readLine() == expected)
      }
    }
  }

  @Test("the last line needs no line end when the client ends")
  func lineWithoutEnd() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      client.send("47.1 9.4")
      client.finish()
      #expect(client.readLine() == "Street 4710, West, Sampleland")
      #expect(client.readLine() == nil)
    }
  }

  @Test("what was asked before the client ended is answered, then the connection ends")
  func halfClosed() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      client.send(String(repeating: "70 9\n", count: 20))
      client.finish()
      for _ in 0..<20 { #expect(client.readLine() == "Street 7000, West, Sampleland") }
      #expect(client.isAtEnd())
    }
  }

  @Test(
    "a query in call style is answered under its id, whatever kind of id it is",
    arguments: ["7", "\"a\\n\"", "1.50", "null"])
  func ids(id: String) async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      let reply = client.ask(
        #"{"id":\#(id),"method":"reverseGeocode","params":{"coordinate":{"latitude":47.1,"longitude":9.6}}}"#)
      #expect(reply?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(id),"result":{"placemark":{"coordinate":"#) == true)
    }
  }

  @Test("a request without an id gets no reply")
  func notification() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      client.sendLine(#"{"method":"reverseGeocode","params":{"coordinate":{"latitude":47.1,"longitude":9.6}}}"#)
      client.sendLine(#"{"method":"no.such.method"}"#)
      #expect(client.ask(#"{"id":1,"method":"server.ping"}"#) == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    }
  }

  @Test("after the reply to cancel no callback comes")
  func cancel() async throws {
    try await TestServer.run { server in
      let client = try server.connect()
      for round in 0..<20 {
        // At latitude 70 an answer takes 20 ms, so most are cancelled in time; at 47 it comes at once, so some are not.
        let latitude = round % 4 == 0 ? 47 : 70
        let started = client.ask(
          #"{"id":1,"method":"reverseGeocoder.start","params":{"coordinate":{"latitude":\#(latitude),"longitude":9}}}"#)
        guard let geocoder = started?.split(separator: ":").last?.dropLast(2) else {
          throw TestFailure("\(started ?? "")")
        }
        client.sendLine(#"{"id":2,"method":"reverseGeocoder.cancel","params":{"geocoder":\#(geocoder)}}"#)
        var lines: [String] = []
        repeat {
          lines.append(client.readLine() ?? "nothing")
        } while !lines.last!.contains(#""id":2"#) && lines.last != "nothing"
        let wasCancelled = lines.last == #"{"jsonrpc":"2.0","id":2,"result":{"cancelled":true}}"#
        #expect(lines.count == (wasCancelled ? 1 : 2))
        // The callback would have come by now.
        #expect(client.ask("70 9") == "Street 7000, West, Sampleland")
      }
    }
  }

  @Test("many queries of many clients all get their own answers")
  func pipelining() async throws {
    try await TestServer.withServer({ $0.workers = 3 }) { server in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in 0..<8 {
          group.addTask {
            try await onThread {
              let raw = try server.connect()
              let lines = (0..<500).map {
                #"{"id":\#($0),"method":"reverseGeocode","params":{"coordinate":{"latitude":\#(Double($0) / 10),"longitude":\#(client)}}}"#
              }
              raw.send(lines.joined(separator: "\n") + "\n")
              var seen = Set<Int>()
              for _ in lines {
                let reply = try #require(raw.readLine())
                let id = Int(reply.split(separator: ",")[1].dropFirst(5)) ?? -1
                #expect(reply.contains(#""street":"Street \#(id * 10)""#))
                #expect(reply.contains(#""longitude":\#(client)}"#))
                seen.insert(id)
              }
              #expect(seen.count == 500)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
