import GeoModel

/// The user's own data that a store was made with besides its extracts: an address table, a postal code table or a
/// layer of areas.
public struct OwnDataInfo: Hashable, Sendable {
  /// Its name: the layer's name, or the table's file name without the format's extension.
  ///
  /// It is a single line without terminal control characters.
  public var name: String
  /// The number of its rows or features.
  public var rows: Int
  /// The number of rows that became houses, areas or points of the store.
  public var used: Int
  /// The number of dropped rows, by the stable name of the reason.
  public var dropped: [String: Int]

  /// Makes the data's counts, cleaning up the name.
  public init(name: String, rows: Int, used: Int, dropped: [String: Int]) {
    self.name = ForeignText.visible(ForeignText.oneLine(name))
    (self.rows, self.used, self.dropped) = (rows, used, dropped)
  }

  /// The reasons why rows were dropped, most frequent first.
  public var reasons: [(name: String, count: Int)] {
    dropped.map { (name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}

// Stored as name, rows, used and one `reason=count` for each reason, separated by tabs.
extension OwnDataInfo {
  /// Its single-line form in a store.
  package var line: String {
    ([name, String(rows), String(used)] + reasons.map { "\($0.name)=\($0.count)" }).joined(separator: "\t")
  }

  /// Parses a line of a store. Missing numbers are 0.
  package init(line: String) {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
    func number(_ index: Int) -> Int { index < parts.count ? Int(parts[index]) ?? 0 : 0 }
    let reasons = parts.dropFirst(3).compactMap { part -> (String, Int)? in
      let pair = part.split(separator: "=")
      return pair.count == 2 ? Int(pair[1]).map { (String(pair[0]), $0) } : nil
    }
    self.init(
      name: parts.first.map(String.init) ?? "", rows: number(1), used: number(2),
      dropped: Dictionary(reasons, uniquingKeysWith: +))
  }
}
