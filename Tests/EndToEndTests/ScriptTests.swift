import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("Scripts") struct Scripts {
    @Test(
      "with wrong arguments name the right ones, wherever they are called from, and end with 64 before they do anything",
      arguments: [
        ("install.sh --prefix", "'--prefix' is wrong"), ("install.sh --prefix=", "--uninstall"),
        ("install.sh --bogus", "'--bogus' is wrong"), ("install.sh /usr", "--uninstall"),
        ("install.sh --static", "'--static' is wrong"),
        (".ci/check-arrows --bogus", "--self-test"), (".ci/check-products x", "'x' is wrong"),
        (".ci/count-tests", "an argument is missing"), (".ci/count-tests --bogus", "FILE..."),
        (".ci/fuzz --bogus", "SECONDS"), (".ci/fuzz 10 one", "'one' is wrong"), (".ci/long --bogus", "LEG..."),
        (".ci/long load lod", "'lod' is wrong"), (".ci/package --bogus", "--check"), (".ci/package a b", "FOLDER"),
        (".ci/packages --bogus", "--programs"), (".ci/python --bogus", "--frames"),
        (".ci/readme --bogus", ".ci/readme"),
        (".ci/run --bogus", ".ci/run"), ("Packaging/debian --bogus", "--output DIR"),
        ("Packaging/debian --output", "'--output' is wrong"), ("Packaging/manual", "PROGRAM FOLDER"),
        ("Packaging/manual /none /tmp", "'/none' is wrong"), ("data/make --bogus", "[FOLDER]"),
        ("Examples/databases/test --bogus", "[STORE]"),
      ])
    func refused(line: String, words: String) throws {
      let outcome = try run(line)
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(outcome)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test(
      "tell what they do when they are asked for help",
      arguments: ["install.sh -h", ".ci/run --help", ".ci/long --help"])
    func help(line: String) throws {
      let outcome = try run(line)
      #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.count > 100, "\(outcome)")
    }

    @Test("a folder without packages is told before a root is made")
    func noPackages() throws {
      let outcome = try run(".ci/package /none")
      #expect(
        outcome.errors.contains("there are no packages in /none") || outcome.errors.contains("is missing: apt-get"))
    }

    /// Runs a script of the package from another folder, with words that need no quotes.
    private func run(_ line: String) throws -> Outcome {
      let shell = Program(
        path: "/bin/bash", environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/nonexistent"])
      return try shell.run(["-c", "cd / && exec bash '\(SharedData.packageRoot)'/\(line)"])
    }
  }
}
