import GeoEngine
import GeoModel
import GeoStore

/// Answers requests of Nominatim's API through one engine and its store. Not thread-safe, as the engine: one per worker.
///
/// An answer is made in three steps, each in a folder of its own: what is found (Lookup), how it is described (Result, with
/// Address and Naming), how it is written (Formats).
package final class NominatimResponder {
  /// Finds what answers.
  let lookup: ReverseLookup
  /// Describes it.
  let builder: ResultBuilder
  /// Whether the store knows more than addresses.
  private let hasObjects: Bool
  private var named: [NamedContext] = []
  /// Lists of languages that are kept; servers see a handful.
  private static let capacity = 16

  /// A responder; cheap, but it remembers names, so keep it with its engine.
  package init(engine: PlacemarkEngine) {
    lookup = ReverseLookup(engine: engine)
    builder = ResultBuilder(lookup: lookup)
    hasObjects = engine.reader.hasObjects
  }

  /// Answers `/reverse`; nothing found is an answer, too.
  ///
  /// - Throws: ``StoreError`` when the store cannot be read.
  package func respond(to request: NominatimRequest) throws(StoreError) -> NominatimResponse {
    let (result, grounded) = try answer(to: request)
    guard request.isDebug else { return NominatimFormatter.response(result, to: request) }
    return DebugPage.response(result, to: request, steps: grounded?.placemark?.trace ?? [])
  }

  /// The answer in values; nil when nothing is known at the point.
  package func result(for request: NominatimRequest) throws(StoreError) -> NominatimResult? {
    try answer(to: request).result
  }

  /// Finds and describes.
  private func answer(
    to request: NominatimRequest
  ) throws(StoreError) -> (result: NominatimResult?, grounded: GroundedPlacemark?) {
    try confirmed { () throws(StoreError) in try confirmedLater(request) }
  }

  /// An answer of a store that was whole all the time.
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

  /// What is kept for a list of languages; the lists in use are few.
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

/// What goes back to the client.
package struct NominatimResponse: Sendable {
  /// The HTTP status.
  package var status: Int
  /// The value of `Content-Type`.
  package var contentType: String
  /// The body.
  package var body: [UInt8]

  /// A response.
  package init(status: Int = 200, contentType: String, body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }
}
