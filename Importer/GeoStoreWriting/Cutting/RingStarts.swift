import GeoModel
import GeoSupport

/// The points where rings start. A bit table excludes nearly all other points.
struct RingStarts {
  private var points: Set<FixedPoint>
  /// A bit table of hashes, with the bits of all ``points`` set. The number of words is a power of two.
  private var marks: [UInt64]

  /// Makes the set; points may be repeated.
  init(_ starts: some Sequence<FixedPoint> = []) {
    points = Set(starts)
    var words = 1
    // At most one bit in 32 is set.
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
