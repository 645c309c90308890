import BenchmarkKit
import GeoModel
import GeoTestKit
import GeoWire

/// Request lines for random coordinates, the same in every run.
struct RandomCoordinates {
  /// What stands behind the number of a request, with its end.
  private let rests: [[UInt8]]
  private let queries: [[UInt8]]

  /// 8,192 coordinates 20 to 30 m away from addresses of a store.
  init(aroundHousesOf path: String) throws {
    var houses = try HousePoints(store: path)
    self.init { houses.next() }
  }

  /// 8,192 coordinates of a box.
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

  /// Appends the coordinate of a number as the parameters of an address.
  func appendQuery(_ number: Int, to bytes: inout [UInt8]) { bytes.append(contentsOf: queries[number & 8191]) }

  /// Appends the request of a number. The load shares its processors with the daemon, so this makes no texts on its way.
  func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: RandomCoordinates.beginning)
    JSONWriter.append(to: &bytes) { $0.integer(number) }
    bytes.append(contentsOf: rests[number & 8191])
  }

  private static let beginning = Array(#"{"id":"#.utf8)
}
