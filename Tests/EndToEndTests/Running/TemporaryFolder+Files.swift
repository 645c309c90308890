import Foundation
import GeoTestKit

extension TemporaryFolder {
  /// Writes a file and returns its path.
  func write(_ name: String, _ content: Data) throws -> String {
    try content.write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// The names of its files, sorted.
  var names: [String] { (try? Self.names(in: path)) ?? [] }

  /// The names of the files in a folder, sorted.
  static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
