/// What an area is, as far as cutting needs to know.
struct CutArea: BitwiseCopyable, Sendable {
  /// Whether it is an administrative area, which places list.
  var isAdministrative: Bool
  /// Whether it is a settlement or a part of one.
  var isSettlement: Bool
  /// Whether it is a coarse area whose real boundary the extract has.
  var isOverridden: Bool
  /// `admin_level`.
  var level: UInt8
  /// The same number for all areas with the same country or subdivision code; 0 for areas without one.
  var code: UInt32
  /// Whether it is from the coarse layer.
  var isCoarse: Bool
}
