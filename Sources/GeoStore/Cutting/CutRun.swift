import GeoModel

/// Consecutive vertices of a street or interpolation, with their box.
struct CutRun {
  /// Position in ``CutInput/lines``.
  var line: UInt32
  /// Position of the first vertex in ``CutInput/points``, and their number.
  var start: Int32, count: Int32
  /// The box of the vertices.
  var box: FixedBox
}
