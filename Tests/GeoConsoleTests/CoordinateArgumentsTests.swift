import GeoConsole
import GeoModel
import Testing

@Suite("The coordinate of a command line") struct CoordinateArgumentsTests {
  private let options = ["--format", "--detail", "--database", "-v"]

  private func coordinate(_ words: String...) throws -> Coordinate {
    try CoordinateArguments(words, knownOptions: options).coordinate()
  }

  @Test("may be two words or one, with negative numbers everywhere")
  func words() throws {
    let expected = try Coordinate(latitude: -37.77, longitude: -122.41)
    #expect(try coordinate("-37.77", "-122.41") == expected)
    #expect(try coordinate("-37.77,-122.41") == expected)
    #expect(try coordinate("-37.77,", "-122.41") == expected)
    #expect(try coordinate("--", "-37.77", "-122.41") == expected)
    #expect(try coordinate("geo:-37.77,-122.41") == expected)
    #expect(try coordinate("-.5", "-.5") == Coordinate(latitude: -0.5, longitude: -0.5))
  }

  @Test(
    "does not swallow a mistyped option",
    arguments: [
      ("--fromat", "unknown option '--fromat'\nDid you mean '--format'?"),
      ("--detial=city", "unknown option '--detial'\nDid you mean '--detail'?"),
      ("--xyzzy", "unknown option '--xyzzy'"), ("-q", "unknown option '-q'\nDid you mean '-v'?"),
    ])
  func mistypedOption(word: String, sentence: String) {
    #expect { try coordinate("37.77", word, "json", "-122.41") } throws: { "\($0)" == sentence }
  }

  @Test("is read without the list of options, which costs a help page, unless one is mistyped")
  func optionsOnDemand() throws {
    var asked = 0
    func list() -> [String] {
      asked += 1
      return options
    }
    _ = try CoordinateArguments(["37.77", "-122.41"], knownOptions: list())
    #expect(asked == 0)
    #expect(throws: UsageError.self) { try CoordinateArguments(["--fromat"], knownOptions: list()) }
    #expect(asked == 1)
  }

  @Test("tells how to write it when it is wrong")
  func advice() {
    #expect { try coordinate("37.77") } throws: {
      "\($0)" == "one number is missing: a coordinate is a latitude and a longitude\nFor example: geocode 37.77 -122.41"
    }
  }

  @Test("is expected on standard input for a single dash")
  func standardInput() throws {
    #expect(try CoordinateArguments(["-"], knownOptions: options).isStandardInput)
    #expect(try !CoordinateArguments(["-5", "6"], knownOptions: options).isStandardInput)
  }
}
