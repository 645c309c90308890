import Foundation
import GeoModel
import GeoStore

/// Finds answers by examining everything, in plain degrees and meters, without code of the engine.
enum SlowOracle {
  /// Meters from a coordinate to a segment.
  ///
  /// Walks along the segment in ever smaller steps with great-circle distances.
  static func meters(from point: Coordinate, to a: FixedPoint, _ b: FixedPoint) -> Double {
    let (start, end) = (Coordinate(a), Coordinate(b))
    func at(_ part: Double) -> Double {
      let latitude = start.latitude + part * (end.latitude - start.latitude)
      let longitude = start.longitude + part * (end.longitude - start.longitude)
      return greatCircle(point.latitude, point.longitude, latitude, longitude)
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<40 {
      let third = (high - low) / 3
      if at(low + third) < at(high - third) { high -= third } else { low += third }
    }
    return min(at(0), at(1), at((low + high) / 2))
  }

  /// Meters from a coordinate to the nearest of some lines.
  ///
  /// Skips segments whose latitudes are all farther away than the best result so far.
  static func meters(from point: Coordinate, to lines: [[FixedPoint]]) -> Double {
    var best = Double.infinity
    for line in lines {
      for (a, b) in zip(line, line.dropFirst()) {
        let south = Double(min(a.y, b.y)) / 1e7 - point.latitude
        let north = point.latitude - Double(max(a.y, b.y)) / 1e7
        if max(south, north) * 111_194 > best { continue }
        best = min(best, meters(from: point, to: a, b))
      }
    }
    return best
  }

  /// The great-circle distance from vectors, on the mean radius of 6,371,008.8 m.
  static func greatCircle(_ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double)
    -> Double
  {
    func vector(_ latitude: Double, _ longitude: Double) -> (Double, Double, Double) {
      let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
      return (cos(phi) * cos(lambda), cos(phi) * sin(lambda), sin(phi))
    }
    let (a, b) = (vector(latitude1, longitude1), vector(latitude2, longitude2))
    let chord = ((a.0 - b.0) * (a.0 - b.0) + (a.1 - b.1) * (a.1 - b.1) + (a.2 - b.2) * (a.2 - b.2)).squareRoot()
    return 2 * 6_371_008.8 * asin(chord / 2)
  }

  /// Whether rings contain a point. Counts the edges that a ray to the east crosses.
  static func contains(_ point: FixedPoint, rings: [[FixedPoint]]) -> Bool {
    var crossings = 0
    for ring in rings {
      for (a, b) in zip(ring, ring.dropFirst()) where (a.y > point.y) != (b.y > point.y) {
        let part = (Double(point.y) - Double(a.y)) / (Double(b.y) - Double(a.y))
        if Double(a.x) + part * (Double(b.x) - Double(a.x)) > Double(point.x) { crossings += 1 }
      }
    }
    return crossings % 2 == 1
  }
}
