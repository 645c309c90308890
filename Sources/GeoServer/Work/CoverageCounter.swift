import GeoEngine
import GeoModel
import GeoWire
import Synchronization

/// Counts the answers of a server, and those that its store's extracts do not cover. All engines of a server share one.
package final class CoverageCounter: Sendable {
  private let all = Atomic(0)
  private let uncovered = Atomic(0)

  /// Creates counts of zero.
  package init() {}

  /// The counts so far.
  package var answers: ServerInfo.Answers {
    ServerInfo.Answers(all: all.load(ordering: .relaxed), uncovered: uncovered.load(ordering: .relaxed))
  }

  /// Counts an answer.
  fileprivate func note(isCovered: Bool) {
    all.add(1, ordering: .relaxed)
    if !isCovered { uncovered.add(1, ordering: .relaxed) }
  }
}

/// An engine that counts its answers.
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
      // Checks the source first, because the other check copies the whole placemark.
      counter.note(isCovered: found.isEmpty || found[0].source != nil || !found[0].isFromWorldLayerAlone)
      return found
    } catch {
      if error.code == .placemarkNotFound { counter.note(isCovered: false) }
      throw error
    }
  }

  func nearby(_ query: NearbyQuery) throws(GeocodingError) -> [NearbyThing] { try engine.nearby(query) }
}
