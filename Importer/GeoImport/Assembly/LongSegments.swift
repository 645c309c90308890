import GeoModel

/// Cuts streets between two consecutive nodes so far apart that one must be misplaced.
enum LongSegments {
  /// The maximum length of a segment. The longest straight streets of the world have many nodes.
  static let longestMeters = 100_000.0
  /// Points whose coordinates both differ by less than 0.5 degree (at most 56 km) are never too far apart.
  private static let harmless: Int64 = 5_000_000

  /// The parts of a line between segments that are too long, and the number of those segments.
  ///
  /// Almost all lines have a single part, the line itself.
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
    // The projection takes the length of a degree of longitude from one end. It is inexact only if the latitudes differ
    // much, and then their difference alone makes the segment too long.
    return LocalProjection(origin: from).project(to).squaredLength > longestMeters * longestMeters
  }
}
