/// Finds the delimiter from the first rows.
///
/// 1. The first rows are split at each candidate, by the same rules as later.
/// 2. Only candidates that split the header into several fields count. The best one splits the largest share of the
///    rows into as many fields as the header; among equals, the one with more fields wins.
/// 3. If there is none, the file has one column, and the comma is as good as any.
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

  /// The number of fields of each of the first rows, without blank ones.
  private static func fieldCounts(_ sample: UnsafeRawBufferPointer, _ delimiter: UInt8, isWhole: Bool) -> [Int] {
    var splitter = DelimitedSplitter(delimiter: delimiter)
    var ends: [Int] = []
    // If the sample ends in the middle of a row, that row is ignored, unless it is the only one.
    var known = -1
    while ends.count < rowLimit, ends.count > known {
      known = ends.count
      splitter.split(sample, isLast: isWhole, upTo: (ends.last ?? 0) + 1, into: &ends)
    }
    if ends.isEmpty { ends = [sample.count] }
    var counts: [Int] = []
    var start = 0
    for end in ends {
      var fields = RowFields(row: sample.part(start..<end), delimiter: delimiter)
      start = end
      fields.skipRest()
      if !fields.content.isEmpty { counts.append(fields.count) }
    }
    return counts
  }

  /// The delimiter's name in messages.
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
