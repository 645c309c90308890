/// What has to be the same in a run that goes on with another: input, options, data. It is kept in the journal in readable lines.
struct RunPlan {
  /// One `name: value` a line.
  let lines: [String]
  private let input: InputFile

  init(input: InputFile, head: InputHead, options: EnrichmentOptions, decisions: [String], identity: String) {
    self.input = input
    let beginning = InputDigest(head.bytes.prefix(4096)).hash
    lines =
      [
        "input length: \(input.length.map(String.init) ?? "unknown")",
        "input begins with: \(String(beginning, radix: 16))",
        "data: \(identity)",
      ] + decisions + options.journalLines
  }

  /// The last checkpoint from which this run can go on; nil: start from the beginning.
  ///
  /// - Throws: ``EnrichmentError`` that names what differs from the interrupted run.
  func checkpoint(of earlier: Journal.Record?, in output: OutputFile) throws(EnrichmentError) -> Checkpoint? {
    guard let earlier, let plan = earlier.plan else { return nil }
    if let (old, new) = zip(plan, lines).first(where: { $0 != $1 }) {
      throw EnrichmentError(
        .resume,
        "this is not the run that was interrupted. Then: \(old). Now: \(new). Repeat the earlier command with --resume, or start anew with --force"
      )
    }
    let length = output.length
    return earlier.checkpoints.last { $0.outputLength <= length }
  }
}

extension EnrichmentOptions {
  /// Every option that changes the output, one a line.
  fileprivate var journalLines: [String] {
    [
      "header: \(hasHeader)", "swap: \(swapsCoordinates)", "ragged: \(raggedRows.rawValue)",
      "encoding: \(encoding.rawValue)",
      "columns: \(columns.map(\.rawValue).joined(separator: ","))", "prefix: \(prefix.journalled)",
      "template: \((template?.source ?? "").journalled)", "escaped formulas: \(escapesFormulas)",
      "languages: \(languages.joined(separator: ",").journalled)", "detail: \(detail.rawValue)",
      "maximum distance: \(maximumDistanceMeters.map { "\($0)" } ?? "usual")", "rows: \(sample)",
    ]
  }
}

extension String {
  /// On one line, whatever was typed.
  fileprivate var journalled: String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
  }
}
