import GeoSupport

/// A document with examples that run: the README or one of its pages.
///
/// `.ci/documents` lists them in reading order, for tests and for `.ci/readme`.
public struct Document: Sendable, CustomStringConvertible {
  /// The languages of blocks that run; other blocks are only shown.
  public static let runningLanguages = ["sh", "console", "python", "swift"]

  /// The path in the checkout.
  public let name: String
  /// The languages listed in the document's line: it must have blocks of these, and of no other running language.
  public let languages: [String]
  /// The text.
  public let text: String

  /// The path in the checkout, for the names of tests.
  public var description: String { name }
  /// The path of the file.
  public var path: String { SharedData.packageRoot + "/" + name }

  /// All documents, the README first.
  ///
  /// - Throws: when the list or a document cannot be read, or the list is empty.
  public static func all() throws -> [Document] {
    let lines = try contents(of: ".ci/documents").split(separator: "\n").filter { !$0.hasPrefix("#") }
    let documents = try lines.map { line in
      let words = line.split(separator: " ").map(String.init)
      return Document(name: words[0], languages: Array(words.dropFirst()), text: try contents(of: words[0]))
    }
    guard documents.count > 1, documents[0].name == "README.md" else {
      throw ListFailure(description: ".ci/documents names no pages below the README")
    }
    return documents
  }

  /// The code blocks of a language, without their fences.
  public func blocks(_ language: String) -> [String] {
    var blocks: [String] = []
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInside = line == "```" + language
        if isInside { blocks.append("") }
      } else if isInside {
        blocks[blocks.count - 1] += line + "\n"
      }
    }
    return blocks
  }

  private struct ListFailure: Error, CustomStringConvertible { var description: String }

  private static func contents(of name: String) throws -> String {
    String(decoding: try FileContents.bytes(of: SharedData.packageRoot + "/" + name), as: UTF8.self)
  }
}
