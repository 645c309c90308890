import Foundation
import GeoTestKit
import Testing

extension EndToEnd {
  @Suite("Help") struct Help {
    @Test("is golden", arguments: ["", "import", "update", "csv", "track", "map", "watch", "info", "check", "prepare"])
    func golden(command: String) throws {
      let outcome = try Program().run(command.isEmpty ? "--help" : "\(command) --help")
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      try Golden.expect(outcome.output, is: "help\(command.isEmpty ? "" : "-\(command)").txt")
      #expect(try Program().run("help \(command)").output == outcome.output)
    }

    @Test(
      "tells about topics, in lines that fit a terminal",
      arguments: ["coordinates", "languages", "columns", "environment", "files", "exit"])
    func topics(topic: String) throws {
      let outcome = try Program().run("help \(topic)")
      #expect(outcome.status == 0 && outcome.errors == "")
      let lines = outcome.output.split(separator: "\n")
      #expect(lines.count > 4 && lines.allSatisfy { $0.count <= 81 }, "\(lines.filter { $0.count > 81 })")
      #expect(try Program().run("--help").output.contains(topic))
      // What is packed by xz is refused.
      #expect(!outcome.output.contains("xz"))
    }

    @Test("of a topic that there is not names the nearest, or all")
    func unknownTopics() throws {
      let near = try Program().run("help colums")
      #expect(near.status == 64 && near.errors.contains("Did you mean 'columns'?"))
      let far = try Program().run("help weather")
      #expect(
        far.status == 64 && far.errors.contains("Topics: coordinates, ") && far.errors.contains("Commands: import"))
      #expect(try Program().run("hlep").errors.contains("Did you mean 'help'?"))
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
      #expect(outcome.output.wholeMatch(of: /\d+\.\d+\.\d+ \(store format \d+, protocol \d+\)\n/) != nil)
      #expect(try Program().run("-V").output == outcome.output)
      for program in ["geocoded", "geocode-map", "geocode-update"] {
        #expect(try Program(program).run("--version").output == outcome.output, "\(program)")
      }
    }

    @Test("all places that name the version name the same")
    func oneVersion() throws {
      let version = String(try Program().run("--version").output.prefix { $0 != " " })
      func text(_ path: String) throws -> String {
        try String(contentsOfFile: SharedData.packageRoot + "/" + path, encoding: .utf8)
      }
      #expect(try text("CHANGELOG.md").firstMatch(of: /\n## (\S+)/)?.1 == version[...])
      #expect(try text("Clients/python/pyproject.toml").contains("\nversion = \"\(version)\"\n"))
      let named = try Document.all().flatMap { $0.text.matches(of: /from: "([0-9.]+)"/).map { String($0.1) } }
      #expect(!named.isEmpty && named.allSatisfy { $0 == version }, "\(named)")
    }

    @Test("is complete in the shells that are on this machine", arguments: CompletingShell.all)
    func completions(shell: CompletingShell) throws {
      for (line, completed) in [
        ("geocode imp", "geocode import"), ("geocode --forma", "geocode --format"),
        ("geocode import --thr", "geocode import --threads"), ("geocode csv --colum", "geocode csv --columns"),
        ("geocode --format js", "geocode --format json"), ("geocode --profile dr", "geocode --profile driving"),
        ("geocode watch --profile w", "geocode watch --profile walking"),
      ] { #expect(try shell.complete(line) == completed) }
    }
  }
}

/// A shell that completes command lines with the script that the program generates.
enum CompletingShell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// Bash, and the others if they are installed.
  static var all: [CompletingShell] { allCases.filter { FileManager.default.isExecutableFile(atPath: $0.path) } }

  private var path: String { "/bin/" + rawValue }

  /// The line after pressing Tab at its end.
  func complete(_ line: String) throws -> String {
    let folder = TemporaryFolder()
    let script = try Program().run("--generate-completion-script \(rawValue)").output
    _ = try folder.write("_geocode", Data(script.utf8))
    let program = try folder.write("complete", Data(self.program(line, in: folder.path).utf8))
    let environment = ["PATH": "\(Program.buildFolder):/usr/bin:/bin", "HOME": folder.path, "TERM": "dumb"]
    let outcome = try Program(path: path, environment: environment).run([program])
    return outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func program(_ line: String, in folder: String) -> String {
    switch self {
    case .bash:
      """
      source '\(folder)/_geocode'
      COMP_LINE='\(line)' COMP_POINT=\(line.utf8.count) COMP_WORDS=(\(line)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _geocode geocode "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
      echo "${COMP_WORDS[@]::COMP_CWORD} ${COMPREPLY[*]}"
      """
    case .fish:
      """
      source '\(folder)/_geocode'
      set words (string split ' ' '\(line)')
      echo $words[1..-2] (complete -C '\(line)' | string replace -r '\\t.*' '')
      """
    case .zsh:
      // A terminal of its own: the completed line becomes the arguments of a command that prints them.
      """
      zmodload zsh/zpty
      zpty shell 'TERM=dumb zsh -f -i'
      zpty -w shell 'PS1=; fpath=("\(folder)" $fpath); autoload -U compinit; compinit -u -d "\(folder)/dump"; bindkey -e'
      zpty -w -n shell $'\(line)\\t\\x01print -r -- RESULT= \\n'
      while zpty -r shell text; do
        [[ $text == RESULT=* ]] && { print -r -- "${${text#RESULT= }%%$'\\r'*}"; break }
      done
      """
    }
  }
}
