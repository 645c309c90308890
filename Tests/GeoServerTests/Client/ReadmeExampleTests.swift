import GeoClient
import GeoModel
import GeoSupport
import GeoTestKit
import GeoWire
import Synchronization
import Testing

/// The Swift example of the README: its lines stand here once more, and run.
@Suite(.serialized) struct ReadmeExampleTests {
  private final class Printer: Sendable {
    let lines = Mutex<[String]>([])
  }

  @Test("the README's Swift example is this code, and it answers")
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
    let own = try lines(of: #filePath)
    let start = own.firstIndex { $0 == "// example" } ?? 0
    let body = own[(start + 1)...].prefix { $0 != "// end" }
    let readme = try lines(of: SharedData.packageRoot + "/README.md")
    for line in body {
      // The README's reader has the usual path.
      #expect(readme.contains(line.replacing("GeoClient(socketPath: path)", with: "GeoClient()")), "\(line)")
    }
    #expect(body.count == 4)
  }

  private func lines(of path: String) throws -> [String] {
    guard let file = fopen(path, "r") else { throw TestFailure("cannot read \(path)") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes.append(contentsOf: chunk[..<count]) }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0.drop { $0 == " " }) }
  }
}
