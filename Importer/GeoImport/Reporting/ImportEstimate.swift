import GeoSupport

/// What an import is going to need, judged by the size of what it reads. It is told before the work begins, so that a disk that is too small
/// ends an import at once, and not after hours.
///
/// The figures were measured with extracts of towns and small countries, alone and repeated to 369 MB (see PERFORMANCE.md).
public struct ImportEstimate: Hashable, Sendable {
  /// What is read, in bytes: extracts as PBF, tables of addresses as so many bytes of an extract.
  public let extractBytes: Int
  /// The memory at most, in bytes.
  public let memoryBytes: Int
  /// Working files at most, in bytes; 0 where all working data has room in memory.
  public let workBytes: Int
  /// The store, in bytes.
  public let storeBytes: Int
  /// The time, in seconds, on a machine with nothing else to do.
  public let seconds: Double

  /// Whether much of what is read may be left out, so that far less is needed.
  private let isUpperBound: Bool

  /// What an import of so many bytes needs.
  ///
  /// - Parameter isUpperBound: whether a region is cut out, or histories and changes are read, of which nobody knows how much stays.
  init(extractBytes: Int, hasWorldLayer: Bool, isUpperBound: Bool = false, _ options: ImportOptions) {
    self.extractBytes = extractBytes
    self.isUpperBound = isUpperBound
    let bytes = Double(extractBytes)
    let kept = options.storage.keptBytes(extractBytes: extractBytes)
    let isInFiles = kept == 0
    memoryBytes =
      isInFiles
      ? Cost.memoryInFiles + options.threads * Cost.memoryOfThread : WorkStorage.memoryBytes(extractBytes: extractBytes)
    workBytes = isInFiles ? Int(bytes * Cost.work) + Cost.workAtLeast : 0
    var store = Cost.store
    if options.includesMap { store += Cost.map }
    if options.includesObjects { store += Cost.objects }
    storeBytes = Int(bytes * store) + (hasWorldLayer ? Cost.worldStore : 0)
    let whole = bytes * Cost.seconds * (isInFiles ? Cost.filesFactor : 1)
    // Half of the work is done by one thread at a time.
    seconds = whole * (0.5 + 1 / Double(options.threads)) + (hasWorldLayer ? Cost.worldSeconds : 0)
  }

  private enum Cost {
    /// Bytes of a store for each byte of an extract: addresses and areas, the map layer, map objects; and the world layer.
    static let (store, map, objects) = (0.83, 0.42, 0.42)
    static let worldStore = 28_000_000
    /// Bytes of working files for each byte of an extract, and of those of a small one.
    static let work = 8.0
    static let workAtLeast = 350_000_000
    /// Bytes of memory with working data in files, and for each thread.
    static let memoryInFiles = 60_000_000
    static let memoryOfThread = 15_000_000
    /// Seconds for each byte of an extract with two threads, how much longer that is in files, and of the world layer.
    static let seconds = 0.085e-6
    static let filesFactor = 1.3
    static let worldSeconds = 1.9
  }

  /// What will be needed, for a person: `23.1 MB to import: about 5 s, 259 MB of memory, a store of 62.7 MB`.
  public var text: String {
    let needs = [
      "about " + duration, Figures.bytes(Int64(memoryBytes)) + " of memory",
      workBytes > 0 ? Figures.bytes(Int64(workBytes)) + " of working files" : nil,
      "a store of " + Figures.bytes(Int64(storeBytes)),
    ]
    return Figures.bytes(Int64(extractBytes)) + " to import: " + needs.compactMap(\.self).joined(separator: ", ")
  }

  private var duration: String {
    switch seconds {
    case ..<100: "\(Int(seconds.rounded(.up))) s"
    case ..<6_000: "\(Int((seconds / 60).rounded(.up))) min"
    default: "\(Int((seconds / 3_600).rounded(.up))) h"
    }
  }
}

extension ImportEstimate {
  /// A disk that may be too small.
  enum Lack: Hashable {
    /// The import would end on it.
    case certain(String)
    /// It may or may not do.
    case possible(String)
  }

  /// Half of what is expected, and of working files of what grows with the extract: stores of twenty extracts took 0.87 times to 2.6 times
  /// what is expected. With less no import succeeds.
  private static let leastPart = 0.5

  /// Whether the disks have room; nil for yes, also where the system does not say.
  ///
  /// - Parameters:
  ///   - storeFolder: where the store is written; an earlier one stays beside it until the new one is whole.
  ///   - workFolder: where working files lie.
  ///   - room: how many bytes are free where a folder is.
  ///   - isSameDisk: whether two folders are on one disk.
  func lack(
    storeFolder: String, workFolder: String, room: (String) -> Int64? = DiskRoom.free,
    isSameDisk: (String, String) -> Bool = FileFolder.areOnSameDisk
  ) -> Lack? {
    let isOneDisk = workBytes > 0 && isSameDisk(storeFolder, workFolder)
    let growing = max(0, workBytes - Cost.workAtLeast)
    let demands =
      isOneDisk
      ? [(storeFolder, storeBytes + workBytes, storeBytes + growing, "the store and its working files")]
      : [(storeFolder, storeBytes, storeBytes, "the store"), (workFolder, workBytes, growing, "working files")]
    var possible: Lack?
    for (folder, bytes, sure, what) in demands where bytes > 0 {
      guard let free = room(folder), free < Int64(bytes) else { continue }
      let advice =
        workBytes == 0
        ? "free some space, or choose another disk with --output"
        : "free some space, or choose another disk with --output and --work-folder, or more memory with --memory-limit"
      let sentence =
        "\(what) will take about \(Figures.bytes(Int64(bytes))), and \(Figures.bytes(free)) are free in \(folder): \(advice)"
      if !isUpperBound, Double(free) < Double(sure) * ImportEstimate.leastPart { return .certain(sentence) }
      possible = .possible(sentence)
    }
    return possible
  }
}
