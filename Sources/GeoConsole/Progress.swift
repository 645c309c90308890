import GeoSupport

/// The progress of one stage of long work.
package struct ProgressState: Hashable, Sendable {
  /// The name of the stage, such as `Reading ways`.
  package var stage: String
  /// The unit of the count, in the plural, such as `objects` or `rows`.
  package var unit: String
  /// The finished fraction of the stage, 0 to 1; nil when unknown.
  package var fraction: Double?
  /// The number of finished units; nil when nothing is counted.
  package var count: Int64?
  /// Seconds since the stage began.
  package var elapsedSeconds: Double
  /// The part of ``fraction`` that an interrupted earlier run has finished, which does not count for the speed.
  package var earlierFraction = 0.0
  /// The part of ``count`` that an earlier run has finished.
  package var earlierCount: Int64 = 0

  /// Creates the state of a stage.
  package init(
    stage: String, unit: String = "objects", fraction: Double? = nil, count: Int64? = nil, elapsedSeconds: Double = 0
  ) {
    self.stage = stage
    self.unit = unit
    self.fraction = fraction
    self.count = count
    self.elapsedSeconds = elapsedSeconds
  }

  /// Units per second since the stage began; nil while there is too little data.
  package var rate: Double? {
    guard let count, count > earlierCount, elapsedSeconds >= 0.05 else { return nil }
    return Double(count - earlierCount) / elapsedSeconds
  }

  /// Seconds until the stage ends at the current speed; nil while there is too little data.
  package var remainingSeconds: Double? {
    guard let fraction, fraction < 1, elapsedSeconds >= 0.5 else { return nil }
    let done = fraction - earlierFraction
    return done >= 0.01 ? elapsedSeconds * (1 - fraction) / done : nil
  }
}

/// Formats progress as text. Pure: the same state and width give the same line.
package enum ProgressLine {
  /// One line for a terminal, such as
  /// `Reading ways  [########------------]  40 %  512k objects/s  0:12 left`.
  ///
  /// - Parameters:
  ///   - state: the progress of the stage.
  ///   - width: columns of the terminal. The line is always shorter, because some terminals wrap after the last column.
  ///     If space is short, the bar is dropped first, then the rate, then the time.
  package static func bar(_ state: ProgressState, width: Int) -> String {
    let room = max(width - 1, 0)
    let percent = state.fraction.map { pad("\(Int(clamped($0) * 100))", to: 3) + " %" }
    let count = state.fraction == nil ? state.count.map { "\(Figures.grouped($0)) \(state.unit)" } : nil
    let rate = state.rate.map { "\(Figures.short($0)) \(state.unit)/s" }
    let time = state.remainingSeconds.map { "\(Figures.clock(seconds: $0)) left" }
    for optional in [[rate, time], [time], []] {
      let figures = ([percent, count] + optional).compactMap { $0 }
      let line = ([state.stage] + figures).joined(separator: "  ")
      guard line.count <= room else { continue }
      return drawn(state, figures, room) ?? line
    }
    return String(state.stage.prefix(room))
  }

  /// The line that remains after a stage: `Reading ways: 273,238 objects in 0.4 s (683k objects/s)`.
  package static func summary(_ state: ProgressState) -> String {
    let seconds = Figures.fixed(state.elapsedSeconds, 1) + " s"
    guard let count = state.count else { return "\(state.stage): \(seconds)" }
    let rate = state.rate.map { " (\(Figures.short($0)) \(state.unit)/s)" } ?? ""
    return "\(state.stage): \(Figures.grouped(count)) \(state.unit) in \(seconds)\(rate)"
  }

  /// The line for a log during a long stage: `Reading ways: 40 %, 512k objects/s, 0:12 left`.
  package static func interim(_ state: ProgressState) -> String {
    var parts: [String] = []
    if let fraction = state.fraction { parts.append("\(Int(clamped(fraction) * 100)) %") }
    if state.fraction == nil, let count = state.count { parts.append("\(Figures.grouped(count)) \(state.unit)") }
    if let rate = state.rate { parts.append("\(Figures.short(rate)) \(state.unit)/s") }
    if let left = state.remainingSeconds { parts.append("\(Figures.clock(seconds: left)) left") }
    return parts.isEmpty ? state.stage : "\(state.stage): " + parts.joined(separator: ", ")
  }

  /// The line with a bar; nil when there is no room for one, or the fraction is unknown.
  private static func drawn(_ state: ProgressState, _ figures: [String], _ room: Int) -> String? {
    guard let fraction = state.fraction else { return nil }
    let rest = figures.joined(separator: "  ")
    // Room for the longest figures is reserved from the start, so that the bar keeps its length while it fills.
    let longest = max(rest.count, "100 %  0.00k \(state.unit)/s  00:00 left".count)
    let cells = min(room - state.stage.count - longest - 6, 40)
    guard cells >= 8 else { return nil }
    let full = Int(Double(cells) * clamped(fraction))
    let bar = String(repeating: "#", count: full) + String(repeating: "-", count: cells - full)
    return "\(state.stage)  [\(bar)]  \(rest)"
  }

  private static func clamped(_ fraction: Double) -> Double { min(max(fraction, 0), 1) }

  private static func pad(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
