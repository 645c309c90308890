import GeoModel
import GeoTestKit
import GeoWire
import Testing

/// The fast path for common queries must give the same result as the parser, and leave all other lines to the parser.
struct UsualLineTests {
  private static let line =
    #"{"jsonrpc":"2.0","id":12,"method":"reverseGeocode","params":{"coordinate":{"latitude":47.1234567,"longitude":-9.5}}}"#

  @Test("the short way is taken whatever the order of members and whatever spaces are between them")
  func usual() throws {
    let lines = [
      Self.line, Self.line.replacing(#""jsonrpc":"2.0","#, with: ""), " \(Self.line) \r",
      #"{ "method" : "reverseGeocode", "params": { "coordinate" : { "latitude" : -0, "longitude" : 1e1 } }, "id" : 0 }"#,
    ]
    for line in lines { #expect(try Self.isSame(line) == true, "\(line)") }
  }

  @Test(
    "what is not a usual question is left to the parser",
    arguments: [
      "", "{", "{}", #"{"id":1}"#, line + "x", String(line.dropLast()), line.replacing("12", with: "1.0"),
      line.replacing("12", with: "1234567890123456789"), line.replacing("12", with: "\"12\""),
      line.replacing("12", with: "012"), line.replacing(#""id":12,"#, with: ""), line.replacing("2.0", with: "1.0"),
      line.replacing("\"id\":12", with: "\"id\":12,\"id\":13"), line.replacing("47.", with: "147."),
      line.replacing("47.", with: "047."), line.replacing("47.", with: "+47."), line.replacing("-9.5", with: "-9."),
      line.replacing("}}}", with: #"},"limit":1}}"#), line.replacing("}}}", with: #","altitude":1}}}"#),
      line.replacing("Geocode\"", with: "GeocodeBatch\""), line.replacing("\"id\"", with: #""\u0069d""#),
    ])
  func unusual(_ line: String) throws {
    let isTaken = try Self.isSame(line)
    #expect(!isTaken)
  }

  @Test("changed at random, lines that the short way reads mean the same to the parser")
  func mutations() throws {
    var random = SeededGenerator(seed: 47)
    var taken = 0
    for _ in 0..<5_000 {
      var bytes = Array(Self.line.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = bytes.randomElement(using: &random) ?? 0
        case 1: bytes.remove(at: place)
        default: bytes.insert(bytes.randomElement(using: &random) ?? 0, at: place)
        }
      }
      if try Self.isSame(String(decoding: bytes, as: UTF8.self)) { taken += 1 }
    }
    #expect(taken > 50)
  }

  /// Whether the fast path accepts a line; its result is compared with the parser's.
  private static func isSame(_ line: String) throws -> Bool {
    let bytes = Array(line.utf8)
    guard let quick = bytes.withUnsafeBytes({ WireRequest(usualLine: $0) }) else { return false }
    var parser = JSONParser()
    let request = try parser.parse(bytes) { WireRequest($0) }
    #expect(quick.id == request.id, "\(line)")
    guard case .reverseGeocode(let query) = try quick.call.get(),
      case .reverseGeocode(let expected) = try request.call.get()
    else {
      Issue.record("another call: \(line)")
      return true
    }
    #expect(query == expected, "\(line)")
    return true
  }
}
