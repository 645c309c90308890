import GeoModel

/// Consecutive vertices of a ring, with their box.
struct CutChain {
  /// Position of the first vertex in ``CutInput/points``, and their number.
  var start: Int32, count: Int32
  /// The box of the vertices.
  var box: FixedBox
}
