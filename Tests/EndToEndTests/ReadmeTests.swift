import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("The README") struct Readme {
    private static let path = SharedData.packageRoot + "/README.md"

    /// A folder to try the examples in, as if it were the checkout, and a shell that finds the program.
    private static func shell(in folder: TemporaryFolder) throws -> Program {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file("data"), withDestinationPath: SharedData.packageRoot + "/data")
      return Program(
        path: "/bin/bash",
        environment: [
          "PATH": "\(Program.buildFolder):/usr/bin:/bin", "HOME": folder.path,
          "XDG_CACHE_HOME": DefaultCache.folder.path, "LANG": "C.UTF-8", "COLUMNS": "100",
          "SWIFT_BACKTRACE": "enable=no",
        ])
    }

    @Test("says what its commands print")
    func examples() throws {
      let folder = TemporaryFolder()
      let shell = try Self.shell(in: folder)
      let document = try String(contentsOfFile: Self.path, encoding: .utf8)
      let examples = ConsoleBlocks(document).examples
      #expect(examples.count >= 8)
      // The notes of the first use belong to standard error and not to the example.
      _ = try DefaultCache.program()
      var outputs: [String] = []
      for example in examples {
        let outcome = try shell.run(["-c", "cd '\(folder.path)' && \(example.command)"])
        #expect(outcome.status == 0, "line \(example.line): \(example.command): \(outcome.errors)")
        #expect(outcome.output == example.output, "line \(example.line): \(example.command)")
        outputs.append(outcome.output)
      }
      if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
        try ConsoleBlocks.replacing(outputs: outputs, in: document).write(
          toFile: Self.path, atomically: true, encoding: .utf8)
      }
    }

    @Test(
      "and its companions name only files that exist",
      arguments: ["README.md", "Sources/ARCHITECTURE.md", "data/README.md"])
    func links(name: String) throws {
      let path = SharedData.packageRoot + "/" + name
      let folder = (path as NSString).deletingLastPathComponent
      let document = try String(contentsOfFile: path, encoding: .utf8)
      for match in document.matches(of: /\]\(([^)#:]+)\)/) {
        #expect(FileManager.default.fileExists(atPath: folder + "/" + match.1), "\(name) names \(match.1)")
      }
      for script in document.matches(of: /bash (\.ci\/[a-z-]+)/) {
        #expect(FileManager.default.fileExists(atPath: SharedData.packageRoot + "/" + script.1))
      }
    }
  }
}
