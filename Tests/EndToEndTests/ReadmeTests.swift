import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("The README and its pages") struct Readme {
    /// A shell that finds the program, in a folder prepared like the checkout.
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

    @Test(
      "have blocks of the languages that .ci/documents names, and of no others that run",
      arguments: try Document.all())
    func languages(document: Document) {
      let found = Document.runningLanguages.filter { !document.blocks($0).isEmpty }
      #expect(Set(found) == Set(document.languages) && !found.isEmpty, "\(document)")
    }

    @Test(
      "say what their commands print",
      arguments: try Document.all().filter { $0.languages.contains("console") })
    func examples(document: Document) throws {
      let folder = TemporaryFolder()
      let shell = try Self.shell(in: folder)
      let examples = ConsoleBlocks(document.text).examples
      #expect(!examples.isEmpty)
      // The messages of the first use go to standard error and are not part of the example.
      _ = try DefaultCache.program()
      var outputs: [String] = []
      for example in examples {
        let outcome = try shell.run(["-c", "cd '\(folder.path)' && \(example.command)"])
        #expect(outcome.status == 0, "\(document), line \(example.line): \(example.command): \(outcome.errors)")
        #expect(outcome.output == example.output, "\(document), line \(example.line): \(example.command)")
        outputs.append(outcome.output)
      }
      if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
        try ConsoleBlocks.replacing(outputs: outputs, in: document.text).write(
          toFile: document.path, atomically: true, encoding: .utf8)
      }
    }

    @Test("have many examples")
    func count() throws {
      let documents = try Document.all()
      #expect(ConsoleBlocks(try #require(documents.first).text).examples.count >= 5)
      #expect(documents.map { ConsoleBlocks($0.text).examples.count }.reduce(0, +) >= 20)
    }

    @Test(
      "and their companions name only files and headings that exist",
      arguments: try Document.all().map(\.name) + [
        "Sources/ARCHITECTURE.md", "Importer/README.md", "Packaging/README.md", "data/README.md",
      ])
    func links(name: String) throws {
      let path = SharedData.packageRoot + "/" + name
      let folder = (path as NSString).deletingLastPathComponent
      let document = try String(contentsOfFile: path, encoding: .utf8)
      for match in document.matches(of: /\]\(([^)#:]*)(?:#([^)]*))?\)/) {
        let file = match.1.isEmpty ? path : folder + "/" + match.1
        #expect(FileManager.default.fileExists(atPath: file), "\(name) names \(match.1)")
        guard let heading = match.2 else { continue }
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(Self.anchors(of: text).contains(String(heading)), "\(name) names \(match.1)#\(heading)")
      }
      for script in document.matches(of: /bash (\.ci\/[a-z-]+)/) {
        #expect(FileManager.default.fileExists(atPath: SharedData.packageRoot + "/" + script.1))
      }
    }

    /// The anchors of a document's headings, as GitHub makes them.
    private static func anchors(of document: String) -> Set<String> {
      let headings = document.split(separator: "\n").filter { $0.hasPrefix("#") && $0.contains("# ") }
      return Set(
        headings.map { heading in
          let words = heading.drop { $0 == "#" }.dropFirst().lowercased()
          return String(words.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.map { $0 == " " ? "-" : $0 })
        })
    }
  }
}
