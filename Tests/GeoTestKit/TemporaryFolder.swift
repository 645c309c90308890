import Foundation

/// A folder for one test, removed with this value.
package final class TemporaryFolder: Sendable {
  /// The folder's path.
  package let path: String

  /// Creates a new folder.
  package init() {
    path = NSTemporaryDirectory() + "geocode-test-" + UUID().uuidString
    // Without its folder, a test fails at the first file.
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { path + "/" + name }
}
