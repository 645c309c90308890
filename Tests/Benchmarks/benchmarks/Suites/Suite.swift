/// A group of measurements. One call is one run of one build; the caller repeats runs and alternates builds.
protocol Suite {
  /// The suite's name on the command line.
  static var name: String { get }
  init()
  /// Measures a build once.
  func run(_ build: Build, _ bench: Workbench, into results: inout Measurements) throws
}
