import GeoModel

/// One run: reads a file of coordinates, and writes the same file with addresses.
///
/// 1. The beginning of the input says what kind of file it is and where the coordinates are: the plan.
/// 2. The geocoder is opened, and the output; an unfinished one is gone on with behind its last checkpoint.
/// 3. The ``Pipeline`` does the work. At the end the output gets its name.
public struct Enrichment: Sendable {
  /// Who answers, and what of it must be the same when a run is gone on with (such as the date of the data).
  public struct Source: Sendable {
    var geocoder: any ReverseGeocoding
    var identity: String
    var attribution: [String]

    /// A geocoder with what identifies its data, and with the lines that its licenses ask for.
    public init(geocoder: any ReverseGeocoding, identity: String, attribution: [String] = []) {
      self.geocoder = geocoder
      self.identity = identity
      self.attribution = attribution
    }
  }

  /// What to read.
  public var input: InputFile
  /// Where to write; nil: standard output.
  public var outputPath: String?
  /// What to do with what is there already.
  public var mode: OutputFile.Mode
  /// What to add and how.
  public var options: EnrichmentOptions
  /// Opens the geocoder, once it is certain that there is work for it.
  public var openSource: @Sendable () async throws -> Source
  /// Ends the run at the next place from which it can be resumed.
  public var stop = StopSignal()
  /// Told things that the user should know while it runs, a sentence each.
  public var note: @Sendable (String) -> Void = { _ in }
  /// Told once how the input is understood, in a few phrases: delimiter, columns, new names.
  public var decided: @Sendable ([String]) -> Void = { _ in }
  /// Told how far the run is, after every chunk.
  public var progress: @Sendable (EnrichmentProgress) -> Void = { _ in }

  /// A run with the usual options.
  public init(
    input: InputFile, outputPath: String?, mode: OutputFile.Mode, options: EnrichmentOptions,
    openSource: @escaping @Sendable () async throws -> Source
  ) {
    self.input = input
    self.outputPath = outputPath
    self.mode = mode
    self.options = options
    self.openSource = openSource
  }

  /// Does the work.
  ///
  /// - Returns: what was done; a run that was asked to stop has left its state beside the output.
  /// - Throws: ``EnrichmentError`` with advice.
  public func run() async throws -> EnrichmentSummary {
    let start = ContinuousClock.now
    if !options.isDryRun { try OutputFile.check(path: outputPath, mode: mode, input: input) }
    var head = try InputHead(input, bytes: options.tuning.sampleBytes, stop: stop)
    let format = try options.format ?? FormatDetection.format(of: head.bytes, name: input.name)
    var summary = try await run(format, &head)
    summary.duration = start.duration(to: .now)
    return summary
  }
}
