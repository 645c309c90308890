import Foundation
import GeoEngine
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("The Swift of the README and its pages") struct ReadmeSwift {
    @Test("compiles and answers")
    func library() async throws {
      let village = try Village()
      let pool = try EnginePool(database: village.path, workers: 2)
      var query = PlacemarkQuery(coordinate: try Coordinate(latitude: 47.1003594, longitude: 9.5007913))
      query.languages = ["en"]
      let placemark = try await pool.placemark(for: query)
      print(placemark.thoroughfare ?? "", placemark.locality ?? "")
      #expect(placemark.locality == "Musterdorf")
    }

    @Test("is what the test above compiles, but for the file and the point")
    func sameLines() throws {
      let source = try String(contentsOfFile: #filePath, encoding: .utf8)
      let blocks = try Document.all().flatMap { $0.blocks("swift") }
      let own = blocks.filter { $0.contains("EnginePool(") }
      // ReadmeExampleTests compiles the other one.
      let others = blocks.filter { !$0.contains("EnginePool(") }
      #expect(own.count == 1 && others.count == 1)
      #expect(others.first?.contains("GeoClient()") == true)
      let lines = try #require(own.first).split(separator: "\n")
      #expect(lines.count >= 6)
      for line in lines {
        let start = line.prefix { $0 != "\"" && !$0.isNumber }
        #expect(source.contains(start), "\(line)")
      }
    }
  }
}
