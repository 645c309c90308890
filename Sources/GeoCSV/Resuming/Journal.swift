import GeoSupport

/// The file beside an unfinished output that records from where to continue.
///
/// It is text: a heading, the plan of the run (input, options, data) in readable lines, and then a line for each
/// checkpoint. Lines are only appended, and each checkpoint has a hash. So all lines except perhaps the last are
/// complete whenever the run is killed.
struct Journal {
  /// The version of the format and of everything that a resumed run relies on.
  static let heading = "geocode csv journal 6"
  private static let endOfPlan = "---"

  /// The content of an earlier run's journal.
  struct Record {
    /// The lines of the plan; nil when the run was killed before writing them.
    var plan: [String]?
    /// All complete checkpoints, oldest first.
    var checkpoints: [Checkpoint] = []
    /// The length of the output in bytes, once it was complete.
    var completeLength: Int?
  }

  /// Reads an earlier run's journal; nil when there is none.
  ///
  /// - Throws: ``EnrichmentError`` when it cannot be read or is not a journal.
  static func read(_ path: String) throws(EnrichmentError) -> Record? {
    guard let bytes = try readFile(path) else { return nil }
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    lines.removeLast()  // Removes the torn line, or the empty text, behind the last line break.
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

  /// The beginning of a new journal.
  static func opening(plan: [String]) -> String { ([heading] + plan + [endOfPlan]).joined(separator: "\n") + "\n" }

  /// The line for a complete output, which only has to be renamed.
  static func completeLine(length: Int) -> String { Checkpoint.sealed("complete \(length)") }

  private static func readFile(_ path: String) throws(EnrichmentError) -> [UInt8]? {
    do throws(FileContents.Failure) { return try FileContents.bytes(of: path) } catch {
      if error.code == ENOENT { return nil }
      throw EnrichmentError(.resume, "\(path) cannot be read: \(error.message)")
    }
  }
}

/// A state from which a run can continue, with the finished lengths of input and output.
struct Checkpoint: Sendable, Equatable {
  /// The position in the input.
  var position = InputPosition(offset: 0, row: 0)
  /// The digest of the input up to this position.
  var inputDigest = InputDigest()
  /// The length of the output up to this position, in bytes.
  var outputLength = 0
  /// The counts up to this position.
  var tally = Tally()
}

extension Checkpoint {
  /// The line for the journal, without its line break: numbers separated by blanks, and their hash at the end.
  var line: String {
    let numbers =
      [
        position.offset, outputLength, position.row, position.isWhole ? 1 : 0,
        Int(bitPattern: UInt(inputDigest.hash)),
      ] + tally.slots
    return Checkpoint.sealed("@ " + numbers.map(String.init).joined(separator: " "))
  }

  /// Parses a line; nil when it is torn or something else.
  init?(line: Substring) {
    guard let body = Checkpoint.unsealed(line), body.hasPrefix("@ ") else { return nil }
    let numbers = body.dropFirst(2).split(separator: " ").compactMap { Int($0) }
    guard numbers.count > 5, let tally = Tally(slots: Array(numbers[5...])) else { return nil }
    position = InputPosition(offset: numbers[0], row: numbers[2], isWhole: numbers[3] == 1)
    inputDigest = InputDigest(length: numbers[0], hash: UInt64(UInt(bitPattern: numbers[4])))
    outputLength = numbers[1]
    self.tally = tally
  }

  /// Appends the hash to a line.
  static func sealed(_ body: String) -> String { body + " #" + String(InputDigest(body.utf8).hash, radix: 16) }

  /// Removes the hash from a line; nil when it does not fit, as in a line that was cut by a crash.
  static func unsealed(_ line: Substring) -> Substring? {
    guard let mark = line.lastIndex(of: "#"), mark > line.startIndex else { return nil }
    let body = line[..<line.index(before: mark)]
    return String(InputDigest(body.utf8).hash, radix: 16) == line[line.index(after: mark)...] ? body : nil
  }
}

/// The facts that must be the same when a run is resumed: input, options, data.
///
/// The journal keeps them in readable lines.
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
  /// - Throws: ``EnrichmentError`` that names the difference from the interrupted run.
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
  /// The options that change the output, one per line, but for those that the decisions about the input cover.
  fileprivate var journalLines: [String] {
    let further: [String?] = [
      tracks.map { "tracks: \($0.journalled.journalled)" }, worldview.map { "worldview: \($0.countryCode)" },
    ]
    return [
      "header: \(hasHeader)", "swap: \(swapsCoordinates)",
      "letter o: \(letterO?.rawValue ?? "as the table tells")", "ragged: \(raggedRows.rawValue)",
      "encoding: \(encoding.rawValue)",
      "columns: \(columns.map(\.name).joined(separator: ","))", "prefix: \(prefix.journalled)",
      "template: \((template?.source ?? "").journalled)", "escaped formulas: \(escapesFormulas)",
      "languages: \(languages.joined(separator: ",").journalled)", "detail: \(detail.rawValue)",
      "maximum distance: \(maximumDistanceMeters.map { "\($0)" } ?? "usual")", "rows: \(sample)",
    ] + further.compactMap { $0 }
  }
}

extension String {
  /// The text on a single line, whatever the user typed.
  fileprivate var journalled: String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\\n")
  }
}
