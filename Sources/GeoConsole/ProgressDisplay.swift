import GeoSupport
import Synchronization

/// Shows a person how far long work has come: a bar that redraws itself on a terminal, plain lines elsewhere, or nothing.
///
/// Call it from any thread, as often as convenient: it looks at the clock and draws at most ten times a second.
/// One stage is under way at a time; `begin` ends the one before.
package final class ProgressDisplay: Sendable {
  /// How progress is shown.
  package enum Mode: Hashable, Sendable {
    /// One line of the terminal that is redrawn again and again.
    case bar
    /// A line when a stage ends, and one every ten seconds in between.
    case lines
    /// Nothing.
    case silent
  }

  private let mode: Mode
  private let write: @Sendable (String) -> Void
  private let width: @Sendable () -> Int
  private let now: @Sendable () -> Double
  private let current = Mutex(Current())

  private struct Current {
    var state: ProgressState?
    var begin = 0.0
    var drawnAt = -Double.infinity
    var isBarVisible = false
  }

  /// A display with its own output and clock.
  ///
  /// - Parameters:
  ///   - mode: how to show progress.
  ///   - write: takes text as it is; called in order, under a lock.
  ///   - width: columns of the terminal, asked for at each drawing because windows change their size.
  ///   - now: seconds of a clock that never goes back.
  package init(
    mode: Mode, write: @escaping @Sendable (String) -> Void, width: @escaping @Sendable () -> Int = { 80 },
    now: @escaping @Sendable () -> Double = MonotonicClock.seconds
  ) {
    self.mode = mode
    self.write = write
    self.width = width
    self.now = now
  }

  /// The display of a program: on standard error, a bar when that is a terminal, silent when asked.
  package convenience init(isQuiet: Bool = false, terminal: Terminal = .error) {
    let mode: Mode = isQuiet ? .silent : terminal.isInteractive ? .bar : .lines
    self.init(mode: mode, write: StandardError.write, width: { terminal.width })
  }

  /// Begins a stage and ends the one before.
  ///
  /// - Parameters:
  ///   - stage: what is being done, such as `Reading ways`.
  ///   - unit: what is counted, in the plural.
  package func begin(_ stage: String, unit: String = "objects") {
    current.withLock {
      settle(&$0)
      $0.state = ProgressState(stage: stage, unit: unit)
      $0.begin = now()
      $0.drawnAt = mode == .lines ? $0.begin : -.infinity
      drawIfDue(&$0)
    }
  }

  /// Sets what of the stage was done before it began, so that its speed is judged by the rest. Does nothing when no stage is under way.
  ///
  /// - Parameters:
  ///   - fraction: the part that was done, 0 to 1.
  ///   - count: how many of the stage's unit were done.
  package func setEarlier(fraction: Double, count: Int64) {
    current.withLock {
      $0.state?.earlierFraction = fraction
      $0.state?.earlierCount = count
    }
  }

  /// Sets how far the stage is. Does nothing when no stage is under way.
  ///
  /// - Parameters:
  ///   - fraction: the part that is done, 0 to 1; nil when it cannot be known.
  ///   - count: how many of the stage's unit are done; nil when nothing is counted.
  package func update(fraction: Double? = nil, count: Int64? = nil) {
    current.withLock {
      guard $0.state != nil else { return }
      $0.state?.fraction = fraction
      $0.state?.count = count
      drawIfDue(&$0)
    }
  }

  /// Ends the stage: its line is replaced by what it did and how long it took.
  package func end() { current.withLock { settle(&$0) } }

  /// Removes the bar without a word, before an error is printed.
  package func clear() {
    current.withLock {
      erase(&$0)
      $0.state = nil
    }
  }

  /// Writes a line, above the bar if there is one; a silent display writes nothing.
  package func note(_ line: String) {
    guard mode != .silent else { return }
    interrupt { write(Terminal.fit(line) + "\n") }
  }

  /// Takes the bar away while something else is written, also by a silent display, and draws it again below.
  package func interrupt(_ body: () -> Void) {
    current.withLock {
      erase(&$0)
      body()
      $0.drawnAt = mode == .bar ? -.infinity : $0.drawnAt
      drawIfDue(&$0)
    }
  }

  private func drawIfDue(_ current: inout Current) {
    guard mode != .silent, var state = current.state else { return }
    let time = now()
    guard time - current.drawnAt >= (mode == .bar ? 0.1 : 10) else { return }
    state.elapsedSeconds = time - current.begin
    current.drawnAt = time
    if mode == .lines {
      write(ProgressLine.interim(state) + "\n")
    } else {
      // Back to the first column, then the new line; what is left of the old one is erased.
      write("\r" + ProgressLine.bar(state, width: width()) + "\u{1B}[K")
      current.isBarVisible = true
    }
  }

  private func settle(_ current: inout Current) {
    guard var state = current.state else { return }
    erase(&current)
    state.elapsedSeconds = now() - current.begin
    if mode != .silent { write(ProgressLine.summary(state) + "\n") }
    current.state = nil
  }

  private func erase(_ current: inout Current) {
    guard current.isBarVisible else { return }
    write("\r\u{1B}[K")
    current.isBarVisible = false
  }
}

/// A clock for measuring, which never goes back.
package enum MonotonicClock {
  /// Seconds since some moment in the past.
  @Sendable package static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
