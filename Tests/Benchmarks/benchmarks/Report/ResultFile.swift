import Foundation

/// A run as JSON: the format of `--json` and of the stored baseline.
struct ResultFile: Codable {
  let machine: Machine
  /// The extracts with their sizes in bytes.
  let data: [String: Int]
  /// The load of the machine at the start; above the number of cores, times mean little.
  let load: Double
  let rounds: Int
  /// Measurements of each build by its letter.
  let builds: [String: [Measurements.Entry]]

  /// Reads a file that ``write(to:)`` wrote.
  init(path: String) throws {
    self = try JSONDecoder().decode(ResultFile.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  init(machine: Machine, data: [String: Int], load: Double, rounds: Int, builds: [String: [Measurements.Entry]]) {
    self.machine = machine
    self.data = data
    self.load = load
    self.rounds = rounds
    self.builds = builds
  }

  /// Writes the file; the same run always gives the same bytes.
  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: URL(fileURLWithPath: path))
  }

  /// The median of a measurement of the first build.
  func median(_ name: String) -> Double? { builds["A"]?.first { $0.name == name }?.median }
}
