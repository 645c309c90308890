import GeoModel

/// Consecutive vertices of a ring, with their box.
struct CutChain: BitwiseCopyable, Sendable {
  /// Position of the first vertex in ``CutInput/points``, and their number.
  var start: UInt32, count: UInt32
  /// The box of the vertices.
  var box: FixedBox
}
