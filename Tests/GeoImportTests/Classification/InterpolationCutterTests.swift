import Testing

@testable import GeoImport

struct InterpolationCutterTests {
  private func cut(_ kind: String, _ numbers: [String]) -> InterpolationCutter.Outcome {
    InterpolationCutter.cut(
      kind: kind,
      stops: numbers.enumerated().map { InterpolationCutter.Stop(position: $0.offset * 2, number: $0.element) })
  }

  private func stretch(_ from: Int, _ to: Int, _ first: String, _ last: String, _ step: Int32)
    -> InterpolationCutter.Stretch
  {
    InterpolationCutter.Stretch(
      from: .init(position: from, number: first), to: .init(position: to, number: last), step: step)
  }

  @Test("even and odd numbers go by two, all numbers by one")
  func steps() {
    #expect(cut("even", ["2", "10"]) == .stretches([stretch(0, 2, "2", "10", 2)], uncountable: 0))
    #expect(cut("odd", ["1", "9"]) == .stretches([stretch(0, 2, "1", "9", 2)], uncountable: 0))
    #expect(cut("all", ["1", "4"]) == .stretches([stretch(0, 2, "1", "4", 1)], uncountable: 0))
    #expect(cut("4", ["1", "9"]) == .stretches([stretch(0, 2, "1", "9", 4)], uncountable: 0))
  }

  @Test("numbers may fall along the way")
  func reversed() { #expect(cut("even", ["10", "2"]) == .stretches([stretch(0, 2, "10", "2", 2)], uncountable: 0)) }

  @Test("a number in between ends one stretch and begins the next")
  func middle() {
    #expect(
      cut("odd", ["1", "5", "11"])
        == .stretches([stretch(0, 2, "1", "5", 2), stretch(2, 4, "5", "11", 2)], uncountable: 0))
  }

  @Test("letters are counted behind one number, also from the number itself")
  func alphabetic() {
    #expect(cut("alphabetic", ["12a", "12d"]) == .stretches([stretch(0, 2, "12a", "12d", 0)], uncountable: 0))
    #expect(cut("alphabetic", ["12", "12c"]) == .stretches([stretch(0, 2, "12", "12c", 0)], uncountable: 0))
    #expect(cut("alphabetic", ["12c", "12"]) == .stretches([stretch(0, 2, "12c", "12", 0)], uncountable: 0))
    #expect(cut("alphabetic", ["12a", "14c"]) == .stretches([], uncountable: 1))
    #expect(cut("alphabetic", ["12", "14"]) == .stretches([], uncountable: 1))
  }

  @Test("ends of the wrong parity and ends that are not numbers are counted, not guessed")
  func uncountable() {
    #expect(cut("even", ["2", "9"]) == .stretches([], uncountable: 1))
    #expect(cut("all", ["Villa Rosa", "9"]) == .stretches([], uncountable: 1))
    #expect(cut("all", ["12a", "14"]) == .stretches([], uncountable: 1))
    #expect(cut("even", ["2", "2"]) == .stretches([], uncountable: 0))
  }

  @Test("without two known numbers or a known kind there is no stretch")
  func missing() {
    #expect(cut("even", ["2"]) == .withoutEnds)
    #expect(cut("sometimes", ["2", "8"]) == .unknownKind)
  }
}
