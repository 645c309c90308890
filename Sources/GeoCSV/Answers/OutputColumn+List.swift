import GeoModel

extension OutputColumn {
  /// Parses the list given to `--columns`: names separated by commas, in any case, as `houseNumber` or `house_number`.
  ///
  /// `all` means every column except codes, columns of layers, and columns of roads, which need a search of their own.
  ///
  /// - Parameter layers: the names of the layers of the user's own areas, which are columns too.
  /// - Throws: ``EnrichmentError`` that lists the known names.
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

  /// The error for an unknown column of an option.
  package static func unknown(_ word: String, layers: [String], option: String = "--columns") -> EnrichmentError {
    let names = allCases.map(\.name) + layers
    return EnrichmentError(
      .usage, "\(option): there is no column \"\(word)\". There are: \(names.joined(separator: ", "))",
      unknownName: .init(typed: word, known: names))
  }
}
