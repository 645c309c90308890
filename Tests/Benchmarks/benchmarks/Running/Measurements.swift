/// The values of measurements by name, one for each run, in the order in which they first came.
struct Measurements {
  /// A measurement and what its runs gave.
  struct Entry: Codable {
    let name: String
    let unit: String
    var values: [Double]

    /// The middle value; of an even number, the lower of the two in the middle.
    var median: Double { values.isEmpty ? 0 : values.sorted()[(values.count - 1) / 2] }
    /// Whether more is better.
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

  /// Adds lines of `name, tab, value, tab, unit`; other lines are left out.
  mutating func add(lines: String) {
    for line in lines.split(separator: "\n") {
      let fields = line.split(separator: "\t")
      guard fields.count == 3, let value = Double(fields[1]) else { continue }
      add(String(fields[0]), value, String(fields[2]))
    }
  }

  /// The measurement of a name, if it was made.
  subscript(name: String) -> Entry? { positions[name].map { entries[$0] } }
}
