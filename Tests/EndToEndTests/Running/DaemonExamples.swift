import Foundation
import GeoTestKit

/// An example of the daemon in the README or its pages: a block for a shell or Python.
///
/// Each one queries one coordinate, which the test replaces by one in its invented village.
struct DaemonExamples: CustomStringConvertible, Sendable {
  /// `sh` or `python`.
  let language: String
  /// The document of the example.
  let document: String
  let text: String
  var description: String { "\(document): \(text.prefix { !$0.isNewline })" }
  /// Whether it sends HTTP requests, with a client that may not be installed.
  var asksHTTP: Bool { text.contains(Self.documentedAddress) }

  private static let documented = "37.77 -122.41"
  private static let documentedAddress = "127.0.0.1:8080"

  /// The blocks of a language that use the daemon's socket or start a daemon of their own.
  static func all(_ language: String) throws -> [DaemonExamples] {
    let examples = try blocks(language).filter { !$0.asksHTTP }
    guard examples.count >= 2 else {
      throw ProgramError(message: "the documents' examples of the daemon were not found")
    }
    return examples
  }

  /// The Python blocks that send HTTP requests.
  static func overHTTP() throws -> [DaemonExamples] {
    let examples = try blocks("python").filter(\.asksHTTP)
    guard !examples.isEmpty else { throw ProgramError(message: "the documents' examples of HTTP were not found") }
    return examples
  }

  private static func blocks(_ language: String) throws -> [DaemonExamples] {
    let examples = try Document.all().flatMap { document in
      document.blocks(language).map { DaemonExamples(language: language, document: document.name, text: $0) }
    }
    return examples.filter { $0.language == "python" || $0.text.contains("nc -N") }
  }

  /// Whether a program for the examples is installed.
  static func canRun(_ program: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  /// Whether Python has a module for the examples.
  static func canImport(_ module: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let shell = Program(path: "/bin/bash", environment: ["PATH": path])
    return (try? shell.run(["-c", "python3 -c 'import \(module)'"]).status) == 0
  }

  /// The command with the address of the daemon's HTTP port, if it uses HTTP.
  func command(at corner: String, http address: String = "") -> String {
    let parts = corner.split(separator: " ")
    let moved =
      text.replacingOccurrences(of: DaemonExamples.documented, with: corner)
      .replacingOccurrences(
        of: #""latitude": 37.77, "longitude": -122.41"#, with: #""latitude": \#(parts[0]), "longitude": \#(parts[1])"#
      )
      .replacingOccurrences(of: "37.77, -122.41", with: "\(parts[0]), \(parts[1])")
      .replacingOccurrences(of: DaemonExamples.documentedAddress, with: address)
    return language == "python" ? "python3 - <<'END'\n\(moved)\nEND" : moved
  }

  /// The expected output for the village.
  var output: String {
    let answer = "Lindenweg 7, 9490 Musterdorf, Liechtenstein\n"
    return text.contains("paste") ? "\(Village.corner)\t\(answer)" : answer
  }
}
