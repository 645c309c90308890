import GeoModel

/// Lists columns with their descriptions, for help texts.
enum ColumnListing {
  /// Columns as lines of at most 80 characters, with aligned descriptions.
  static func text(_ columns: [OutputColumn]) -> String {
    let indent = 4 + (columns.map(\.name.count).max() ?? 0)
    return columns.map { column in
      ("  " + column.name).padded(to: indent) + folded(column.summary, indent: indent)
    }.joined(separator: "\n")
  }

  /// Wraps a text to at most 80 characters; all lines but the first are indented.
  static func folded(_ text: String, indent: Int = 0) -> String {
    var lines = [""]
    for word in text.split(separator: " ") {
      let line = lines[lines.count - 1]
      if line.isEmpty {
        lines[lines.count - 1] += word
      } else if indent + line.count + 1 + word.count <= 80 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n".padded(to: indent + 1))
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
