import GeoEngine
import GeoModel
import GeoStore

/// Answers requests of Nominatim's API through one engine and its store. Not thread-safe, as the engine: one per worker.
public final class NominatimResponder {
  /// The engine that knows what contains a point.
  let engine: PlacemarkEngine

  /// A responder; cheap, but it remembers names, so keep it with its engine.
  public init(engine: PlacemarkEngine) { self.engine = engine }

  /// Answers `/reverse`; nothing found is an answer, too.
  ///
  /// - Throws: ``StoreError`` when the store cannot be read.
  public func respond(to request: NominatimRequest) throws(StoreError) -> NominatimResponse {
    fatalError("not written yet")
  }

  /// A problem, written in the format that the request asked for as far as that can be known.
  public static func response(
    to problem: NominatimProblem, parameters: [(name: String, value: String)]
  ) -> NominatimResponse {
    fatalError("not written yet")
  }

  /// The answer to `/status`: `format` is `text`, the default, or `json`.
  ///
  /// - Parameter info: what the store says about itself; nil when there is none to answer from.
  /// - Throws: a problem with status 400 for another format.
  public static func status(
    _ info: StoreInfo?, parameters: [(name: String, value: String)]
  ) throws(NominatimProblem) -> NominatimResponse {
    fatalError("not written yet")
  }
}
