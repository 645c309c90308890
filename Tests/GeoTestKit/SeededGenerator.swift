import GeoModel
import GeoSupport

/// A small generator with a fixed seed (SplitMix64, Steele, Lea and Flood 2014): the same numbers in every run.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a separate sequence for each seed.
  package init(seed: UInt64) { state = seed }

  /// The next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}

/// A point 1 to 100 m to the side of a random edge. Each area is a list of rings.
package func randomPoint(near areas: [[[FixedPoint]]], _ random: inout SeededGenerator) -> FixedPoint {
  let ring = areas.randomElement(using: &random)!.randomElement(using: &random)!
  let index = Int.random(in: 1..<ring.count, using: &random)
  let projection = LocalProjection(origin: ring[index - 1])
  let end = projection.project(ring[index])
  let part = Double.random(in: 0...1, using: &random)
  let angle = Double.random(in: 0..<2 * .pi, using: &random)
  let meters = Double.random(in: 1...100, using: &random)
  return projection.unproject(LocalPoint(x: end.x * part + cos(angle) * meters, y: end.y * part + sin(angle) * meters))
}
