import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("Help") struct Help {
    @Test("is golden", arguments: ["", "import", "csv", "watch", "info", "check", "prepare"])
    func golden(command: String) throws {
      let outcome = try Program().run(command.isEmpty ? "--help" : "\(command) --help")
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      try Golden.expect(outcome.output, is: "help\(command.isEmpty ? "" : "-\(command)").txt")
      #expect(try Program().run("help \(command)").output == outcome.output)
    }

    @Test("lists the exit numbers")
    func exitNumbers() throws {
      let help = try Program().run("--help").output
      for number in [0, 1, 64, 65, 66, 69, 70, 73, 74, 130, 143] { #expect(help.contains(" \(number) ")) }
    }

    @Test("the version is that of the package")
    func version() throws {
      let outcome = try Program().run("--version")
      #expect(outcome.status == 0)
      #expect(outcome.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
      #expect(try Program().run("-V").output == outcome.output)
    }

    @Test("completion scripts are made for three shells, and bash accepts its own", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
      let outcome = try Program().run("--generate-completion-script \(shell)")
      #expect(outcome.status == 0)
      for word in ["geojson", "max-distance", "info", "suburb"] { #expect(outcome.output.contains(word)) }
      guard shell == "bash" else { return }
      let folder = TemporaryFolder()
      let script = try folder.write("geocode.bash", Data(outcome.output.utf8))
      let bash = Program(path: "/bin/bash", environment: [:])
      #expect(try bash.run(["-n", script]).status == 0)
    }
  }
}
