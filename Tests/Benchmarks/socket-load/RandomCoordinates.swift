import ArgumentParser
import GeoModel
import GeoStore
import GeoSupport
import GeoWire

/// Request lines for random coordinates, the same in every run.
struct RandomCoordinates {
  private let lines: [[UInt8]]
  private let queries: [[UInt8]]

  /// 8,192 coordinates 20 to 30 m away from addresses of a store.
  init(aroundHousesOf path: String) throws {
    let store = try StoreReader(path: path)
    var houses: [FixedPoint] = []
    try store.forEachTile(in: store.info.bounds ?? .world) { tile in
      houses += tile.addresses.lazy.map(\.point)
      return true
    }
    guard !houses.isEmpty else { throw ValidationError("\(path) has no addresses; use --box") }
    self.init { random in
      let house = houses[Int.random(in: 0..<houses.count, using: &random)]
      let angle = Double.random(in: 0..<2 * .pi, using: &random)
      let meters = Double.random(in: 20...30, using: &random)
      return Coordinate(
        LocalProjection(origin: house).unproject(LocalPoint(x: cos(angle) * meters, y: sin(angle) * meters)))
    }
  }

  /// 8,192 coordinates of a box given as `south,west,north,east`.
  init(box: String) throws {
    let edges = box.split(separator: ",").compactMap { Double($0) }
    guard edges.count == 4, edges[0] < edges[2], edges[1] < edges[3] else {
      throw ValidationError("--box needs south,west,north,east in degrees")
    }
    let low = FixedPoint(try Coordinate(latitude: edges[0], longitude: edges[1]))
    let high = FixedPoint(try Coordinate(latitude: edges[2], longitude: edges[3]))
    self.init { random in
      Coordinate(
        FixedPoint(
          x: Int32.random(in: low.x...high.x, using: &random), y: Int32.random(in: low.y...high.y, using: &random)))
    }
  }

  private init(_ next: (inout SplitMix64) -> Coordinate) {
    var random = SplitMix64(state: 20_221_215)
    let coordinates = (0..<8192).map { _ in next(&random) }
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

/// A small generator with a fixed start (Steele, Lea and Flood 2014).
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
