import GeoEngine
import GeoModel
import GeoWire
import Synchronization

/// Counts how well a store fits what it is asked. All engines of a server share one.
package final class CoverageCounter: Sendable {
  private let all = Atomic(0)
  private let uncovered = Atomic(0)

  /// Nothing was asked yet.
  package init() {}

  /// The counts up to now.
  package var answers: ServerInfo.Answers {
    ServerInfo.Answers(all: all.load(ordering: .relaxed), uncovered: uncovered.load(ordering: .relaxed))
  }

  /// Counts an answer.
  fileprivate func note(isCovered: Bool) {
    all.add(1, ordering: .relaxed)
    if !isCovered { uncovered.add(1, ordering: .relaxed) }
  }
}

/// An engine whose answers are counted.
final class CountedEngine: QueryAnswering {
  private let engine: PlacemarkEngine
  private let counter: CoverageCounter

  init(_ engine: PlacemarkEngine, _ counter: CoverageCounter) {
    self.engine = engine
    self.counter = counter
  }

  func placemarks(for query: PlacemarkQuery) throws(GeocodingError) -> [Placemark] {
    do {
      let found = try engine.placemarks(for: query)
      // What has an object of the map as its source need not be copied to be looked at as a whole.
      counter.note(isCovered: found.isEmpty || found[0].source != nil || !found[0].isFromWorldLayerAlone)
      return found
    } catch {
      if error.code == .placemarkNotFound { counter.note(isCovered: false) }
      throw error
    }
  }

  func nearby(_ query: NearbyQuery) throws(GeocodingError) -> [NearbyThing] { try engine.nearby(query) }
}
