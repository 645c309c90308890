import GeoSupport
import GeoTestKit
import GeoWire
import Testing

@testable import GeoServer

/// The memory limit of a picture, whatever the input is, while other clients still get responses.
@Suite(.serialized) struct PictureMemoryTests {
  private static func base64(_ bytes: [UInt8]) -> String { String(decoding: Base64.encode(bytes), as: UTF8.self) }

  /// Annotations with a picture each.
  private static func ofPictures(_ count: Int, size: Int = 30, file: (Int) -> [UInt8]) -> String {
    let images = (0..<count).map { #""\#($0)":{"data":"\#(base64(file($0)))"}"# }.joined(separator: ",")
    let annotations = (0..<count).map {
      #"{"coordinate":{"latitude":47,"longitude":\#(9 + Double($0) / 10_000)},"view":{"image":"\#($0)","size":[\#(size),\#(size)]}}"#
    }.joined(separator: ",")
    return #"{"baseMap":"none","size":[300,200],"images":{\#(images)},"annotations":[\#(annotations)]}"#
  }

  private static func ofViews(_ count: Int, _ view: (Int) -> String) -> String {
    let all = (0..<count).map {
      #"{"coordinate":{"latitude":\#(47 + Double($0 % 100) / 1000),"longitude":\#(9 + Double($0 / 100) / 1000)},"view":\#(view($0))}"#
    }.joined(separator: ",")
    return #"{"baseMap":"none","size":[300,200],"annotations":[\#(all)]}"#
  }

  /// Request bodies that each took hundreds of megabytes, or could.
  private static let inputs: [(name: String, body: @Sendable () -> String)] = [
    ("pictures of one bit", { ofPictures(60) { ThinPNG.file(2_048, 2_048, comment: "\($0)") } }),
    ("pictures of 16 bits", { ofPictures(20) { ThinPNG.file(2_048, 2_048, depth: 16, comment: "\($0)") } }),
    ("large pictures", { ofPictures(20, size: 2_000) { ThinPNG.file(2_048, 2_048, comment: "\($0)") } }),
    (
      "clustering identifiers",
      { ofViews(5_000) { #"{"kind":"marker","clusteringIdentifier":"\#($0)"}"# } }
    ),
    (
      "long drawings",
      {
        let drawing = Array(repeating: #"["alpha",1]"#, count: 1_300).joined(separator: ",")
        return ofViews(90) { _ in #"{"kind":"drawing","size":[9,9],"drawing":[\#(drawing)]}"# }
      }
    ),
    (
      "a drawing of many views",
      {
        let drawing = Array(repeating: #"["alpha",1]"#, count: 1_300).joined(separator: ",")
        let all = (0..<1_500).map { _ in #"{"coordinate":{"latitude":47,"longitude":9}}"# }.joined(separator: ",")
        return
          #"{"baseMap":"none","templates":{"a":{"kind":"drawing","size":[9,9],"collisionMode":"none","drawing":[\#(drawing)]}},"template":"a","annotations":[\#(all)]}"#
      }
    ),
    (
      "groups within each other",
      {
        let drawing =
          Array(repeating: #"["group"]"#, count: 8).joined(separator: ",") + #",["fill","M0 0L9 0L9 9Z","red"]"#
        return
          #"{"baseMap":"none","size":[2048,2048],"scale":2,"annotations":[{"coordinate":{"latitude":47,"longitude":9},"view":{"kind":"drawing","size":[9,9],"drawing":[\#(drawing)]}}]}"#
      }
    ),
    (
      "geodesic lines",
      {
        let places = (0..<20_000).map { "[\($0 % 2 * 170),\($0 % 80)]" }.joined(separator: ",")
        return #"{"overlays":[{"shape":{"geodesicPolyline":[\#(places)]}}]}"#
      }
    ),
    (
      "points in one feature",
      {
        let places = Array(repeating: "[9,47]", count: 100_000).joined(separator: ",")
        return #"{"type":"Feature","geometry":{"type":"MultiPoint","coordinates":[\#(places)]},"properties":null}"#
      }
    ),
  ]

  @Test("no body takes more than pictures may, and others are answered meanwhile", arguments: inputs.indices)
  func bodies(_ index: Int) async throws {
    let (name, text) = (Self.inputs[index].name, Self.inputs[index].body())
    try await TestHTTPServer.run { server throws in
      _ = try server.ask("/map.png?center=47,9&style=none")
      let budget = server.server.state.budget
      let growth = try PeakMemory.growth {
        SystemThread.perform(onThreads: 3) {
          let answer = try? server.ask(
            "/map.png", method: "POST", fields: ["Content-Type: application/json"], body: text)
          #expect([200, 400, 503].contains(answer?.status ?? 0), "\(name): \(answer?.text.prefix(300) ?? "")")
          if answer?.status == 400 { print(name, answer?.text.prefix(200) ?? "") }
          #expect((try? server.ask("/map.png?center=47,9&style=none"))?.status == 200)
        }
      }
      print(name, "\(growth >> 20) MB of", text.utf8.count >> 10, "KB")
      #expect(growth < 300 << 20, "\(name)")
      try eventually("room again") { budget.reserve(20 << 20) }
      budget.release(20 << 20)
    }
  }
}
