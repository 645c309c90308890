import Foundation
import GeoTestKit

/// An example of the README's chapter on the daemon: a block that a shell or Python runs. Each asks about one coordinate, which
/// the test replaces by one that its invented village knows.
struct DaemonExamples: CustomStringConvertible, Sendable {
  /// `sh` or `python`.
  let language: String
  let text: String
  var description: String { String(text.prefix { !$0.isNewline }) }

  private static let documented = "37.77 -122.41"

  /// All blocks of the chapter that ask in a language.
  static func all(_ language: String) throws -> [DaemonExamples] {
    let document = try String(contentsOfFile: SharedData.packageRoot + "/README.md", encoding: .utf8)
    let chapter = document.components(separatedBy: "\n## ").first { $0.hasPrefix("The daemon\n") } ?? ""
    let parts = chapter.components(separatedBy: "\n```")
    let blocks = stride(from: 1, to: parts.count, by: 2).map { index in
      let lines = parts[index].split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return DaemonExamples(language: String(lines[0]), text: String(lines.last ?? ""))
    }
    let asking = blocks.filter { $0.language == "python" || $0.text.contains("nc -N") }
    guard asking.count >= 3 else { throw ProgramError(message: "the README's examples of the daemon were not found") }
    return asking.filter { $0.language == language }
  }

  /// Whether a program that examples need is on this machine.
  static func canRun(_ program: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  /// What a shell runs.
  func command(at corner: String) -> String {
    let parts = corner.split(separator: " ")
    let moved =
      text.replacingOccurrences(of: DaemonExamples.documented, with: corner)
      .replacingOccurrences(
        of: #""latitude": 37.77, "longitude": -122.41"#, with: #""latitude": \#(parts[0]), "longitude": \#(parts[1])"#)
    return language == "python" ? "python3 - <<'END'\n\(moved)\nEND" : moved
  }

  /// What it prints about the village.
  var output: String {
    let answer = "Lindenweg 7, 9490 Musterdorf, Liechtenstein\n"
    return text.contains("paste") ? "\(Village.corner)\t\(answer)" : answer
  }
}
