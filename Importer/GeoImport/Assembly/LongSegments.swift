import GeoModel

/// Cuts streets where two of their nodes in a row are so far apart that one of them must be misplaced.
enum LongSegments {
  /// No street runs so far without a node: the longest straight ones of the world have many.
  static let longestMeters = 100_000.0
  /// Coordinates that differ by less (55 km where a degree is longest) are never too far apart.
  private static let harmless: Int64 = 5_000_000

  /// The parts of a line between segments that are too long, and how many of these there are; almost always just the line.
  static func parts(of line: [FixedPoint]) -> (parts: [[FixedPoint]], removed: Int) {
    let cuts = line.indices.dropFirst().filter { isTooLong(line[$0 - 1], line[$0]) }
    guard !cuts.isEmpty else { return ([line], 0) }
    let bounds = [0] + cuts + [line.count]
    let parts = zip(bounds, bounds.dropFirst()).map { Array(line[$0..<$1]) }
    return (parts.filter { $0.count >= 2 }, cuts.count)
  }

  private static func isTooLong(_ from: FixedPoint, _ to: FixedPoint) -> Bool {
    let (dx, dy) = (abs(Int64(from.x) - Int64(to.x)), abs(Int64(from.y) - Int64(to.y)))
    if dx < harmless && dy < harmless { return false }
    // Where latitudes hardly differ any of them will do for the length of a degree; where they do, they suffice.
    return LocalProjection(origin: from).project(to).squaredLength > longestMeters * longestMeters
  }
}
