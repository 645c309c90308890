import GeoConsole

/// Values of options: from the command line, else from the environment, where `GEOCODED_` stands before the name.
enum OptionSource {
  /// Replaces a field where there is a value.
  static func set<Value>(_ field: inout Value, _ value: @autoclosure () throws -> Value?) rethrows {
    if let value = try value() { field = value }
  }

  /// A whole number.
  ///
  /// - Throws: ``ProgramFailure`` when the environment holds something else.
  static func count(_ option: Int?, _ variable: String) throws(ProgramFailure) -> Int? {
    if let option { return option }
    guard let text = Environment["GEOCODED_" + variable] else { return nil }
    guard let value = Int(text) else {
      throw ProgramFailure(.usage, "GEOCODED_\(variable) is '\(text)', which is no whole number")
    }
    return value
  }

  /// A time in seconds.
  ///
  /// - Throws: ``ProgramFailure`` when it makes no sense.
  static func seconds(
    _ option: Double?, _ variable: String, allowsZero: Bool = false
  ) throws(ProgramFailure) -> Duration? {
    let text = option == nil ? Environment["GEOCODED_" + variable] : nil
    guard let value = option ?? text.flatMap(Double.init) else {
      if let text { throw ProgramFailure(.usage, "GEOCODED_\(variable) is '\(text)', which is no number of seconds") }
      return nil
    }
    guard value.isFinite, value <= 1e8, allowsZero ? value >= 0 : value >= 0.01 else {
      throw ProgramFailure(.usage, "\(value) seconds make no sense as \(variable.lowercased())")
    }
    return .seconds(value)
  }
}
