/// A reader of foreign bytes that must handle any input: with an error or odd data, but never with a trap, a hang or a
/// flood of memory.
///
/// A new target is an extension in its own file and a line in ``all``.
struct FuzzTarget {
  /// The name on the command line; also the folder of its inputs in `Corpora`.
  let name: String
  /// Generated inputs are not longer, because small ones run faster.
  let longestInput: Int
  /// Further folders with initial inputs, relative to the package.
  var folders: [String] = []
  /// Initial inputs that are generated on demand.
  var seeds: () throws -> [[UInt8]] = { [] }
  /// Prepares a run and returns a function that takes one input after the other.
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
