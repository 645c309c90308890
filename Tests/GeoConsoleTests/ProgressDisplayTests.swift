import Foundation
import GeoConsole
import Synchronization
import Testing

/// A screen and a clock for a display under test.
private final class Screen: Sendable {
  private let content = Mutex("")
  private let clock = Mutex(0.0)
  var text: String { content.withLock { $0 } }
  func display(_ mode: ProgressDisplay.Mode) -> ProgressDisplay {
    ProgressDisplay(
      mode: mode, write: { text in self.content.withLock { $0 += text } }, width: { 66 },
      now: { self.clock.withLock { $0 } })
  }
  func wait(_ seconds: Double) { clock.withLock { $0 += seconds } }
}

@Suite("The progress display") struct ProgressDisplayTests {
  private let screen = Screen()

  /// Ten steps of a stage.
  private func run(_ mode: ProgressDisplay.Mode, step: Double) {
    let display = screen.display(mode)
    display.begin("Reading")
    for index in 1...4 {
      screen.wait(step)
      display.update(fraction: Double(index) / 4, count: Int64(index * 1000))
    }
    display.end()
  }

  @Test("redraws one line of a terminal and leaves a summary")
  func bar() {
    run(.bar, step: 1)
    let drawings = [
      "\rReading\u{1B}[K", "\rReading  [####--------------]   25 %  1.0k objects/s  0:03 left\u{1B}[K",
      "\rReading  [#########---------]   50 %  1.0k objects/s  0:02 left\u{1B}[K",
    ]
    #expect(screen.text.hasPrefix(drawings.joined()))
    #expect(screen.text.hasSuffix("\r\u{1B}[KReading: 4,000 objects in 4.0 s (1.0k objects/s)\n"))
    #expect(screen.text.components(separatedBy: "\n").count == 2)
  }

  @Test("draws ten times a second at most")
  func throttled() {
    let display = screen.display(.bar)
    display.begin("Reading")
    for index in 0..<1000 {
      screen.wait(0.001)
      display.update(count: Int64(index))
    }
    #expect(screen.text.filter { $0 == "\r" }.count == 10)
  }

  @Test("writes plain lines to a file: one at the end of a stage, one each ten seconds")
  func lines() {
    run(.lines, step: 6)
    #expect(
      screen.text == """
        Reading: 50 %, 167 objects/s, 0:12 left
        Reading: 100 %, 167 objects/s
        Reading: 4,000 objects in 24.0 s (167 objects/s)

        """)
  }

  @Test("says nothing when it is told to be quiet")
  func silent() {
    run(.silent, step: 6)
    let display = screen.display(.silent)
    display.note("hello")
    #expect(screen.text == "")
    // Output of others is still written.
    display.interrupt { screen.display(.lines).note("something is wrong") }
    #expect(screen.text == "something is wrong\n")
  }

  @Test("writes notes above the bar and draws the bar again")
  func notes() {
    let display = screen.display(.bar)
    display.begin("Reading")
    display.note("a ring does not close")
    display.interrupt { screen.display(.lines).note("something is wrong") }
    let notes = ["a ring does not close", "something is wrong"].map { "\r\u{1B}[K\($0)\n\rReading\u{1B}[K" }
    #expect(screen.text == "\rReading\u{1B}[K" + notes.joined())
  }

  @Test("takes the bar away before an error, without a summary")
  func clear() {
    let display = screen.display(.bar)
    display.begin("Reading")
    display.clear()
    display.end()
    display.update(count: 5)
    #expect(screen.text == "\rReading\u{1B}[K\r\u{1B}[K")
  }

  @Test("begins the next stage by ending the one before")
  func stages() {
    let display = screen.display(.lines)
    display.begin("Nodes")
    screen.wait(1)
    display.begin("Ways")
    screen.wait(2)
    display.end()
    #expect(screen.text == "Nodes: 1.0 s\nWays: 2.0 s\n")
  }
}
