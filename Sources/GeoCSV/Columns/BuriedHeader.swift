/// Finds a header below other lines: reports and trackers write a title, a date or remarks above their tables.
enum BuriedHeader {
  /// How many lines are searched.
  private static let depth = 50

  /// The number of the first line, from 2 on, that names a latitude and a longitude; nil when there is none.
  static func line(in head: [UInt8]) -> Int? {
    let lines = head.split(separator: Byte.lineFeed, maxSplits: depth, omittingEmptySubsequences: false)
    return lines.prefix(depth).indices.dropFirst().first { isHeader(lines[$0]) }.map { $0 + 1 }
  }

  /// Longer lines are skipped, because this is only for advice.
  private static let longestLine = 256 << 10

  private static func isHeader(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count <= longestLine else { return false }
    return [Byte.comma, Byte.semicolon, Byte.tab, Byte.pipe].contains { delimiter in
      let names = line.withUnsafeBytes { RowFields.texts(of: $0, delimiter: delimiter) }
      let finder = ColumnFinder(names: names, fieldCount: names.count, note: { _ in })
      guard names.count > 1, case .pair = try? finder.find(EnrichmentOptions()) else { return false }
      return true
    }
  }

  /// Adds advice to the error for a first line without coordinate columns, if a later line has them.
  static func advised(
    _ error: EnrichmentError, in head: [UInt8], _ options: EnrichmentOptions
  ) -> EnrichmentError {
    let isGiven = options.coordinateColumn != nil || options.latitudeColumn != nil || options.longitudeColumn != nil
    guard !isGiven, options.hasHeader, let line = line(in: head) else { return error }
    var error = error
    error.message += ". Line \(line) looks like the header: tail -n +\(line) FILE | geocode csv"
    return error
  }
}
