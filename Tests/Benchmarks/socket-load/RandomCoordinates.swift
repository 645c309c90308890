import BenchmarkKit
import GeoModel
import GeoTestKit
import GeoWire

/// Request lines for random coordinates, the same in every run.
struct RandomCoordinates {
  private let lines: [[UInt8]]
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
    lines = coordinates.map { coordinate in
      var writer = JSONWriter()
      writer.beginObject()
      writer.key("coordinate")
      writer.coordinate(coordinate)
      writer.endObject()
      return writer.bytes
    }
  }

  /// Appends the coordinate of a number as the parameters of an address.
  func appendQuery(_ number: Int, to bytes: inout [UInt8]) { bytes.append(contentsOf: queries[number & 8191]) }

  /// Appends the request of a number.
  func append(_ number: Int, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: #"{"id":"#.utf8)
    bytes.append(contentsOf: String(number).utf8)
    bytes.append(contentsOf: #","method":"reverseGeocode","params":"#.utf8)
    bytes.append(contentsOf: lines[number & 8191])
    bytes.append(contentsOf: "}\n".utf8)
  }
}
