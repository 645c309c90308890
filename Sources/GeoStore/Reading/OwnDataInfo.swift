import GeoModel

/// Data of one's own that a store was made of beside its extracts: a table of addresses, or a layer of areas.
public struct OwnDataInfo: Hashable, Sendable {
  /// What it is called: the layer's name, or that of the table's file without what says the format, on one line, and without what a terminal would obey.
  public var name: String
  /// How many rows, or features, it has.
  public var rows: Int
  /// How many of them are houses, or areas, of the store.
  public var used: Int
  /// How many are not, by the stable name of the reason.
  public var dropped: [String: Int]

  /// Data with their counts.
  public init(name: String, rows: Int, used: Int, dropped: [String: Int]) {
    self.name = ForeignText.visible(ForeignText.oneLine(name))
    (self.rows, self.used, self.dropped) = (rows, used, dropped)
  }

  /// The reasons for which rows were dropped, most frequent first.
  public var reasons: [(name: String, count: Int)] {
    dropped.map { (name: $0.key, count: $0.value) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}

// As a store keeps it: name, rows, used and `reason=count` for each reason, with tabs between them.
extension OwnDataInfo {
  /// All of it as one line.
  package var line: String {
    ([name, String(rows), String(used)] + reasons.map { "\($0.name)=\($0.count)" }).joined(separator: "\t")
  }

  /// Reads a line of a store; what is missing there is 0.
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
