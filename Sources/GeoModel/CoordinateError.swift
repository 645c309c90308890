/// Why a latitude or longitude from outside was refused. The caller's fault, with advice.
public enum CoordinateError: Error, Hashable, Sendable {
  /// Which of the two numbers is meant.
  public enum Axis: String, Hashable, Sendable { case latitude, longitude }

  /// The value is NaN or infinite.
  case notANumber(Axis, Double)
  /// The value is outside its range; `looksSwapped` when the two numbers would fit the other way round.
  case outOfRange(Axis, Double, looksSwapped: Bool)
}

extension CoordinateError: CustomStringConvertible {
  /// One sentence for a person: the value, the range, and a hint when the numbers look swapped.
  public var description: String {
    switch self {
    case .notANumber(let axis, let value): "\(axis.rawValue) \(value) is not a finite number"
    case .outOfRange(let axis, let value, let swapped):
      "\(axis.rawValue) \(value) is out of range (\(axis == .latitude ? "-90 to 90" : "-180 to 180"))"
        + (swapped ? "; latitude comes first: are the two numbers swapped?" : "")
    }
  }
}
