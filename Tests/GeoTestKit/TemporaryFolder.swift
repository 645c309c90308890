import Foundation

/// A folder for one test, removed with the value.
package final class TemporaryFolder: Sendable {
  /// The folder's path.
  package let path: String

  /// Makes a new folder.
  package init() {
    path = NSTemporaryDirectory() + "geocode-test-" + UUID().uuidString
    // A test without its folder fails at the first file.
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { path + "/" + name }
}
