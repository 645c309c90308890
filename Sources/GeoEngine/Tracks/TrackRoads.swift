import GeoModel
import GeoStore
import GeoSupport

/// The roads of a store for the tracks of one profile. Not thread-safe, as the engine is not.
package final class TrackRoads {
  let network: RoadNetwork
  let routes: RouteSearch
  let profile: TrackProfile
  @exclusivity(unchecked) private var streets = BoundedCache<Int64, String?>(capacity: 4_096)

  fileprivate init(store: StoreReader, profile: TrackProfile) {
    network = RoadNetwork(store: store)
    routes = RouteSearch(network: network, profile: profile)
    self.profile = profile
  }

  /// A way's name, else its number; nil when it has neither.
  package func street(of way: Int64) throws(StoreError) -> String? {
    try streets.value(for: way) { () throws(StoreError) in
      for id in try network.store.objects(of: SourceReference(type: .way, id: way)) {
        let names = try network.store.objectRow(id).names
        for key in ["name", "ref"] {
          if let name = names.first(where: { $0.key == key })?.value { return name }
        }
      }
      return nil
    }
  }

  /// Confirms the data that was read since the last call, see ``StoreReader/confirm()``.
  package func confirm() throws(StoreError) { try network.store.confirm() }
}

extension PlacemarkEngine {
  /// The roads of the engine's store, for matchers of tracks on the same thread.
  ///
  /// - Throws: ``GeocodingError`` when the store has no map objects.
  package func trackRoads(_ profile: TrackProfile) throws(GeocodingError) -> TrackRoads {
    guard store.hasObjects else {
      throw GeocodingError(
        .invalidQuery, "this store has no map objects; import its extracts again without --without-objects")
    }
    return TrackRoads(store: store, profile: profile)
  }
}
