/// A polygon's part in a cell. The same meaning as ``TilePiece``, with geometry still in the shared pool.
struct CutPiece: BitwiseCopyable, Sendable {
  /// The kinds of owners. The raw values are stored in tiles, except for squares, which become streets there.
  enum Owner: UInt8 {
    case area, address, feature, square
  }

  /// What the polygon belongs to: kind and position of the row.
  var owner: Owner
  var position: UInt32
  /// Whether an odd number of edges lies west of the cell at its southernmost row.
  var startsInside: Bool
  private var firstChain: UInt32, chainsEnd: UInt32
  private var firstToggle: UInt32, togglesEnd: UInt32

  /// A part of all that it consists of.
  init(owner: Owner, position: UInt32, startsInside: Bool, chains: Range<Int>, toggles: Range<Int>) {
    self.owner = owner
    self.position = position
    self.startsInside = startsInside
    (firstChain, chainsEnd) = (UInt32(chains.lowerBound), UInt32(chains.upperBound))
    (firstToggle, togglesEnd) = (UInt32(toggles.lowerBound), UInt32(toggles.upperBound))
  }

  /// Positions in ``CellContent/chains``.
  var chains: Range<Int> {
    get { Int(firstChain)..<Int(chainsEnd) }
    set { (firstChain, chainsEnd) = (UInt32(newValue.lowerBound), UInt32(newValue.upperBound)) }
  }

  /// Positions in ``CellContent/toggles``.
  var toggles: Range<Int> {
    get { Int(firstToggle)..<Int(togglesEnd) }
    set { (firstToggle, togglesEnd) = (UInt32(newValue.lowerBound), UInt32(newValue.upperBound)) }
  }
}
