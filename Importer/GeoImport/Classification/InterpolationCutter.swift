import GeoModel

/// Cuts an `addr:interpolation` way into stretches between neighboring known house numbers.
enum InterpolationCutter {
  /// A house number known at a position of the way.
  struct Stop: Equatable {
    /// Position among the way's nodes.
    var position: Int
    /// The house number there.
    var number: String
  }

  /// A stretch between two stops.
  struct Stretch: Equatable {
    /// Where it begins.
    var from: Stop
    /// Where it ends.
    var to: Stop
    /// The difference between neighboring numbers, see ``HouseNumberRange``.
    var step: Int32
  }

  /// What came of a way.
  enum Outcome: Equatable {
    case stretches([Stretch], uncountable: Int)
    case unknownKind
    case withoutEnds
  }

  /// Cuts a way at its known numbers.
  ///
  /// A pair of equal numbers is no stretch; a pair that ``HouseNumberRange`` cannot count through in the way's kind is counted, as
  /// it could never answer.
  static func cut(kind: String, stops: [Stop]) -> Outcome {
    guard let step = HouseNumberRange.step(ofKind: kind) else { return .unknownKind }
    guard stops.count >= 2 else { return .withoutEnds }
    var stretches: [Stretch] = []
    var uncountable = 0
    for (one, other) in zip(stops, stops.dropFirst()) where one.number != other.number {
      if HouseNumberRange(from: one.number, to: other.number, step: step) == nil {
        uncountable += 1
      } else {
        stretches.append(Stretch(from: one, to: other, step: step))
      }
    }
    return .stretches(stretches, uncountable: uncountable)
  }
}
