import GeoSupport

/// Files for tests.
///
/// Small extracts are part of the checkout. Real ones are stored beside it: tests that need them are enabled by
/// ``isAvailable``, and otherwise skipped with the comment ``missing``.
package enum SharedData {
  /// The folder with the checkout's Package.swift.
  package static let packageRoot = String(#filePath.dropLast("/Tests/GeoTestKit/SharedData.swift".count))
  /// The folder of the real extracts.
  package static let folder = packageRoot + "/../shared/data"
  /// Whether the real extracts exist.
  package static var isAvailable: Bool { access(folder + "/README.md", R_OK) == 0 }
  /// The reason for skipping a test.
  package static let missing = "needs the map extracts in ../shared/data"

  /// The path of a small extract by its path in Tests/Extracts.
  package static func small(_ name: String) -> String { packageRoot + "/Tests/Extracts/" + name }

  /// The path of a real extract by its path below ``folder``.
  package static func path(_ name: String) -> String { folder + "/" + name }
}
