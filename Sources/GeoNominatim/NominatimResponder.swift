import GeoEngine
import GeoModel
import GeoStore

/// Answers requests of Nominatim's API through one engine and its store. Not thread-safe, as the engine: one per worker.
///
/// An answer is made in three steps, each in a folder of its own: what is found (Lookup), how it is described (Result, with
/// Address and Naming), how it is written (Formats).
public final class NominatimResponder {
  /// Finds what answers.
  private let lookup: ReverseLookup
  /// Describes it.
  private let builder: ResultBuilder
  /// Whether the store knows more than addresses.
  private let hasObjects: Bool
  private var named: [NamedContext] = []
  /// Lists of languages that are kept; servers see a handful.
  private static let capacity = 16

  /// A responder; cheap, but it remembers names, so keep it with its engine.
  public init(engine: PlacemarkEngine) {
    lookup = ReverseLookup(engine: engine)
    builder = ResultBuilder(lookup: lookup)
    hasObjects = engine.reader.hasObjects
  }

  /// Answers `/reverse`; nothing found is an answer, too.
  ///
  /// - Throws: ``StoreError`` when the store cannot be read.
  public func respond(to request: NominatimRequest) throws(StoreError) -> NominatimResponse {
    var trace = LookupTrace(isOn: request.isDebug)
    let result = try result(for: request, &trace)
    if request.isDebug { return DebugPage.response(result, to: request, trace) }
    return NominatimFormatter.response(result, to: request)
  }

  /// The answer in values; nil when nothing is known at the point.
  public func result(for request: NominatimRequest) throws(StoreError) -> NominatimResult? {
    var trace = LookupTrace(isOn: false)
    return try result(for: request, &trace)
  }

  /// Finds and describes, noting the steps if they are wanted.
  private func result(
    for request: NominatimRequest, _ trace: inout LookupTrace
  ) throws(StoreError) -> NominatimResult? {
    guard let point = request.point else {
      trace.note("Point", "not on Earth: latitudes go from -90 to 90, longitudes from -180 to 180")
      return nil
    }
    guard hasObjects else {
      trace.note("Store", "has no map objects: the placemark answers")
      return try PlainResult(engine: lookup.engine).result(point, request)
    }
    let surroundings = try lookup.engine.surroundings(of: point)
    let filter = LayerFilter(layers: request.layers, maximumRank: request.maximumRank)
    guard let found = try lookup.find(at: point, filter, surroundings, &trace) else { return nil }
    let situation = ResultBuilder.Situation(
      point: point, request: request, surroundings: surroundings, names: names(for: request.languages))
    return try builder.result(found, situation)
  }

  /// What is kept for a list of languages; the lists in use are few.
  private func names(for languages: [String]) -> NamedContext {
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
