import GeoModel

/// All geometry of a store in its final numbering, flat, ready to be cut into tiles by several threads at once.
///
/// Positions in the arrays are ids less one.
struct CutInput: Sendable {
  /// Vertices of all lines and rings.
  var points: MappedArray<FixedPoint>
  /// Streets, then interpolations.
  var lines: MappedArray<CutLine>
  /// How many of ``lines`` are streets.
  var streetCount = 0
  /// Houses.
  var addresses: CutPoints
  /// The street name of each house; 0 for none.
  var addressStreets: MappedArray<UInt32>
  /// The postal code of each house; 0 for none.
  var addressCodes: MappedArray<UInt32>
  /// Places of interest.
  var features: CutPoints
  /// Settlements.
  var places: CutPoints
  /// How far each settlement reaches.
  var reaches: MappedArray<PlaceReach>
  /// What the areas are, for lists of areas that are made while cutting.
  var areas: MappedArray<CutArea>
  /// All polygons, whole, as pieces of the root square, and their rings.
  var outlines: MappedArray<CutPiece>
  var rings: MappedArray<CutChain>
  /// All streets and interpolations, whole, except for squares, which are in ``outlines``.
  var runs: MappedArray<CutRun>
  /// The outlines of the coarse areas that can stand in for overridden ones.
  var alternatives = CoarseAlternatives()
}
