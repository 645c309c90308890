/// A reader of foreign bytes that must get along with any: give a sentence, or something odd, but never a trap, a hang or a
/// flood of memory.
///
/// A new one is an extension in a file of its own and a line in ``all``.
struct FuzzTarget {
  /// What it is called on the command line; also the folder of its inputs in `Corpora`.
  let name: String
  /// Longer inputs are not made up: small ones are run more often.
  let longestInput: Int
  /// Further folders with inputs to begin with, relative to the package.
  var folders: [String] = []
  /// Inputs to begin with that are made when they are needed.
  var seeds: () throws -> [[UInt8]] = { [] }
  /// Prepares a run; what it returns is called with one input after the other.
  let open: () throws -> (UnsafeRawBufferPointer) -> Void

  /// All targets.
  static var all: [FuzzTarget] {
    [
      .pbfFiles, .pbfBlocks, .xmlFiles, .imports, .storePages, .lines, .requests, .frames, .tables, .coordinates,
      .regions, .areas,
      .states, .settings,
    ]
  }
}
