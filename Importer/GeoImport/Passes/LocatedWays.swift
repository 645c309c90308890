import GeoSupport

/// Hands out ways batch by batch, each once. Where there are several threads, one of them looks up where the nodes of the next batch are
/// while another works on the batch before.
struct LocatedWays {
  private var batches: [WayBatch]
  private let locations: NodeLocations
  private let looksAhead: Bool
  private var position = 0
  private var ahead: Later<WayBatch>?

  /// Takes all ways of an extract out of it.
  init(of extract: inout ExtractContent, threads: Int) {
    batches = extract.ways
    extract.ways = []
    locations = extract.locations
    looksAhead = threads > 1
  }

  /// The next batch; nil after the last one.
  mutating func next() -> WayBatch? {
    guard position < batches.count else { return nil }
    let batch = ahead?.get() ?? batches[position]
    batches[position] = WayBatch()
    position += 1
    ahead = looksAhead && position < batches.count ? locatedLater(batches[position]) : nil
    return batch
  }

  private func locatedLater(_ batch: WayBatch) -> Later<WayBatch> {
    let locations = locations
    return Later { _ in batch.located(by: locations) }
  }
}
