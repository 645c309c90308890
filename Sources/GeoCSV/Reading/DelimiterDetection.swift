/// Finds the delimiter from the first rows.
///
/// 1. For each candidate the first rows are cut, by the same rules as later.
/// 2. A candidate counts that gives the header more than one field. The best is the one that cuts most rows into as many fields as the
///    header; among equals, the one that gives more fields.
/// 3. If none does, the file has one column, and the comma is as good as any.
enum DelimiterDetection {
  private static let candidates: [UInt8] = [Byte.comma, Byte.semicolon, Byte.tab, Byte.pipe]
  private static let rowLimit = 100

  /// The delimiter of a sample from the beginning of the rows.
  static func delimiter(of sample: UnsafeRawBufferPointer, isWhole: Bool) -> UInt8 {
    var best = (delimiter: Byte.comma, agreement: 0.0, fields: 1)
    for candidate in candidates {
      let counts = fieldCounts(sample, candidate, isWhole: isWhole)
      guard let header = counts.first, header > 1 else { continue }
      let agreement = Double(counts.count { $0 == header }) / Double(counts.count)
      if (agreement, header) > (best.agreement, best.fields) { best = (candidate, agreement, header) }
    }
    return best.delimiter
  }

  /// The number of fields of each of the first rows, blank ones aside.
  private static func fieldCounts(_ sample: UnsafeRawBufferPointer, _ delimiter: UInt8, isWhole: Bool) -> [Int] {
    var splitter = DelimitedSplitter(delimiter: delimiter)
    var ends: [Int] = []
    // A sample that is cut somewhere has its last, unfinished row left out, unless there is no other.
    splitter.split(sample, isLast: isWhole, into: &ends)
    if ends.isEmpty { ends = [sample.count] }
    var counts: [Int] = []
    var start = 0
    for end in ends.prefix(rowLimit) {
      var fields = RowFields(row: UnsafeRawBufferPointer(rebasing: sample[start..<end]), delimiter: delimiter)
      start = end
      fields.skipRest()
      if !fields.content.isEmpty { counts.append(fields.count) }
    }
    return counts
  }

  /// As messages name it.
  static func name(_ delimiter: UInt8) -> String {
    switch delimiter {
    case Byte.comma: "comma"
    case Byte.semicolon: "semicolon"
    case Byte.tab: "tab"
    case Byte.pipe: "pipe"
    default: "\"\(Character(Unicode.Scalar(delimiter)))\""
    }
  }
}
