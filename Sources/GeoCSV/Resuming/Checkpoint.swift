/// A state from which a run can go on: so much of the input is answered, and so much of the output is on disk.
struct Checkpoint: Sendable, Equatable {
  /// Where the input goes on.
  var position: InputPosition
  /// The digest of the input up to there.
  var inputDigest: InputDigest
  /// Length of the output up to there, in bytes.
  var outputLength: Int
  /// What was counted up to there.
  var tally: Tally
}

extension Checkpoint {
  /// One line of the journal, without its line break: numbers, separated by blanks, and their hash at the end.
  var line: String {
    let numbers =
      [position.offset, outputLength, position.row, Int(bitPattern: UInt(inputDigest.hash))]
      + [position.splitterState.count] + position.splitterState + tally.slots
    return Checkpoint.sealed("@ " + numbers.map(String.init).joined(separator: " "))
  }

  /// The checkpoint of a line; nil when the line is torn or none.
  init?(line: Substring) {
    guard let body = Checkpoint.unsealed(line), body.hasPrefix("@ ") else { return nil }
    let numbers = body.dropFirst(2).split(separator: " ").compactMap { Int($0) }
    guard numbers.count > 5, numbers[4] >= 0, numbers.count >= 5 + numbers[4],
      let tally = Tally(slots: Array(numbers[(5 + numbers[4])...]))
    else { return nil }
    position = InputPosition(
      offset: numbers[0], row: numbers[2], splitterState: Array(numbers[5..<(5 + numbers[4])]))
    inputDigest = InputDigest(length: numbers[0], hash: UInt64(UInt(bitPattern: numbers[3])))
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
