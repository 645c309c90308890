import GeoEngine
import GeoModel

/// What answers the queries of a command: a store of its own or a daemon.
protocol AnswerSource {
  /// What it is, for `--verbose`.
  var name: String { get }
  /// Attribution that the licences of the data ask for; empty when it is not known.
  var attribution: [String] { get }
  /// The placemarks for a query, best first.
  ///
  /// - Throws: `GeocodingError` when there is none.
  func placemarks(for query: PlacemarkQuery) throws -> [Placemark]
}

/// Answers from a store that this process opened.
struct StoreAnswers: AnswerSource {
  private let engine: PlacemarkEngine
  let name: String

  /// Opens a store.
  ///
  /// - Throws: `StoreError` that says what is wrong with the file and what to do.
  init(path: String) throws {
    engine = try PlacemarkEngine(database: path)
    name = "store \(path)"
  }

  var attribution: [String] { engine.info.metadata.attribution }

  func placemarks(for query: PlacemarkQuery) throws -> [Placemark] { try engine.placemarks(for: query) }
}
