import GeoModel
import GeoStore

/// What came of an import.
public struct ImportSummary: Sendable {
  /// Records by kind, as they were handed to the store.
  public struct Counts: Hashable, Sendable {
    /// Named or numbered ways.
    public var streets = 0
    /// House numbers and house names.
    public var addresses = 0
    /// Stretches between two known house numbers.
    public var interpolations = 0
    /// Boundaries and other areas.
    public var areas = 0
    /// Settlements known as points.
    public var places = 0
    /// Places of interest.
    public var features = 0
    /// Addresses by how their street is known.
    public var addressesByOrigin: [AddressRecord.StreetOrigin: Int] = [:]
  }

  /// What was stored.
  public var stored = Counts()
  /// What was left out, by reason.
  public var skipped = SkipCounts()
  /// What was wrong with the data, by fault.
  public var faults = DataFaultCounts()
  /// Stages with their durations, in order.
  public var timings: [StageTiming] = []
  /// What the store says about itself; nil until it is written.
  public var store: StoreInfo?
  /// What the extracts say about themselves.
  public var metadata = StoreMetadata()
  /// The most memory the process had at once, in bytes.
  public var peakMemoryBytes = 0
  /// The most bytes that its working files had at once; nil when it worked in memory.
  public var peakWorkBytes: Int?

  /// A summary of nothing.
  public init() {}

  /// Seconds from the first stage to the last.
  public var seconds: Double { timings.reduce(0) { $0 + $1.seconds } }

  mutating func note(_ content: borrowing StoreContent, _ metadata: StoreMetadata) {
    self.metadata = metadata
    stored.streets = content.streets.count
    stored.addresses = content.addresses.count
    stored.interpolations = content.interpolations.count
    stored.areas = content.areas.count
    stored.places = content.places.count
    stored.features = content.features.count
    for address in content.addresses { stored.addressesByOrigin[address.streetOrigin, default: 0] += 1 }
  }
}
