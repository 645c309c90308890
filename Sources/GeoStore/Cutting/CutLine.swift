/// A street or interpolation to cut.
struct CutLine: BitwiseCopyable, Sendable {
  /// Position of the first vertex in ``CutInput/points``, and their number.
  var start: UInt32, count: UInt32
  /// The (street's) name; 0 for none.
  var name: UInt32
  /// Kind, flags and layer of a street, as the tile holds them.
  var kind: UInt8 = 0, isReference = false, isSquare = false, layer: Int8 = 0
}
