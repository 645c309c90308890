import GeoClient
import GeoModel
import GeoSupport
import GeoTestKit
import GeoWire
import Synchronization
import Testing

/// The Swift example of the client in the README's pages: this is a copy of its lines that runs.
@Suite(.serialized) struct ReadmeExampleTests {
  private final class Printer: Sendable {
    let lines = Mutex<[String]>([])
  }

  @Test("the pages' Swift example of the client is this code, and it answers")
  func example() async throws {
    let printer = Printer()
    @Sendable func print(_ line: String) { printer.lines.withLock { $0.append(line) } }
    try await TestServer.withServer { server in
      let path = server.path
      // example
      let client = GeoClient(socketPath: path)
      let coordinate = try Coordinate(latitude: 37.77, longitude: -122.41)
      let placemark = try await client.placemark(at: coordinate)
      print(placemark.formattedAddress.joined(separator: ", "))
      // end
    }
    #expect(printer.lines.withLock { $0 } == ["465 10th Street, San Francisco, CA 94103, United States"])
    let own = lines(of: try ConversationTests.read(#filePath))
    let start = own.firstIndex { $0 == "// example" } ?? 0
    let body = own[(start + 1)...].prefix { $0 != "// end" }
    let blocks = try Document.all().flatMap { $0.blocks("swift") }.filter { $0.contains("GeoClient()") }
    let documented = blocks.map { lines(of: $0) }
    // The pages use the default path.
    let shown = body.map { $0.replacing("GeoClient(socketPath: path)", with: "GeoClient()") }
    #expect(documented == [["import GeoClient"] + shown])
    #expect(body.count == 4)
  }

  private func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
  }
}
