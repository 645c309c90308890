import ArgumentParser
import GeoModel
import GeoWire

/// Request lines for random coordinates of a box, the same in every run.
struct RandomCoordinates {
  private let lines: [[UInt8]]

  /// 8,192 coordinates of a box given as `south,west,north,east`.
  init(box: String) throws {
    let edges = box.split(separator: ",").compactMap { Double($0) }
    guard edges.count == 4, edges[0] < edges[2], edges[1] < edges[3] else {
      throw ValidationError("--box needs south,west,north,east in degrees")
    }
    var random = SplitMix64(state: 20_221_215)
    lines = try (0..<8192).map { _ in
      let coordinate = try Coordinate(
        latitude: Double.random(in: edges[0]...edges[2], using: &random),
        longitude: Double.random(in: edges[1]...edges[3], using: &random))
      var writer = JSONWriter()
      writer.beginObject()
      writer.key("coordinate")
      writer.coordinate(coordinate)
      writer.endObject()
      return writer.bytes
    }
  }

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
