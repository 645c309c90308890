@testable import GeoMapLayer
import GeoModel
@testable import GeoStoreWriting
import GeoSupport
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Squares of the map layer that would be too long")
struct MapThinnerTests {
  @Test("in a square that would be too long, pieces of roads that are alike are one, as long as before")
  func merging() throws {
    let (rows, pieces) = (60, 110)
    let reader = try MapLayerTests.store { content in
      let name = content.names.intern("Mill Lane")
      for row in 0..<rows {
        for piece in 0..<pieces {
          // The odd rows run backwards.
          let ends = [Double(piece), Double(piece + 1)].map { MapLayerTests.place(10 + $0 * 20, 10 + Double(row) * 20) }
          content.map.add(
            line: row % 2 == 0 ? ends : ends.reversed(), .minor, MapCourse(isOneWay: row % 3 == 0), name: name,
            number: name)
        }
      }
    }
    let tile = try #require(try MapLayerTests.tiles(reader, level: 14).max { $0.features.count < $1.features.count })
    #expect(tile.features.count == 2 && tile.parts.count == rows)
    let isBackward = tile.parts.count { tile.points[$0.lowerBound].x > tile.points[$0.upperBound - 1].x }
    #expect(isBackward == rows / 2, "in the direction of the traffic")
    let whole = Double(pieces * 20 * 90) / 3.6e9 * Double(1 << 27)
    for part in tile.parts {
      let length = Double(abs(tile.points[part.lowerBound].x - tile.points[part.upperBound - 1].x))
      #expect(abs(length - whole) < 4)
    }
    let statement = try Statement(reader.database, "SELECT max(length(data)) FROM map_tile")
    #expect(try statement.step())
    #expect(statement.integer(0) < 1 << 16)
  }

  @Test("a square that would be too long to read has fewer corners, and all that is large")
  func thinning() throws {
    let reader = try MapLayerTests.store { content in
      for east in stride(from: 20.0, to: 2_200, by: 40) {
        for north in stride(from: 20.0, to: 2_200, by: 40) {
          let round = (0..<24).map { corner -> FixedPoint in
            let angle = Double(corner) / 12 * .pi
            return MapLayerTests.place(east + 12 * cos(angle), north + 12 * sin(angle))
          }
          content.map.add(polygons: [[round + round.prefix(1)]], .building, name: nil)
        }
      }
      content.map.add(polygons: [[MapLayerTests.square(0, 0, side: 2_200)]], .residential, name: nil)
    }
    var count = 0
    for tile in try MapLayerTests.tiles(reader, level: 14) {
      let bytes = try reader.mapLayerRow(tile.cell.key, "\(tile.cell)")
      #expect(try #require(bytes).count <= MapThinner.limit, "\(tile.cell)")
      let buildings = tile.features.filter { $0.kind == .building }
      count += buildings.count
      // The remaining corners have not moved: they are 12 meters from the center.
      #expect(buildings.allSatisfy { $0.parts.count == 1 })
    }
    #expect(count >= 55 * 55)
    withExtendedLifetime(reader) {}
  }

  @Test("in a square that cannot be told in so few bytes, what is smallest goes, and the coast stays")
  func leastImportant() throws {
    var generator = SeededGenerator(seed: 4)
    let reader = try MapLayerTests.store { content in
      content.map.add(
        line: [MapLayerTests.place(0, 40), MapLayerTests.place(2_000, 40)], .coastline, MapCourse(), name: nil,
        number: nil)
      content.map.add(polygons: [[MapLayerTests.square(900, 900, side: 300)]], .building, name: nil)
      for number in 0..<8_000 {
        let (east, north) = (
          Double.random(in: 0..<1_900, using: &generator), Double.random(in: 100..<1_300, using: &generator)
        )
        let length = Double.random(in: 4..<60, using: &generator)
        // Each line has its own name, so that no two are alike.
        content.map.add(
          line: [MapLayerTests.place(east, north), MapLayerTests.place(east + length, north)], .path, MapCourse(),
          name: content.names.intern("Way \(number)"), number: nil)
      }
    }
    let statement = try Statement(reader.database, "SELECT max(length(data)) FROM map_tile")
    #expect(try statement.step())
    #expect(statement.integer(0) <= MapThinner.limit)
    let tile = try #require(try MapLayerTests.tiles(reader, level: 14).max { $0.features.count < $1.features.count })
    #expect(tile.features.contains { $0.kind == .building } && tile.features.contains { $0.kind == .land })
    let lengths = tile.features.filter { $0.kind == .path }.flatMap(\.parts).map { part in
      let points = tile.points[tile.parts[Int(part)]]
      return abs(points[points.startIndex].x - points[points.endIndex - 1].x)
    }
    #expect((1_500..<8_000).contains(lengths.count) && (lengths.min() ?? 0) >= 64, "\(lengths.count)")
  }

  @Test("a coast that is longer than a square may be has fewer corners, and land and sea still fill the square")
  func longCoast() throws {
    var generator = SeededGenerator(seed: 6)
    let reader = try MapLayerTests.store { content in
      let coast = (0...20_000).map { number in
        MapLayerTests.place(Double(number) / 20_000 * 2_000, Double.random(in: 300..<400, using: &generator))
      }
      content.map.add(line: coast, .coastline, MapCourse(), name: nil, number: nil)
    }
    let statement = try Statement(reader.database, "SELECT max(length(data)) FROM map_tile")
    #expect(try statement.step())
    #expect(statement.integer(0) <= MapThinner.limit)
    for tile in try MapLayerTests.tiles(reader, level: 14) where tile.features.contains(where: { $0.kind == .land }) {
      let square = 2 * Int64(tile.extent) * Int64(tile.extent)
      let covered = MapLayerTests.doubledArea(tile, .sea) - MapLayerTests.doubledArea(tile, .land)
      #expect(abs(covered - square) < square / 50, "\(tile.cell)")
    }
  }
}
