import GeoSupport

/// The file beside an unfinished output that says from where to continue.
///
/// It is text: a heading, the plan of the run (input, options, data) in readable lines, and then a line for each checkpoint. Lines are only
/// appended, each sealed by a hash, so that all but perhaps the last are whole whenever the run is killed.
struct Journal {
  /// Names the version of the format and of everything that a resumed run relies on.
  static let heading = "geocode csv journal 6"
  private static let endOfPlan = "---"

  /// What an earlier run left.
  struct Record {
    /// The plan's lines; nil when the run was killed before it had written them.
    var plan: [String]?
    /// All whole checkpoints, oldest first.
    var checkpoints: [Checkpoint] = []
    /// Length of the complete output, once it was complete.
    var completeLength: Int?
  }

  /// Reads what an earlier run left; nil when there is no journal.
  ///
  /// - Throws: ``EnrichmentError`` when it cannot be read or is not a journal.
  static func read(_ path: String) throws(EnrichmentError) -> Record? {
    guard let bytes = try readFile(path) else { return nil }
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    lines.removeLast()  // Behind the last line break is a torn line, or nothing.
    guard let first = lines.first else { return Record() }
    guard first == heading else {
      throw EnrichmentError(
        .resume, "\(path) is not a journal of this version of geocode csv; --force starts the run anew")
    }
    guard let end = lines.firstIndex(of: endOfPlan[...]) else { return Record() }
    var record = Record(plan: lines[1..<end].map(String.init))
    for line in lines[(end + 1)...] {
      if let checkpoint = Checkpoint(line: line) { record.checkpoints.append(checkpoint) }
      if let length = completeLength(line) { record.completeLength = length }
    }
    return record
  }

  private static func completeLength(_ line: Substring) -> Int? {
    guard let body = Checkpoint.unsealed(line), body.hasPrefix("complete ") else { return nil }
    return Int(body.dropFirst("complete ".count))
  }

  /// The first part of a new journal.
  static func opening(plan: [String]) -> String { ([heading] + plan + [endOfPlan]).joined(separator: "\n") + "\n" }

  /// The line that says that the output is complete, and only has to be renamed.
  static func completeLine(length: Int) -> String { Checkpoint.sealed("complete \(length)") }

  private static func readFile(_ path: String) throws(EnrichmentError) -> [UInt8]? {
    do throws(FileContents.Failure) { return try FileContents.bytes(of: path) } catch {
      if error.code == ENOENT { return nil }
      throw EnrichmentError(.resume, "\(path) cannot be read: \(error.message)")
    }
  }
}

/// A state from which a run can continue: so much of the input is answered, and so much of the output is on disk.
struct Checkpoint: Sendable, Equatable {
  /// Where to continue in the input.
  var position = InputPosition(offset: 0, row: 0)
  /// The digest of the input up to there.
  var inputDigest = InputDigest()
  /// Length of the output up to there, in bytes.
  var outputLength = 0
  /// What was counted up to there.
  var tally = Tally()
}

extension Checkpoint {
  /// One line of the journal, without its line break: numbers separated by blanks, and their hash at the end.
  var line: String {
    let numbers =
      [
        position.offset, outputLength, position.row, position.isWhole ? 1 : 0,
        Int(bitPattern: UInt(inputDigest.hash)),
      ] + tally.slots
    return Checkpoint.sealed("@ " + numbers.map(String.init).joined(separator: " "))
  }

  /// The checkpoint of a line; nil when the line is torn or something else.
  init?(line: Substring) {
    guard let body = Checkpoint.unsealed(line), body.hasPrefix("@ ") else { return nil }
    let numbers = body.dropFirst(2).split(separator: " ").compactMap { Int($0) }
    guard numbers.count > 5, let tally = Tally(slots: Array(numbers[5...])) else { return nil }
    position = InputPosition(offset: numbers[0], row: numbers[2], isWhole: numbers[3] == 1)
    inputDigest = InputDigest(length: numbers[0], hash: UInt64(UInt(bitPattern: numbers[4])))
    outputLength = numbers[1]
    self.tally = tally
  }

  /// A line with its hash behind it.
  static func sealed(_ body: String) -> String { body + " #" + String(InputDigest(body.utf8).hash, radix: 16) }

  /// The line without its hash; nil when the hash does not fit, as in a line that was cut by a crash.
  static func unsealed(_ line: Substring) -> Substring? {
    guard let mark = line.lastIndex(of: "#"), mark > line.startIndex else { return nil }
    let body = line[..<line.index(before: mark)]
    return String(InputDigest(body.utf8).hash, radix: 16) == line[line.index(after: mark)...] ? body : nil
  }
}

/// What has to be the same when a run is resumed: input, options, data. The journal keeps it in readable lines.
struct RunPlan {
  /// Lines of the form `name: value`.
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

  /// The last checkpoint from which this run can continue; nil: start from the beginning.
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
  /// Every option that changes the output, one per line.
  fileprivate var journalLines: [String] {
    [
      "header: \(hasHeader)", "swap: \(swapsCoordinates)",
      "letter o: \(letterO?.rawValue ?? "as the table tells")", "ragged: \(raggedRows.rawValue)",
      "encoding: \(encoding.rawValue)",
      "columns: \(columns.map(\.name).joined(separator: ","))", "prefix: \(prefix.journalled)",
      "template: \((template?.source ?? "").journalled)", "escaped formulas: \(escapesFormulas)",
      "languages: \(languages.joined(separator: ",").journalled)", "detail: \(detail.rawValue)",
      "maximum distance: \(maximumDistanceMeters.map { "\($0)" } ?? "usual")", "rows: \(sample)",
    ] + (tracks.map { ["tracks: \($0.journalled.journalled)"] } ?? [])
  }
}

extension String {
  /// On one line, whatever was typed.
  fileprivate var journalled: String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
  }
}
