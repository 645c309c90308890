import GeoConsole
import Testing

@Suite("A line of progress") struct ProgressLineTests {
  private let half = ProgressState(
    stage: "Reading ways", fraction: 0.5, count: 600_000, elapsedSeconds: 12)

  @Test("fits the width of the terminal, and gives up the bar first, then the rate, then the time")
  func widths() {
    let expected = [
      100: "Reading ways  [####################--------------------]   50 %  50.0k objects/s  0:12 left",
      76: "Reading ways  [###########------------]   50 %  50.0k objects/s  0:12 left",
      60: "Reading ways   50 %  50.0k objects/s  0:12 left", 40: "Reading ways   50 %  0:12 left",
      20: "Reading ways   50 %", 10: "Reading w", 0: "",
    ]
    for (width, line) in expected { #expect(ProgressLine.bar(half, width: width) == line) }
    for width in 0...200 { #expect(ProgressLine.bar(half, width: width).count <= max(width - 1, 0)) }
  }

  @Test("has no bar when the end cannot be known")
  func unknownEnd() {
    let state = ProgressState(stage: "Reading rows", unit: "rows", count: 1234, elapsedSeconds: 2)
    #expect(ProgressLine.bar(state, width: 80) == "Reading rows  1,234 rows  617 rows/s")
  }

  @Test("says nothing about time and rate in the first moment")
  func firstMoment() {
    #expect(
      ProgressLine.bar(ProgressState(stage: "Writing", fraction: 0), width: 50)
        == "Writing    0 %")
  }

  @Test("stays between nothing and everything when the fraction does not")
  func clamped() {
    #expect(ProgressLine.bar(ProgressState(stage: "A", fraction: 1.5), width: 50) == "A  [########]  100 %")
    #expect(ProgressLine.bar(ProgressState(stage: "A", fraction: -1), width: 50) == "A  [--------]    0 %")
  }

  @Test("sums up a stage that is done")
  func summaries() {
    #expect(ProgressLine.summary(half) == "Reading ways: 600,000 objects in 12.0 s (50.0k objects/s)")
    #expect(ProgressLine.summary(ProgressState(stage: "Checking", elapsedSeconds: 0.31)) == "Checking: 0.3 s")
  }

  @Test("reads like a sentence in a log")
  func interim() {
    #expect(ProgressLine.interim(half) == "Reading ways: 50 %, 50.0k objects/s, 0:12 left")
    #expect(ProgressLine.interim(ProgressState(stage: "Checking")) == "Checking")
  }

  @Test("what was done before the stage began counts for the bar and not for its speed")
  func earlier() {
    var state = ProgressState(stage: "Adding", unit: "rows", fraction: 0.6, count: 600, elapsedSeconds: 10)
    state.earlierFraction = 0.5
    state.earlierCount = 500
    #expect(state.rate == 10)
    #expect(abs((state.remainingSeconds ?? 0) - 40) < 1e-9)
    state.fraction = 0.505
    #expect(state.remainingSeconds == nil)
  }
}
