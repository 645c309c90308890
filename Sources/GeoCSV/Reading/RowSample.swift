/// Which rows of the input are taken. What is taken depends on the row's number alone, so that every run takes the same.
public enum RowSample: Sendable, Equatable, CustomStringConvertible {
  /// Every row.
  case all
  /// The first so many rows.
  case first(Int)
  /// A share of the rows, spread over the whole file; above 0, up to 1.
  case share(Double)
  /// So many rows, spread over the whole file, of so many that it has. nil: not counted yet, which the run does first.
  case spread(Int, of: Int?)

  /// As the journal of a run says it.
  public var description: String {
    switch self {
    case .all: "all"
    case .first(let count): "the first \(count)"
    case .share(let share): "a share of \(share)"
    case .spread(let count, let total): "\(count) of \(total.map(String.init) ?? "all"), spread"
    }
  }

  /// Whether a row is taken.
  ///
  /// - Parameter row: the row's number among data rows, from 0.
  func includes(_ row: Int) -> Bool {
    switch self {
    case .all: true
    case .first(let count): row < count
    case .share(let share): RowSample.scattered(row) < share
    case .spread(let count, let total): RowSample.isChosen(row, count, of: total ?? 0)
    }
  }

  /// The file is cut into as many stretches of equal length as rows are wanted, and each gives one row from anywhere in it. So there are exactly
  /// as many as wanted, spread evenly, and no rhythm of the file's own is met.
  private static func isChosen(_ row: Int, _ count: Int, of total: Int) -> Bool {
    guard count < total else { return true }
    guard count > 0 else { return false }
    let stretch = min(row * count / total, count - 1)
    let start = (stretch * total + count - 1) / count
    let end = ((stretch + 1) * total + count - 1) / count
    return row == start + min(Int(scattered(stretch) * Double(end - start)), end - start - 1)
  }

  /// A number from 0 to 1 that looks random and is always the same for a row (the finisher of SplitMix64).
  private static func scattered(_ row: Int) -> Double {
    var bits = UInt64(truncatingIfNeeded: row) &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((bits ^ (bits >> 31)) >> 11) / Double(1 << 53)
  }
}
