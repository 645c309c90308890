import GeoSupport

/// The estimated needs of an import, from the size of its inputs. The estimate comes before the work begins, so that a
/// disk that is too small ends an import at once rather than after hours.
///
/// The figures were measured with extracts of towns and small countries, alone and repeated to a total of up to 369 MB
/// (see PERFORMANCE.md).
public struct ImportEstimate: Hashable, Sendable {
  /// The size of the inputs, in bytes of extracts as PBF. Tables count as the size of an extract with the same needs.
  public let extractBytes: Int
  /// The maximum memory, in bytes.
  public let memoryBytes: Int
  /// The maximum size of working files, in bytes; 0 if all working data fits in memory.
  public let workBytes: Int
  /// The size of the store, in bytes.
  public let storeBytes: Int
  /// The time, in seconds, on an otherwise idle machine.
  public let seconds: Double

  /// Whether much of the input may be left out, so that far less may be needed.
  private let isUpperBound: Bool

  /// Estimates the needs for a size of inputs.
  ///
  /// - Parameter isUpperBound: whether an unknown part of the input is kept, because of a region, histories or changes.
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
    // With two threads, half of the time goes to work that only one thread can do.
    seconds = whole * (0.5 + 1 / Double(options.threads)) + (hasWorldLayer ? Cost.worldSeconds : 0)
  }

  private enum Cost {
    /// Bytes of a store for each byte of an extract: for addresses and areas, for the map layer, and for map objects.
    /// The world layer has a fixed size.
    static let (store, map, objects) = (0.83, 0.42, 0.42)
    static let worldStore = 28_000_000
    /// Bytes of working files for each byte of an extract, and a constant in addition.
    static let work = 8.0
    static let workAtLeast = 350_000_000
    /// Bytes of memory with working data in files, and for each thread.
    static let memoryInFiles = 60_000_000
    static let memoryOfThread = 15_000_000
    /// Seconds for each byte of an extract with two threads, the factor for working data in files, and the seconds for
    /// the world layer.
    static let seconds = 0.085e-6
    static let filesFactor = 1.3
    static let worldSeconds = 1.9
  }

  /// The estimate for the user: `23.1 MB to import: about 5 s, 259 MB of memory, a store of 62.7 MB`.
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
  /// A lack of space on a disk.
  enum Lack: Hashable {
    /// The import would fail.
    case certain(String)
    /// The import might fail.
    case possible(String)
  }

  /// The part of the expected size below which no import succeeds. Stores of twenty extracts took 0.87 to 2.6 times the
  /// expected size. Of working files, only the part that grows with the extract counts.
  private static let leastPart = 0.5

  /// Whether a disk lacks space; nil if not, or if the system does not report free space.
  ///
  /// - Parameters:
  ///   - storeFolder: the folder of the store. An earlier store stays there until the new one is complete.
  ///   - workFolder: the folder of working files.
  ///   - room: returns the free bytes on the disk of a folder.
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
