import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport

/// The result of an import.
public struct ImportSummary: Sendable {
  /// The number of records by kind, as handed to the store.
  public struct Counts: Hashable, Sendable {
    /// Named or numbered ways.
    public var streets = 0
    /// House numbers and house names.
    public var addresses = 0
    /// Stretches between two known house numbers.
    public var interpolations = 0
    /// Boundaries and other areas.
    public var areas = 0
    /// Settlements mapped as points.
    public var places = 0
    /// Places of interest.
    public var features = 0
    /// Addresses by the origin of their street.
    public var addressesByOrigin: [StreetOrigin: Int] = [:]
  }

  /// The number of stored records.
  public var stored = Counts()
  /// The number of objects left out, by reason.
  public var skipped = SkipCounts()
  /// The number of faults in the data, by fault.
  public var faults = DataFaultCounts()
  /// The tallies of the address tables.
  var tables: [TableTally] = []
  /// The tallies of the tables of postal codes.
  var postalTables: [TableTally] = []
  /// The outcome of the user's corrections; nil if there were none.
  public var corrections: CorrectionOutcome?
  /// Stages with their durations, in order.
  public var timings: [StageTiming] = []
  /// The store's description of itself; nil until the store is written.
  public var store: StoreInfo?
  /// The metadata of the extracts.
  public var metadata = StoreMetadata()
  /// The peak memory of the process, in bytes.
  public var peakMemoryBytes = 0
  /// The peak size of working files, in bytes; nil if the import worked in memory.
  public var peakWorkBytes: Int?

  /// Creates an empty summary.
  public init() {}

  /// The sum of the durations of all stages, in seconds.
  public var seconds: Double { timings.reduce(0) { $0 + $1.seconds } }

  mutating func note(_ content: borrowing StoreContent, _ metadata: StoreMetadata) {
    self.metadata = metadata
    stored.streets = content.streets.count
    stored.interpolations = content.interpolations.count
    stored.areas = content.areas.count
    stored.places = content.places.count
    stored.features = content.features.count
    for address in content.addresses where !address.isLender {
      stored.addresses += 1
      stored.addressesByOrigin[address.streetOrigin, default: 0] += 1
    }
  }
}

extension ImportSummary {
  /// The summary for the user, in lines with line feeds: what was stored, what was left out, and the cost.
  ///
  /// - Parameters:
  ///   - output: the path of the store, as given by the user.
  ///   - isVerbose: whether to list the reasons for which objects were left out, and the faults in the data.
  public func text(output: String, isVerbose: Bool = true) -> String {
    var lines = ["\(output): \(storedText)"]
    if let date = metadata.dataDate { lines.append("  data of \(date)") }
    for table in tables {
      let counts = "\(Figures.grouped(table.info.used)) of \(Figures.grouped(table.rows)) rows are houses of the store"
      lines.append("  \(table.name): \(counts)")
    }
    for table in postalTables {
      lines.append(
        "  \(table.name): \(Figures.grouped(table.info.used)) of \(Figures.grouped(table.rows)) are postal codes of the store"
      )
      lines += list("  left out", table.dropped.map { (name: $0.key, count: $0.value) })
    }
    if let corrections { lines.append("  \(corrections.text)") }
    if isVerbose {
      lines += list("left out", skipped.counts.map { (name: $0.key.rawValue, count: $0.value) })
      lines += list("faults in the data", faults.counts.map { (name: $0.key.rawValue, count: $0.value) })
    } else {
      lines += briefly(skipped.counts.values.reduce(0, +), faults.counts.values.reduce(0, +))
    }
    lines.append(
      "  \(Figures.fixed(seconds, 1)) s, \(peakMemoryBytes / 1_000_000) MB of memory\(workText)\(sizeText)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The numbers of records by kind.
  private var storedText: String {
    let kinds = [
      (stored.streets, "streets"), (stored.addresses, "addresses"), (stored.interpolations, "interpolations"),
      (stored.areas, "areas"), (stored.places, "places"), (stored.features, "features"),
    ]
    return kinds.map { "\(Figures.grouped($0.0)) \($0.1)" }.joined(separator: ", ")
  }

  /// The size of the working files, if there were any.
  private var workText: String { peakWorkBytes.map { ", \($0 / 1_000_000) MB of working files" } ?? "" }

  /// The size of the store, once it is written.
  private var sizeText: String {
    store.map { ", store of \(Figures.fixed(Double($0.fileSize) / 1e6, 1)) MB" } ?? ""
  }

  /// The totals of objects left out and of faults, if there were any.
  private func briefly(_ skipped: Int, _ faults: Int) -> [String] {
    let parts = [
      skipped > 0 ? "\(Figures.grouped(skipped)) objects were left out" : nil,
      faults > 0 ? "\(Figures.grouped(faults)) faults in the data" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? [] : ["  " + parts.joined(separator: ", ") + " (--verbose lists them)"]
  }

  /// Lists counts in descending order, then by name.
  private func list(_ title: String, _ counts: [(name: String, count: Int)]) -> [String] {
    guard !counts.isEmpty else { return [] }
    let sorted = counts.sorted { $0.count == $1.count ? $0.name < $1.name : $0.count > $1.count }
    return ["  \(title): " + sorted.map { "\(Figures.grouped($0.count)) \($0.name)" }.joined(separator: ", ")]
  }
}

/// The memory of the process.
enum ProcessMemory {
  /// The peak memory of the process, in bytes.
  static var peakBytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }
}
