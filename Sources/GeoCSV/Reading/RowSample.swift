/// Which rows of the input are taken. What is taken depends on the row's number alone, so that every run takes the same.
public enum RowSample: Sendable, Equatable {
  /// Every row.
  case all
  /// The first so many rows; reading stops behind them.
  case first(Int)
  /// A share of the rows, spread over the whole file; above 0, up to 1.
  case share(Double)

  /// Whether a row is taken.
  ///
  /// - Parameter row: the row's number among data rows, from 0.
  func includes(_ row: Int) -> Bool {
    switch self {
    case .all: true
    case .first(let count): row < count
    case .share(let share): RowSample.scattered(row) < share
    }
  }

  /// A number from 0 to 1 that looks random and is always the same for a row (the finisher of SplitMix64).
  private static func scattered(_ row: Int) -> Double {
    var bits = UInt64(truncatingIfNeeded: row) &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 11) / Double(1 << 53)
  }
}
