import GeoModel
import GeoNominatim
import GeoWire

/// The finest detail that HTTP clients get, such as cities. Requests for finer detail get this one.
struct DetailLimit: Sendable {
  /// The finest detail.
  let detail: PlacemarkDetail

  /// Whether clients get every detail.
  var isNone: Bool { detail == .address }

  /// Returns a query limited to the detail. Areas, layers, roads and traces are left out, because they reveal finer
  /// places than the answer.
  func apply(to query: PlacemarkQuery) -> PlacemarkQuery {
    guard !isNone else { return query }
    var query = query
    query.detail = min(query.detail, detail)
    (query.includesAreas, query.includesTrace, query.layers, query.road) = (false, false, .none, nil)
    return query
  }

  /// Returns a batch with all its queries limited.
  func apply(to batch: WireBatch) -> WireBatch {
    guard !isNone else { return batch }
    var batch = batch
    batch.queries = batch.queries.map { $0.map(apply) }
    return batch
  }

  /// Returns a Nominatim request with its `zoom` limited and without the debugging page, which shows more.
  func apply(to request: NominatimRequest) -> NominatimRequest {
    guard !isNone else { return request }
    var request = request
    request.zoom = min(request.zoom ?? zoom, zoom)
    request.isDebug = false
    return request
  }

  /// Nominatim's `zoom` for a detail, by the list in Nominatim's documentation of `/reverse`.
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
