import GeoModel
import GeoSupport

/// Iterates once over the ways, batch by batch, with their tags and vertices. With several threads, one prepares the
/// next batch while another processes the current one.
struct LocatedWays {
  /// A way with its tags and vertices; empty if the way is ignored.
  struct Way: Sendable {
    var tags = Tags()
    /// Its vertices, without unknown locations and repetitions.
    var points: [FixedPoint] = []
    /// The number of its nodes without a location.
    var missing = 0
  }

  /// The ways of a batch, each at its position.
  struct Batch: Sendable {
    let content: WayBatch
    let ways: [Way]
  }

  private var batches: [WayBatch]
  private let locations: NodeLocations
  private let looksAhead: Bool
  private var position = 0
  private var ahead: Later<Batch>?

  /// Moves all ways out of an extract.
  init(of extract: inout ExtractContent, threads: Int) {
    batches = extract.ways
    extract.ways = []
    locations = extract.locations
    looksAhead = threads > 1
  }

  /// Returns the next batch; nil after the last one.
  mutating func next() -> Batch? {
    guard position < batches.count else { return nil }
    let batch = ahead?.get() ?? batches[position].located(by: locations)
    batches[position] = WayBatch()
    position += 1
    ahead = looksAhead && position < batches.count ? locatedLater(batches[position]) : nil
    return batch
  }

  private func locatedLater(_ batch: WayBatch) -> Later<Batch> {
    let locations = locations
    return Later { _ in batch.located(by: locations) }
  }
}

extension WayBatch {
  /// The batch with the tags and vertices of all ways that become something.
  fileprivate func located(by locations: NodeLocations) -> LocatedWays.Batch {
    var makesSomething = ids.indices.map { !tags.isEmpty($0) }
    for draft in objects.drafts { makesSomething[Int(draft.element)] = true }
    for draft in map { makesSomething[Int(draft.element)] = true }
    let ways = ids.indices.map { index in
      var way = LocatedWays.Way()
      guard makesSomething[index], !isLeftOut(index) else { return way }
      way.tags = tags[index]
      way.points = resolvedPoints(index, locations, missing: &way.missing)
      return way
    }
    return LocatedWays.Batch(content: self, ways: ways)
  }
}
