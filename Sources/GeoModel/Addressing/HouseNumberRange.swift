/// The house numbers along a stretch of an `addr:interpolation` way: the numbers between its two known ends, and their
/// places.
///
/// The importer uses it to decide which stretches to store, and the engine to compute numbers, so every stored stretch
/// has numbers.
///
/// - Numbers: both ends are whole numbers, and one follows from the other in steps. The numbers mapped at the ends
///   count more than the word in the tag: an `even` stretch from 1 to 9 has the numbers 1, 3, 5, 7 and 9.
/// - Letters: both ends are the same number, each with at most one letter. The bare number comes before its `a`, so
///   `12` to `12c` has four numbers. OpenStreetMap defines `alphabetic` only for the letters of one number, as the
///   number of letters that 13 has between `12a` and `14c` is unknown. (Nominatim leaves letters out altogether.)
package struct HouseNumberRange: Sendable {
  /// The step that stands for letters.
  package static let letters: Int32 = 0

  /// The count of numbers, both ends included; 1 or more.
  package let count: Int
  private let first: String
  private let last: String
  /// The number before the letters; nil for ranges of numbers.
  private let base: Substring?
  private let isUppercase: Bool
  private let start: Int
  private let step: Int

  /// Creates the range from one end to the other; either may be the smaller one.
  ///
  /// - Parameter step: the difference between neighbors, 1 or more; ``letters`` for letters.
  /// - Returns: nil when steps do not lead from one end to the other, such as `2` to `9` in steps of 2.
  package init?(from first: String, to last: String, step: Int32) {
    let ends: (Int, Int)
    if step == HouseNumberRange.letters {
      let (a, b) = (HouseNumberRange.split(first), HouseNumberRange.split(last))
      guard a.base == b.base, a.base.utf8.contains(where: HouseNumberRange.isDigit) else { return nil }
      ends = (a.letter, b.letter)
      base = a.base
    } else {
      guard step > 0, let a = HouseNumberRange.wholeNumber(first), let b = HouseNumberRange.wholeNumber(last),
        (a - b) % Int(step) == 0
      else { return nil }
      ends = (a, b)
      base = nil
    }
    let size = max(1, Int(step))
    (self.first, self.last, start) = (first, last, ends.0)
    self.step = ends.0 <= ends.1 ? size : -size
    count = abs(ends.0 - ends.1) / size + 1
    isUppercase = [first, last].contains { $0.utf8.last.map { (65...90).contains($0) } ?? false }
  }

  /// The difference between neighbors for a value of `addr:interpolation`: `odd`, `even`, `all`, `alphabetic`, or a
  /// number from 1 to 100. Nil for other values.
  package static func step(ofKind kind: String) -> Int32? {
    switch kind {
    case "odd", "even": 2
    case "all": 1
    case "alphabetic": letters
    default: wholeNumber(kind).flatMap { (1...100).contains($0) ? Int32($0) : nil }
    }
  }

  /// The number nearest to a place on the stretch.
  ///
  /// - Parameter part: the part of the length up to the place, 0 to 1.
  /// - Returns: the text of the number, which at the ends is as mapped, and the part of the length up to its place. The
  ///   numbers are assumed to be spread evenly.
  package func nearest(toPart part: Double) -> (text: String, part: Double) {
    guard count > 1 else { return (first, part) }
    let index = Int((part * Double(count - 1)).rounded())
    return (text(at: index), Double(index) / Double(count - 1))
  }

  /// The number at a position from 0 to ``count`` - 1.
  package func text(at index: Int) -> String {
    if index == 0 { return first }
    if index == count - 1 { return last }
    let value = start + index * step
    guard let base else { return String(value) }
    let letter = UnicodeScalar(UInt8(value) + (isUppercase ? 64 : 96))
    return value == 0 ? String(base) : String(base) + String(letter)
  }

  /// Splits a number into the part before its closing letter, and that letter's position in the alphabet, from 1; 0
  /// without a letter.
  private static func split(_ number: String) -> (base: Substring, letter: Int) {
    guard let byte = number.utf8.last, (97...122).contains(byte | 0x20) else { return (number[...], 0) }
    return (number.dropLast(), Int(byte | 0x20) - 96)
  }

  /// Parses a whole number of one to six digits, which covers every house number.
  private static func wholeNumber(_ text: String) -> Int? {
    (1...6).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit) ? Int(text) : nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (48...57).contains(byte) }
}
