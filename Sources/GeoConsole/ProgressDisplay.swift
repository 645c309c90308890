import GeoSupport
import Synchronization

/// Shows the progress of long work: a bar that redraws itself on a terminal, plain lines elsewhere, or nothing.
///
/// It may be called from any thread and at any rate: it draws at most ten times a second. Only one stage is active;
/// `begin` ends the previous one.
package final class ProgressDisplay: Sendable {
  /// How progress is shown.
  package enum Mode: Hashable, Sendable {
    /// A single line of the terminal that is redrawn.
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
  ///   - write: writes text unchanged; called in order, under a lock.
  ///   - width: columns of the terminal, read at each drawing because windows change size.
  ///   - now: seconds of a monotonic clock.
  package init(
    mode: Mode, write: @escaping @Sendable (String) -> Void, width: @escaping @Sendable () -> Int = { 80 },
    now: @escaping @Sendable () -> Double = MonotonicClock.seconds
  ) {
    self.mode = mode
    self.write = write
    self.width = width
    self.now = now
  }

  /// The display of a program, on standard error: a bar on a terminal, lines elsewhere, silent if requested.
  package convenience init(isQuiet: Bool = false, terminal: Terminal = .error) {
    let mode: Mode = isQuiet ? .silent : terminal.isInteractive ? .bar : .lines
    self.init(mode: mode, write: StandardError.write, width: { terminal.width })
  }

  /// Begins a stage and ends the one before.
  ///
  /// - Parameters:
  ///   - stage: the name of the stage, such as `Reading ways`.
  ///   - unit: the unit of the count, in the plural.
  package func begin(_ stage: String, unit: String = "objects") {
    current.withLock {
      settle(&$0)
      $0.state = ProgressState(stage: stage, unit: unit)
      $0.begin = now()
      $0.drawnAt = mode == .lines ? $0.begin : -.infinity
      drawIfDue(&$0)
    }
  }

  /// Sets the part of the stage that was finished before it began, which does not count for its speed.
  ///
  /// Does nothing without an active stage.
  ///
  /// - Parameters:
  ///   - fraction: the finished fraction, 0 to 1.
  ///   - count: the number of finished units.
  package func setEarlier(fraction: Double, count: Int64) {
    current.withLock {
      $0.state?.earlierFraction = fraction
      $0.state?.earlierCount = count
    }
  }

  /// Sets the progress of the stage. Does nothing without an active stage.
  ///
  /// - Parameters:
  ///   - fraction: the finished fraction, 0 to 1; nil when unknown.
  ///   - count: the number of finished units; nil when nothing is counted.
  package func update(fraction: Double? = nil, count: Int64? = nil) {
    current.withLock {
      guard $0.state != nil else { return }
      $0.state?.fraction = fraction
      $0.state?.count = count
      drawIfDue(&$0)
    }
  }

  /// Ends the stage and replaces its line by a summary.
  package func end() { current.withLock { settle(&$0) } }

  /// Removes the bar without a summary, before an error is printed.
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

  /// Removes the bar while something else is written, and draws it again below.
  ///
  /// Runs the body even if the display is silent.
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
      // Returns to the first column, writes the new line, and erases the rest of the old one.
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

/// A monotonic clock for measurements.
package enum MonotonicClock {
  /// Seconds since an arbitrary moment in the past.
  @Sendable package static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
