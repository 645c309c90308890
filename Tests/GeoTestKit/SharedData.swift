import GeoSupport

/// Real map extracts beside the checkout, which some tests need. Such a test is enabled by ``isAvailable`` and otherwise
/// skips with ``missing`` as its line.
public enum SharedData {
  /// The folder with the checkout's Package.swift.
  public static let packageRoot = String(#filePath.dropLast("/Tests/GeoTestKit/SharedData.swift".count))
  /// The folder of the extracts.
  public static let folder = packageRoot + "/../shared/data"
  /// Whether the extracts are there.
  public static var isAvailable: Bool { access(folder + "/README.md", R_OK) == 0 }
  /// Why a test skips.
  public static let missing = "needs the map extracts in ../shared/data"

  /// The path of an extract by its path below ``folder``.
  public static func path(_ name: String) -> String { folder + "/" + name }
}
