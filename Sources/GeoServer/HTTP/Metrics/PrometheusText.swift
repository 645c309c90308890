/// Writes figures in Prometheus' text format (version 0.0.4).
struct PrometheusText {
  /// The kind of document, for `Content-Type`.
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// What was written so far.
  private(set) var text = ""

  /// Begins a family of figures.
  mutating func begin(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  /// One figure of a family.
  mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
    let list = labels.map { "\($0.0)=\"\(PrometheusText.escaped($0.1))\"" }.joined(separator: ",")
    let isWhole = value == value.rounded() && abs(value) < 1e15
    text += "\(name)\(list.isEmpty ? "" : "{\(list)}") \(isWhole ? "\(Int(value))" : "\(value)")\n"
  }

  /// A family of one figure.
  mutating func single(_ name: String, _ type: String, _ help: String, _ value: Double) {
    begin(name, type, help)
    sample(name, [], value)
  }

  private static func escaped(_ value: String) -> String {
    value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
  }
}
