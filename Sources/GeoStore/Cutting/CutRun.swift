import GeoModel

/// Consecutive vertices of a street or interpolation, with their box.
struct CutRun: BitwiseCopyable, Sendable {
  /// Position in ``CutInput/lines``.
  var line: UInt32
  /// Position of the first vertex in ``CutInput/points``, and their number.
  var start: UInt32, count: UInt32
  /// The box of the vertices.
  var box: FixedBox
}
