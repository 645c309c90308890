import Foundation
import GeoEngine
import GeoModel
import GeoStore

extension Town {
  /// Writes the town into a store in a temporary folder and opens it; the folder goes when the body ends.
  func withEngine<Result>(_ body: (PlacemarkEngine) throws -> Result) throws -> Result {
    try withStore { path in try body(PlacemarkEngine(database: path)) }
  }

  /// Writes the town into a store in a temporary folder; the folder goes when the body ends.
  func withStore<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("town-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("town.sqlite").path
    _ = try StoreWriter(threads: 1).write(content, metadata: StoreMetadata(), to: path)
    return try body(path)
  }

  /// The best placemark at a letter.
  func ask(_ letter: Character, _ adjust: (inout PlacemarkQuery) -> Void = { _ in }) throws -> Placemark {
    try askAll(letter, adjust)[0]
  }

  /// All placemarks at a letter.
  func askAll(_ letter: Character, _ adjust: (inout PlacemarkQuery) -> Void = { _ in }) throws -> [Placemark] {
    var query = PlacemarkQuery(coordinate: coordinate(letter))
    adjust(&query)
    return try withEngine { try $0.placemarks(for: query) }
  }
}
