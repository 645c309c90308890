/// What a store says about itself besides its rows.
public struct StoreMetadata: Hashable, Sendable {
  /// The newest moment the map data is known to reflect, ISO 8601 UTC (`2022-12-15T21:21:57Z`); nil when the extracts do not say.
  public var dataDate: String?
  /// File names of the imported extracts, without folders.
  public var extracts: [String] = []
  /// Whether the world layer was added.
  public var hasWorldLayer = false
  /// Attribution lines that the licences of the data ask for, most important first.
  public var attribution: [String] = ["© OpenStreetMap contributors (ODbL 1.0)"]

  /// Metadata of an import about which nothing is known yet.
  public init() {}
}
