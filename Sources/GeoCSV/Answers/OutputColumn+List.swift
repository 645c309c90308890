import GeoModel

extension OutputColumn {
  /// Reads the list of `--columns`: names in any case, `houseNumber` as well as `house_number`, separated by commas; `all` means every column.
  ///
  /// - Throws: ``EnrichmentError`` that lists the names there are.
  public static func list(_ text: String) throws(EnrichmentError) -> [OutputColumn] {
    var columns: [OutputColumn] = []
    for word in text.split(separator: ",") {
      if isAll(word) {
        columns += allCases
      } else if let column = OutputColumn(named: word) {
        columns.append(column)
      } else {
        throw EnrichmentError(
          .usage,
          "--columns: there is no column \"\(word)\". There are: \(allCases.map(\.name).joined(separator: ", "))",
          unknownName: .init(typed: String(word), known: allCases.map(\.name)))
      }
    }
    guard !columns.isEmpty else { throw EnrichmentError(.usage, "--columns: name at least one column") }
    var seen: Set<OutputColumn> = []
    return columns.filter { seen.insert($0).inserted }
  }
}
