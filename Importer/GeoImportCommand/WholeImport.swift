import GeoImport

/// The progress of an import as a whole, from the usual durations of its stages.
struct WholeImport {
  /// The seconds that a stage takes for each megabyte of extracts, and in any case.
  ///
  /// They are measured, and only suitable to compare stages.
  private static let costs: [(stage: ImportStage, perMegabyte: Double, always: Double)] = [
    (.tables, 0.05, 0), (.relations, 0.002, 0), (.ways, 0.012, 0), (.nodes, 0.009, 0), (.assembling, 0.005, 0),
    (.classifying, 0.035, 0), (.worldLayer, 0, 0.7), (.ranges, 0.01, 0), (.linking, 0.008, 0.1), (.writing, 0.04, 1),
  ]
  /// Stages that most imports do not have.
  private static let rare: Set<ImportStage> = [.tables, .ranges]

  private let megabytes: Double
  private var begun: Set<ImportStage> = []
  private var farthest = 0.0

  /// Creates the progress of an import of some bytes.
  init(extractBytes: Int) { megabytes = Double(extractBytes) / 1e6 }

  /// Records that a stage begins.
  mutating func begin(_ stage: ImportStage) { begun.insert(stage) }

  /// The progress of the import when a part of a stage is done, 0 to 1. It never decreases.
  ///
  /// - Returns: the part of the whole, and the same part of the extracts in megabytes. The latter is nil for small
  ///   extracts, whose speed would be meaningless.
  mutating func fraction(in stage: ImportStage, _ part: Double) -> (fraction: Double, megabytes: Int64?) {
    var (before, all) = (0.0, 0.0)
    for cost in WholeImport.costs where begun.contains(cost.stage) || !WholeImport.rare.contains(cost.stage) {
      let seconds = cost.perMegabyte * megabytes + cost.always
      if cost.stage == stage { before = all + seconds * min(max(part, 0), 1) }
      all += seconds
    }
    farthest = max(farthest, before / all)
    return (farthest, megabytes < 20 ? nil : Int64(farthest * megabytes))
  }
}
