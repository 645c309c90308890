import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport
import GeoTestKit
import Testing

extension EndToEnd {
  /// Anybody can put a name on the map.
  @Suite("A name that a terminal would obey") struct ForeignNames {
    private let store: TemporaryStore
    private var program: Program { Program("geocode", ["GEOCODE_DATABASE": store.path]) }

    init() throws {
      let grid = Grid(
        """
        A . . . . B
        . S . X T .
        D . . . . C
        """, unitMeters: 20)
      var content = StoreContent()
      content.area("Liechtenstein", level: 2, countryCode: "LI", ring: grid.line("ABCDA"))
      content.area("Dorf\nError: no\u{2028}such\u{85}place", level: 8, ring: grid.line("ABCDA"))
      content.street("\u{1B}]0;owned\u{07}\u{9B}31m\u{202E}Weg", grid.line("ST"), postalCode: "9490")
      var metadata = StoreMetadata()
      metadata.extracts = ["a\u{85}b\u{1B}[2J.osm.pbf"]
      store = try TemporaryStore(content, metadata: metadata)
    }

    @Test("breaks no line where one line is promised")
    func lines() throws {
      let question = "47.1001797 9.5007913\n"
      let outcome = try program.run("-", input: question + question)
      #expect(outcome.status == 0)
      #expect(outcome.output.unicodeScalars.count { "\n\r\u{85}\u{2028}".unicodeScalars.contains($0) } == 2)
      #expect(outcome.output.contains("Dorf Error: no such place"))
      // A terminal may read the end of a pipe, too.
      #expect(outcome.output.contains("\u{FFFD}]0;owned"))
      #expect(try program.run("info").output.contains("a b\u{FFFD}[2J.osm.pbf\n"))
      let folder = TemporaryFolder()
      let daemon = Program("geocoded", ["XDG_STATE_HOME": folder.path, "GEOCODED_SOCKET": folder.file("s")])
      #expect(try daemon.run(["--database", store.path, "--detach"]).status == 0)
      #expect(try daemon.run(["--status"]).output.contains("a b\u{FFFD}[2J.osm.pbf\n"))
      #expect(try daemon.run(["--stop"]).status == 0)
      let table = try program.run(["-f", "csv", "47.1001797", "9.5007913"]).output
      #expect(
        table.contains("\u{FFFD}]0;owned")
          && !table.unicodeScalars.contains { "\u{1B}\u{7}\u{9B}".unicodeScalars.contains($0) })
      // JSON has names unchanged, with escapes.
      let json = try program.run(["-f", "json", "47.1001797", "9.5007913"]).output
      #expect(json.contains("\\u001b]0;owned") && !json.contains("\u{1B}"))
    }

    @Test(
      "is shown and not obeyed",
      arguments: [
        "47.1001797 9.5007913", "-f line 47.1001797 9.5007913", "--explain --areas 47.1001797 9.5007913", "info",
      ])
    func terminal(arguments: String) throws {
      let terminal = try TestTerminal()
      var program = program
      program.environment["NO_COLOR"] = "1"
      let outcome = try program.start(arguments.split(separator: " ").map(String.init), outputPath: terminal.path).end()
      #expect(outcome.status == 0)
      let text = terminal.text()
      #expect(text.contains("\u{FFFD}"))
      #expect(
        text.unicodeScalars.allSatisfy {
          $0 == "\r" || $0 == "\n"
            || !"\u{202E}\u{2028}".unicodeScalars.contains($0) && $0.properties.generalCategory != .control
        })
    }
  }
}

/// A terminal without a user.
private final class TestTerminal {
  /// The file that a program opens.
  let path: String
  private let screen: Int32
  /// Stays open until the end, so that the output is kept.
  private let line: Int32

  init() throws {
    screen = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    // The ioctls that grantpt(3) and related functions use on Linux.
    let (unlock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
    var (isLocked, number): (Int32, Int32) = (0, 0)
    guard screen >= 0, ioctl(screen, unlock, &isLocked) == 0, ioctl(screen, getNumber, &number) == 0 else {
      throw ProgramError(message: "the system has no terminals")
    }
    path = "/dev/pts/\(number)"
    line = open(path, O_RDWR | O_NOCTTY)
  }

  deinit {
    close(line)
    close(screen)
  }

  /// The output so far.
  func text() -> String {
    _ = fcntl(screen, F_SETFL, O_NONBLOCK)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(screen, &chunk, chunk.count), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
