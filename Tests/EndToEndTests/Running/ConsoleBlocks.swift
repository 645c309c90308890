import Foundation

/// The examples of a document: fenced blocks of the language `console`, in which a line with `$ ` is a command and its
/// output follows.
struct ConsoleBlocks {
  /// One command with its documented output.
  struct Example {
    var command: String
    var output: String
    /// Number of the command's line in the document, from 1.
    var line: Int
  }

  /// All examples, in the document's order.
  let examples: [Example]

  /// Reads the examples of a document.
  init(_ document: String) {
    var examples: [Example] = []
    var isInside = false
    for (index, line) in document.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.hasPrefix("```") {
        isInside = line == "```console"
      } else if isInside, line.hasPrefix("$ ") {
        examples.append(Example(command: String(line.dropFirst(2)), output: "", line: index + 1))
      } else if isInside, !examples.isEmpty {
        examples[examples.count - 1].output += line + "\n"
      }
    }
    self.examples = examples
  }

  /// Replaces the outputs in a document.
  static func replacing(outputs: [String], in document: String) -> String {
    var result: [Substring] = []
    var isInside = false
    var next = outputs[...]
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isInside = line == "```console" }
      guard isInside, !line.hasPrefix("```") else {
        result.append(line)
        continue
      }
      guard line.hasPrefix("$ ") else { continue }
      result.append(line)
      result += (next.popFirst() ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }
    return result.joined(separator: "\n")
  }
}
