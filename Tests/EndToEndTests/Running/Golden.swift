import Foundation
import GeoTestKit
import Testing

/// Compares whole outputs with files beside the tests. With `UPDATE_GOLDEN` set, the files are written instead.
enum Golden {
  private static let folder = SharedData.packageRoot + "/Tests/EndToEndTests/Golden/"

  /// Expects a text to equal a file.
  static func expect(_ text: String, is name: String, _ location: SourceLocation = #_sourceLocation) throws {
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil {
      try text.write(toFile: folder + name, atomically: true, encoding: .utf8)
    }
    let expected = try String(contentsOfFile: folder + name, encoding: .utf8)
    #expect(text == expected, "run with UPDATE_GOLDEN=1 to accept the new text", sourceLocation: location)
  }
}
