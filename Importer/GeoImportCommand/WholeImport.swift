import GeoImport

/// How far an import is as a whole, by what its stages usually take of the time.
struct WholeImport {
  /// Seconds of a stage for each megabyte of extracts, and seconds that it takes in any case; measured, and only good for comparing stages.
  private static let costs: [(stage: ImportStage, perMegabyte: Double, always: Double)] = [
    (.tables, 0.05, 0), (.relations, 0.002, 0), (.ways, 0.012, 0), (.nodes, 0.009, 0), (.assembling, 0.005, 0),
    (.classifying, 0.035, 0), (.worldLayer, 0, 0.7), (.ranges, 0.01, 0), (.linking, 0.008, 0.1), (.writing, 0.04, 1),
  ]
  /// Stages that few imports have.
  private static let rare: Set<ImportStage> = [.tables, .ranges]

  private let megabytes: Double
  private var begun: Set<ImportStage> = []
  private var farthest = 0.0

  /// An import of so many bytes.
  init(extractBytes: Int) { megabytes = Double(extractBytes) / 1e6 }

  /// A stage begins.
  mutating func begin(_ stage: ImportStage) { begun.insert(stage) }

  /// How far the import is where a stage is done to a part of 0 to 1: never less than before.
  ///
  /// - Returns: the part of the whole, and so much of the extracts; nil of small ones, whose speed says nothing.
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
