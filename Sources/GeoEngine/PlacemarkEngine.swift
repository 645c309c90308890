import GeoModel
import GeoStore

/// Answers queries from one store on one thread. Not thread-safe: one per worker; ``EnginePool`` holds several.
///
/// An answer is made in these steps, each in a folder of its own:
/// 1. Areas: the areas that contain the point become country, state, county, city and so on.
/// 2. Candidates: streets, houses and places of interest around the point, by true distance.
/// 3. Address: house or street, and the postal code.
/// 4. Naming: names in the asked languages, and the lines of the address.
/// 5. Trace: why, if the query asks.
public final class PlacemarkEngine {
  let store: StoreReader
  let search = CandidateSearch()
  let hierarchies: HierarchyResolver
  let namers: NamerCache
  let spelling: SpellingMatcher
  let settlementNames: SettlementNameMatcher
  let settlements: SettlementChooser
  let borders: CoarseBorders
  let postalCodes: PostalCodeFinder
  /// The list of areas around the point, kept to reuse its memory.
  @exclusivity(unchecked) var areaKey = AreaKey()

  /// Opens the store of an engine.
  ///
  /// - Throws: ``StoreError`` that says what is wrong with the file and what to do.
  public init(database path: String) throws(StoreError) {
    store = try StoreReader(path: path)
    hierarchies = HierarchyResolver(store: store)
    namers = NamerCache(store: store)
    spelling = SpellingMatcher(store: store)
    settlementNames = SettlementNameMatcher(store: store)
    settlements = SettlementChooser(store: store, names: settlementNames)
    borders = CoarseBorders(store: store)
    postalCodes = PostalCodeFinder(store: store)
  }

  /// What the store says about itself.
  public var info: StoreInfo { store.info }

  /// The placemarks for a query, nearest first by kind, at most its limit.
  ///
  /// - Throws: ``GeocodingError``; `.placemarkNotFound` when nothing is within the reach of the data, `.serverFailure` when
  ///   the store cannot be read, `.invalidQuery` when a limit or distance makes no sense.
  public func placemarks(for query: PlacemarkQuery) throws(GeocodingError) -> [Placemark] {
    guard query.limit >= 1 else { throw GeocodingError(.invalidQuery, "limit \(query.limit) is less than 1") }
    if let distance = query.maximumDistanceMeters, !(distance >= 0) {
      throw GeocodingError(.invalidQuery, "maximumDistanceMeters \(distance) is not 0 or more")
    }
    let found: [Placemark]
    do { found = try answer(query) } catch { throw GeocodingError(.serverFailure, error.message) }
    guard !found.isEmpty else { throw GeocodingError(.placemarkNotFound) }
    return found
  }
}
