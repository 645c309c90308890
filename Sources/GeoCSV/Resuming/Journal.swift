import GeoSupport

/// The file beside an unfinished output that says from where to go on.
///
/// It is text: a heading, the plan of the run (input, options, data) in readable lines, and then a line for each checkpoint. Lines are only
/// appended, each sealed by a hash, so that whatever moment the run is killed at, all lines but perhaps the last are whole.
struct Journal {
  static let heading = "geocode csv journal 2"
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
    lines.removeLast()  // What stands behind the last line break is a torn line, or nothing.
    guard let first = lines.first else { return Record() }
    guard first == heading else {
      throw EnrichmentError(
        .resume, "\(path) is no journal of this version of geocode csv; --force starts the run anew")
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
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw EnrichmentError(.resume, "\(path) cannot be read: \(systemMessage())")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let received = Glibc.read(descriptor, &buffer, buffer.count)
      guard received > 0 else { return bytes }
      bytes += buffer[..<received]
    }
  }
}
