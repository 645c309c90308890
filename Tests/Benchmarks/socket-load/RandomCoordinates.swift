import BenchmarkKit
import GeoModel
import GeoTestKit
import GeoWire

/// Request lines for random coordinates, the same in every run.
struct RandomCoordinates {
  /// The part of each request behind its number, including the line end.
  private let rests: [[UInt8]]
  private let queries: [[UInt8]]

  /// Creates 8,192 coordinates 20 to 30 m from addresses of a store.
  init(aroundHousesOf path: String) throws {
    var houses = try HousePoints(store: path)
    self.init { houses.next() }
  }

  /// Creates 8,192 coordinates in a box.
  init(in box: FixedBox) {
    var random = SeededGenerator(seed: 20_221_215)
    self.init {
      Coordinate(
        FixedPoint(
          x: Int32.random(in: box.minX...box.maxX, using: &random),
          y: Int32.random(in: box.minY...box.maxY, using: &random)))
    }
  }

  private init(_ next: () -> Coordinate) {
    let coordinates = (0..<8192).map { _ in next() }
    queries = coordinates.map { Array("lat=\($0.latitude)&lon=\($0.longitude)".utf8) }
    rests = coordinates.map { coordinate in
      var writer = JSONWriter(bytes: Array(#","method":"reverseGeocode","params":"#.utf8))
      writer.object { json in
        json.key("coordinate")
        json.coordinate(coordinate)
      }
      return writer.bytes + Array("}\n".utf8)
    }
  }

  /// Appends the coordinate with this number as URL parameters.
  func appendQuery(_ number: Int, to bytes: inout [UInt8]) { bytes.append(contentsOf: queries[number & 8191]) }

  /// Appends the request with this number.
  ///
  /// The load shares its processors with the daemon, so this makes no strings.
  func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: RandomCoordinates.beginning)
    JSONWriter.append(to: &bytes) { $0.integer(number) }
    bytes.append(contentsOf: rests[number & 8191])
  }

  private static let beginning = Array(#"{"id":"#.utf8)
}
