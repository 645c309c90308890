import GeoSupport
import GeoTestKit

extension FuzzTarget {
  /// Lines of the socket's protocol, several in one input. After each input a ping must get its response.
  static var lines: FuzzTarget {
    FuzzTarget(name: "lines", longestInput: 4 << 10, seeds: talks) {
      let server = try FuzzServer()
      var client = server.connect(server.linePath)
      var inputs = 0
      return { bytes in
        inputs += 1
        // Watches and geocoders belong to their connection.
        if inputs.isMultiple(of: 64) { client = server.connect(server.linePath) }
        client.send(Array(bytes))
        client.send("\n{\"id\":\"end \(inputs)\",\"method\":\"server.ping\"}\n")
        let end = #"{"jsonrpc":"2.0","id":"end \#(inputs)","result":{}}"#
        var isAnswered = false
        while !isAnswered, let line = client.readLine() { isAnswered = line == end }
        guard isAnswered else { fatalError("the ping was not answered") }
      }
    }
  }

  /// HTTP requests. When the client closes the connection, the server must close it as well and stay healthy.
  static var requests: FuzzTarget {
    FuzzTarget(name: "http", longestInput: 4 << 10) {
      let server = try FuzzServer()
      var inputs = 0
      return { bytes in
        inputs += 1
        let client = server.connect(server.httpPath)
        client.send(Array(bytes))
        client.finish()
        guard client.isAtEnd() else { fatalError("the connection did not end") }
        if inputs.isMultiple(of: 64) {
          let asker = server.connect(server.httpPath)
          asker.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
          guard asker.readLine()?.hasPrefix("HTTP/1.1 200") == true else { fatalError("the server is not healthy") }
        }
      }
    }
  }

  /// The clients' lines in the recorded conversations and in the documentation of the protocol.
  private static func talks() -> [[UInt8]] {
    let folder = "Tests/GeoServerTests/Conversations"
    let paths = fileNames(in: folder).map { "\(folder)/\($0)" } + ["Sources/GeoWire/PROTOCOL.md"]
    return paths.flatMap { path in
      let said = String(decoding: fileBytes(path) ?? [], as: UTF8.self).split(separator: "\n").filter {
        $0.hasPrefix("> ")
      }
      // A few at a time, so that inputs stay short.
      return stride(from: 0, to: said.count, by: 4).map { start in
        said[start..<min(start + 4, said.count)].flatMap { Array($0.dropFirst(2).utf8) + [UInt8(ascii: "\n")] }
      }
    }
  }
}
