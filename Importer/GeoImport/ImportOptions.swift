/// How extracts are imported.
public struct ImportOptions: Sendable {
  /// Worker threads, 1 or more. Memory grows by about 15 MB with each.
  public var threads: Int
  /// Path of the world layer (countries, first-level subdivisions, larger cities), an `.osm.pbf` file with invented ids;
  /// nil to leave it out, so that the store knows only what the extracts contain.
  public var worldLayer: String?
  /// Whether places of interest (shops, restaurants, named buildings …) are stored for the placemarks of addresses.
  public var includesFeatures = true
  /// Whether map objects with all their tags are stored, for faces that answer with objects of the map.
  public var includesObjects = true
  /// Where the working data lies.
  public var storage = WorkStorage.automatic(memoryLimitBytes: WorkStorage.defaultMemoryLimitBytes)
  /// The folder for working data that is not to fill the memory; nil for the folder of the store. Its disk should be fast.
  public var workFolder: String?
  /// Asked at every blob and stage, on several threads, whether to stop; an import that is stopped throws
  /// ``ImportError/Code/cancelled`` and leaves an earlier store as it was.
  public var isCancelled: @Sendable () -> Bool = { false }

  /// Smaller arrays stay in memory even where working data lies in files; tests make it small.
  var workingFileThresholdBytes = 256 << 10

  /// Options with a number of threads and the world layer.
  public init(threads: Int, worldLayer: String?) {
    self.threads = threads
    self.worldLayer = worldLayer
  }
}
