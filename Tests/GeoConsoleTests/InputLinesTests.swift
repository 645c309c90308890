import GeoConsole
import GeoSupport
import GeoTestKit
import Testing

@Suite("Lines of an input") struct InputLinesTests {
  private let folder = TemporaryFolder()

  /// The lines of a file with this content.
  private func lines(_ content: String) throws -> InputLines {
    let path = folder.file("input")
    let file = fopen(path, "w")!
    fputs(content, file)
    fclose(file)
    return InputLines(descriptor: open(path, O_RDONLY), name: "the input")
  }

  @Test("end where a line ends, with and without a carriage return, and at the end")
  func ends() throws {
    var input = try lines("a\r\n\nb")
    #expect(!input.hasLine)
    #expect(try input.next() == "a" && input.hasLine)
    #expect(try input.next() == "" && !input.hasLine)
    #expect(try input.next() == "b")
    #expect(try input.next() == nil && input.next() == nil)
  }

  @Test("may be long, but what never ends is refused and not kept")
  func endless() throws {
    var long = try lines(String(repeating: "x", count: 1_000_000) + "\nb\n")
    #expect(try long.next()?.utf8.count == 1_000_000 && long.next() == "b")
    var endless = InputLines(descriptor: open("/dev/zero", O_RDONLY), name: "the input")
    let error = #expect(throws: ProgramFailure.self) { try endless.next() }
    #expect(error?.status == .badData && error?.message.contains("the input has a line of more than 1 MB") == true)
  }
}
