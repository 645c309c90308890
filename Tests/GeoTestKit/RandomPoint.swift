import GeoModel
import GeoSupport

/// A point 1 to 100 m to the side of a random edge of one of some areas, each of which is a list of rings.
public func randomPoint(near areas: [[[FixedPoint]]], _ random: inout SeededGenerator) -> FixedPoint {
  let ring = areas.randomElement(using: &random)!.randomElement(using: &random)!
  let index = Int.random(in: 1..<ring.count, using: &random)
  let projection = LocalProjection(origin: ring[index - 1])
  let end = projection.project(ring[index])
  let part = Double.random(in: 0...1, using: &random)
  let angle = Double.random(in: 0..<2 * .pi, using: &random)
  let meters = Double.random(in: 1...100, using: &random)
  return projection.unproject(LocalPoint(x: end.x * part + cos(angle) * meters, y: end.y * part + sin(angle) * meters))
}
