import GeoModel
import GeoSupport

/// The points where rings start. Nearly all others are told apart from them by one bit.
struct RingStarts {
  private var points: Set<FixedPoint>
  /// A bit for each hash; set for those of ``points``. A power of two of words.
  private var marks: [UInt64]

  /// Points, with repetition.
  init(_ starts: some Sequence<FixedPoint> = []) {
    points = Set(starts)
    var words = 1
    // One bit in 32 is set at most.
    while words < points.count / 2 { words *= 2 }
    marks = [UInt64](repeating: 0, count: words)
    for point in points {
      let hash = Hashing.mix(point.packed)
      marks[word(hash)] |= RingStarts.bit(hash)
    }
  }

  /// Whether a ring starts at a point.
  func contains(_ point: FixedPoint) -> Bool {
    let hash = Hashing.mix(point.packed)
    return marks[word(hash)] & RingStarts.bit(hash) != 0 && points.contains(point)
  }

  private func word(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> 6) & (marks.count - 1) }
  private static func bit(_ hash: UInt64) -> UInt64 { 1 << (hash & 63) }
}
