import ArgumentParser
import GeoCSV

/// The options of `geocode csv` about which rows are taken and what bad ones do. All of them leave the order as it is.
struct CSVRowOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Take only the first rows, to try things out.", valueName: "number"))
  var limitRows: Int?

  @Option(
    help: ArgumentHelp(
      "Take only some rows, spread over the whole file: a share such as 1%, or a number such as 1000. Always the same ones.",
      valueName: "share or number"))
  var sample: String?

  @Flag(help: "Read and check only: tell what would be done, and how many rows have usable coordinates.")
  var dryRun = false

  @Flag(help: "Stop at the first row without a usable coordinate.")
  var strict = false

  func validate() throws {
    if let limitRows, limitRows < 0 { throw ValidationError("--limit-rows \(limitRows): give a number, 0 or more") }
    if limitRows != nil, sample != nil { throw ValidationError("--limit-rows and --sample exclude each other") }
    _ = try spreadSample()
  }

  /// Sets what was given.
  func apply(to options: inout EnrichmentOptions) throws {
    if let limitRows { options.sample = .first(limitRows) }
    if let spread = try spreadSample() { options.sample = spread }
    options.isDryRun = dryRun
    options.isStrict = strict
  }

  /// A whole number is one of rows; with a percent sign or below 1 it is a share.
  private func spreadSample() throws -> RowSample? {
    guard let sample else { return nil }
    if let count = Int(sample), count > 0 { return .spread(count, of: nil) }
    let isPercent = sample.hasSuffix("%")
    let number = Double(isPercent ? String(sample.dropLast()) : sample).map { isPercent ? $0 / 100 : $0 }
    guard let number, number > 0, number <= 1 else {
      throw ValidationError("--sample '\(sample)': give a share such as 1% or 0.01, or a number of rows such as 1000")
    }
    return .share(number)
  }
}
