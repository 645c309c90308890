/// A polygon's part in a cell. The same meaning as ``TilePiece``, with geometry still in the shared pool.
struct CutPiece {
  /// The kinds of owners. The raw values are stored in tiles, except for squares, which become streets there.
  enum Owner: UInt8 {
    case area, address, feature, square
  }

  /// What the polygon belongs to: kind and position of the row.
  var owner: Owner
  var position: UInt32
  /// Whether an odd number of edges lies west of the cell at its southernmost row.
  var startsInside: Bool
  /// Positions in ``CellContent/chains`` and ``CellContent/toggles``.
  var chains: Range<Int>
  var toggles: Range<Int>
}
