import GeoModel
import GeoNominatim
import GeoWire

/// The finest detail that HTTP clients get, such as cities alone. What asks for more is answered up to there.
struct DetailLimit: Sendable {
  /// The finest detail.
  let detail: PlacemarkDetail

  /// Whether clients may ask for everything.
  var isNone: Bool { detail == .address }

  /// A question within the limit. Areas, layers, roads and reasons tell of finer things than the answer, so they are left out.
  func apply(to query: PlacemarkQuery) -> PlacemarkQuery {
    guard !isNone else { return query }
    var query = query
    query.detail = min(query.detail, detail)
    (query.includesAreas, query.includesTrace, query.layers, query.road) = (false, false, .none, nil)
    return query
  }

  /// A batch of such questions.
  func apply(to batch: WireBatch) -> WireBatch {
    guard !isNone else { return batch }
    var batch = batch
    batch.queries = batch.queries.map { $0.map(apply) }
    return batch
  }

  /// A request of Nominatim's interface with a `zoom` that shows no more; the page for debugging would.
  func apply(to request: NominatimRequest) -> NominatimRequest {
    guard !isNone else { return request }
    var request = request
    request.zoom = min(request.zoom ?? zoom, zoom)
    request.isDebug = false
    return request
  }

  /// The `zoom` of a detail, by the list in Nominatim's documentation of `/reverse`.
  private var zoom: Int {
    switch detail {
    case .country: 3
    case .state: 5
    case .county: 8
    case .city: 10
    case .suburb: 14
    case .street: 17
    case .address: 18
    }
  }
}
