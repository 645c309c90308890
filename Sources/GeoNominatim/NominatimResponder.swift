import GeoEngine
import GeoModel
import GeoStore

/// Responds to requests of Nominatim's API with one engine and its store.
///
/// Not thread-safe, like the engine: each worker has its own.
///
/// A response takes three steps, each with its folder: finding the answer (Lookup), describing it (Result, with
/// Address), and writing it (Formats).
package final class NominatimResponder {
  /// Finds the answer.
  let lookup: ReverseLookup
  /// Describes the answer.
  let builder: ResultBuilder
  /// Whether the store has map objects besides addresses.
  private let hasObjects: Bool
  private var named: [NamedContext] = []
  /// How many lists of languages are cached; servers see a handful.
  private static let capacity = 16

  /// Creates a responder. This is cheap, but the responder caches names, so keep it with its engine.
  package init(engine: PlacemarkEngine) {
    lookup = ReverseLookup(engine: engine)
    builder = ResultBuilder(lookup: lookup)
    hasObjects = engine.reader.hasObjects
  }

  /// Responds to `/reverse`, also when nothing is found.
  ///
  /// - Throws: ``StoreError`` when the store cannot be read.
  package func respond(to request: NominatimRequest) throws(StoreError) -> NominatimResponse {
    let (result, grounded) = try answer(to: request)
    guard request.isDebug else { return NominatimFormatter.response(result, to: request) }
    return DebugPage.response(result, to: request, steps: grounded?.placemark?.trace ?? [])
  }

  /// The answer as values; nil when nothing is known at the point.
  package func result(for request: NominatimRequest) throws(StoreError) -> NominatimResult? {
    try answer(to: request).result
  }

  /// Finds and describes the answer.
  private func answer(
    to request: NominatimRequest
  ) throws(StoreError) -> (result: NominatimResult?, grounded: GroundedPlacemark?) {
    try confirmed { () throws(StoreError) in try confirmedLater(request) }
  }

  /// Returns an answer only if the store was intact the whole time.
  func confirmed<Answer>(_ answer: () throws(StoreError) -> Answer) throws(StoreError) -> Answer {
    let store = lookup.engine.reader
    do {
      let answer = try answer()
      try store.confirm()
      return answer
    } catch { throw store.reason(of: error) }
  }

  private func confirmedLater(
    _ request: NominatimRequest
  ) throws(StoreError) -> (result: NominatimResult?, grounded: GroundedPlacemark?) {
    guard let point = request.point else { return (nil, nil) }
    guard hasObjects else { return (try builder.withoutObjects(point, request), nil) }
    guard let found = try lookup.find(at: point, request) else { return (nil, nil) }
    let situation = ResultBuilder.Situation(
      point: point, request: request, grounded: found.grounded, names: names(for: request.languages))
    return (try builder.result(found, situation), found.grounded)
  }

  /// The caches for a list of languages. Few lists are in use.
  func names(for languages: [String]) -> NamedContext {
    if let first = named.first, first.picker.languages == languages { return first }
    let names: NamedContext
    if let index = named.firstIndex(where: { $0.picker.languages == languages }) {
      names = named.remove(at: index)
    } else {
      names = NamedContext(languages: languages)
      if named.count >= NominatimResponder.capacity { named.removeLast() }
    }
    named.insert(names, at: 0)
    return names
  }
}

/// The response to a client.
package struct NominatimResponse: Sendable {
  /// The HTTP status.
  package var status: Int
  /// The value of `Content-Type`.
  package var contentType: String
  /// The body.
  package var body: [UInt8]

  /// Creates a response.
  package init(status: Int = 200, contentType: String, body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }
}
