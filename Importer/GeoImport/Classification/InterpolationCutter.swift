/// Cuts an `addr:interpolation` way into stretches between neighboring known house numbers.
enum InterpolationCutter {
  /// A house number known at a position of the way.
  struct Stop {
    /// Position among the way's nodes.
    var position: Int
    /// The house number there.
    var number: String
  }

  /// A stretch between two stops.
  struct Stretch: Equatable {
    /// Position of the first node.
    var from: Int
    /// Position of the last node.
    var to: Int
    /// The house number at the first node.
    var first: String
    /// The house number at the last node.
    var last: String
    /// The difference between neighboring numbers, 0 for letters.
    var step: Int32
  }

  /// What came of a way.
  enum Outcome: Equatable {
    case stretches([Stretch], uncountable: Int)
    case unknownKind
    case withoutEnds
  }

  /// Cuts a way of an interpolation kind (`odd`, `even`, `all`, `alphabetic` or a step such as `4`) at its known numbers.
  /// Pairs between which no number lies are no stretches; pairs that cannot be counted through in that kind are counted.
  static func cut(kind: String, stops: [Stop]) -> Outcome {
    guard let step = step(kind) else { return .unknownKind }
    guard stops.count >= 2 else { return .withoutEnds }
    var stretches: [Stretch] = []
    var uncountable = 0
    for (one, other) in zip(stops, stops.dropFirst()) where one.number != other.number {
      let isCountable = step == 0 ? hasLettersBetween(one.number, other.number) : counts(one.number, other.number, step)
      if isCountable {
        stretches.append(
          Stretch(from: one.position, to: other.position, first: one.number, last: other.number, step: step))
      } else {
        uncountable += 1
      }
    }
    return .stretches(stretches, uncountable: uncountable)
  }

  /// The difference between neighboring numbers that a kind stands for; nil for unknown kinds.
  private static func step(_ kind: String) -> Int32? {
    switch kind {
    case "odd", "even": 2
    case "all": 1
    case "alphabetic": 0
    default: Int32(kind).flatMap { $0 > 0 && $0 <= 100 ? $0 : nil }
    }
  }

  /// Whether one whole number follows from the other in steps, either way.
  private static func counts(_ a: String, _ b: String, _ step: Int32) -> Bool {
    guard let a = Int32(a), let b = Int32(b), a >= 0, b >= 0 else { return false }
    return (a - b) % step == 0
  }

  /// Whether two numbers are the same but for one closing letter, which may be missing at the first (`12`, `12c`).
  private static func hasLettersBetween(_ a: String, _ b: String) -> Bool {
    let (baseA, letterA) = split(a)
    let (baseB, letterB) = split(b)
    return !baseA.isEmpty && baseA == baseB && letterA != letterB
  }

  /// A number without its closing letter, and that letter in lower case.
  private static func split(_ number: String) -> (base: Substring, letter: Character?) {
    guard let last = number.last, last.isLetter, last.isASCII else { return (number[...], nil) }
    return (number.dropLast(), Character(last.lowercased()))
  }
}
