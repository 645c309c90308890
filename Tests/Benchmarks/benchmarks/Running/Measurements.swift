/// The values of measurements by name, one for each run, in order of first appearance.
struct Measurements {
  /// A measurement with the values of its runs.
  struct Entry: Codable {
    let name: String
    let unit: String
    var values: [Double]

    /// The median; of an even number of values, the lower one in the middle.
    var median: Double { values.isEmpty ? 0 : values.sorted()[(values.count - 1) / 2] }
    /// Whether larger values are better.
    var isRate: Bool { unit == "/s" }
  }

  private(set) var entries: [Entry] = []
  private var positions: [String: Int] = [:]

  /// Adds the value of one run.
  mutating func add(_ name: String, _ value: Double, _ unit: String) {
    if let position = positions[name] {
      entries[position].values.append(value)
    } else {
      positions[name] = entries.count
      entries.append(Entry(name: name, unit: unit, values: [value]))
    }
  }

  /// Adds lines of `name, tab, value, tab, unit`; other lines are ignored.
  mutating func add(lines: String) {
    for line in lines.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count == 3, let value = Double(fields[1]) else { continue }
      add(String(fields[0]), value, String(fields[2]))
    }
  }

  /// The measurement with a name, if there is one.
  subscript(name: String) -> Entry? { positions[name].map { entries[$0] } }
}
