/// Progress as text. Pure: the same state and width give the same line.
public enum ProgressLine {
  /// One line for a terminal, such as
  /// `Reading ways  [########------------]  40 %  512k objects/s  0:12 left`.
  ///
  /// - Parameters:
  ///   - state: how far the stage is.
  ///   - width: columns of the terminal. The line is always shorter, as some terminals wrap when the last column is written;
  ///     where space is short the bar goes first, then the rate, then the time.
  public static func bar(_ state: ProgressState, width: Int) -> String {
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

  /// The line that stays when a stage is done: `Reading ways: 273,238 objects in 0.4 s (683k objects/s)`.
  public static func summary(_ state: ProgressState) -> String {
    let seconds = Figures.fixed(state.elapsedSeconds, 1) + " s"
    guard let count = state.count else { return "\(state.stage): \(seconds)" }
    let rate = state.rate.map { " (\(Figures.short($0)) \(state.unit)/s)" } ?? ""
    return "\(state.stage): \(Figures.grouped(count)) \(state.unit) in \(seconds)\(rate)"
  }

  /// The line for a log in the middle of a long stage: `Reading ways: 40 %, 512k objects/s, 0:12 left`.
  public static func interim(_ state: ProgressState) -> String {
    var parts: [String] = []
    if let fraction = state.fraction { parts.append("\(Int(clamped(fraction) * 100)) %") }
    if state.fraction == nil, let count = state.count { parts.append("\(Figures.grouped(count)) \(state.unit)") }
    if let rate = state.rate { parts.append("\(Figures.short(rate)) \(state.unit)/s") }
    if let left = state.remainingSeconds { parts.append("\(Figures.clock(seconds: left)) left") }
    return parts.isEmpty ? state.stage : "\(state.stage): " + parts.joined(separator: ", ")
  }

  /// The line with a bar in it; nil when there is no room for one or no fraction to draw.
  private static func drawn(_ state: ProgressState, _ figures: [String], _ room: Int) -> String? {
    guard let fraction = state.fraction else { return nil }
    let rest = figures.joined(separator: "  ")
    // Room for the longest figures is kept free from the start, so that the bar does not change its length while it grows.
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
