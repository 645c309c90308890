import Foundation
import GeoSupport
import GeoTestKit
import Testing

@Suite struct HTMLTests {
  @Test(
    "each of the five signs is escaped beside every scalar that joins it, and nothing is lost",
    arguments: HostileText.pairs)
  func pairs(_ pair: String) {
    let html: HTML = "<i title=\"\(pair)\">\(pair)</i>"
    let written = Array(HTML(escaping: pair).bytes)
    #expect(html.bytes == Array("<i title=\"".utf8) + written + Array("\">".utf8) + written + Array("</i>".utf8))
    #expect(!written.contains { "<>\"'".utf8.contains($0) })
    #expect(HTMLTests.read(written) == Array(pair.utf8))
  }

  @Test("pieces keep their markup, texts and parts of texts become none")
  func pieces() {
    let name = "<b>"
    let item: HTML = "<li>\(name) \(3)</li>"
    let list: HTML = "<ul>\([item, "<hr>"].joined(separator: "\n"))</ul>\(name.prefix(2))"
    #expect(String(decoding: (list + "&amp;").bytes, as: UTF8.self) == "<ul><li>&lt;b&gt; 3</li>\n<hr></ul>&lt;b&amp;")
  }

  @Test("a file's places are filled once: braces in values mean nothing")
  func template() {
    let file = Array("<p>{{a}}{{b}}</p>{ } {".utf8)
    let page = HTML(file: file, ["a": HTML(escaping: "{{b}}\u{301}"), "b": "<hr>"])
    #expect(String(decoding: page.bytes, as: UTF8.self) == "<p>{{b}}\u{301}<hr></p>{ } {")
  }

  /// The text that a browser reads.
  private static func read(_ bytes: [UInt8]) -> [UInt8] {
    var (text, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
    let names = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'"]
    while let byte = rest.first {
      guard byte == UInt8(ascii: "&") else {
        text.append(rest.removeFirst())
        continue
      }
      guard let (name, sign) = names.first(where: { rest.starts(with: $0.key.utf8) }) else { return [] }
      rest = rest.dropFirst(name.utf8.count)
      text += sign.utf8
    }
    return text
  }
}

@Suite struct ShellWordTests {
  private static let texts: [String] =
    HostileText.pairs.filter { !$0.utf8.contains(0) } + ["", "-x", "a b", "y\u{600}';echo pwn;'.kmz"] + besideSigns
  private static let besideSigns = ["$", "`", "\\", "!", "*", "\"", "'"].flatMap { sign -> [String] in
    ["\(sign)\u{301}x", "\u{600}\(sign)(echo pwn)\(sign)"]
  }

  @Test("a shell reads back every word as it was, whatever scalar stands beside its signs")
  func words() throws {
    var script = ""
    for text in ShellWordTests.texts {
      script += "printf '%s\\0%s\\0' \(ShellWord.quoted(text)) \(ShellWord.inDoubleQuotes(text))\n"
    }
    let read = try ShellWordTests.run(script)
    let expected = Array(ShellWordTests.texts.map { "\($0)\0\($0)\0" }.joined().utf8)
    #expect(read == expected)
  }

  @Test("no file's name is an option")
  func files() {
    #expect(ShellWord.file("-rf.kmz") == "./-rf.kmz" && ShellWord.file("a/b-c.kmz") == "a/b-c.kmz")
    #expect(ShellWord.file("- x") == "'./- x'" && ShellWord.quoted("") == "''")
  }

  private static func run(_ script: String) throws -> [UInt8] {
    let folder = TemporaryFolder()
    let (file, output) = (folder.file("script"), folder.file("output"))
    try Data(script.utf8).write(to: URL(fileURLWithPath: file))
    let shell = Process()
    (shell.executableURL, shell.arguments) = (URL(fileURLWithPath: "/bin/sh"), [file])
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    shell.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    return try FileContents.bytes(of: output, limit: 1 << 20)
  }
}
