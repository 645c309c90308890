import GeoModel

extension OutputColumn {
  /// Reads the list of `--columns`: names in any case, `houseNumber` as well as `house_number`, separated by commas; `all` means every column
  /// but those of roads, which take a look of their own into the store.
  ///
  /// - Parameter layers: the names of layers of one's own areas, which are columns, too, but not of `all`.
  /// - Throws: ``EnrichmentError`` that lists the names there are.
  public static func list(_ text: String, layers: [String] = []) throws(EnrichmentError) -> [OutputColumn] {
    var columns: [OutputColumn] = []
    for word in text.split(separator: ",") {
      if isAll(word) {
        columns += usualAll
      } else if layers.contains(String(word)) {
        columns.append(.layer(String(word)))
      } else if let column = OutputColumn(named: word) {
        columns.append(column)
      } else {
        throw unknown(String(word), layers: layers)
      }
    }
    guard !columns.isEmpty else { throw EnrichmentError(.usage, "--columns: name at least one column") }
    var seen: Set<OutputColumn> = []
    return columns.filter { seen.insert($0).inserted }
  }

  /// What is said of a column that is not there.
  package static func unknown(_ word: String, layers: [String]) -> EnrichmentError {
    let names = allCases.map(\.name) + layers
    return EnrichmentError(
      .usage, "--columns: there is no column \"\(word)\". There are: \(names.joined(separator: ", "))",
      unknownName: .init(typed: word, known: names))
  }
}
