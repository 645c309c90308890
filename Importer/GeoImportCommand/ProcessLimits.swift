import GeoConsole
import GeoSupport

/// What the system lets this process have, looked at before any work is done: the runtime ends a program that runs into such a
/// limit without a word.
struct ProcessLimits {
  /// Files that may be open at once.
  var files: UInt64
  /// Bytes of memory.
  var bytes: UInt64

  private static let neededFiles: UInt64 = 16
  private static let neededBytes: UInt64 = 256 << 20

  /// The limits of this process. That of files is first lifted as far as it may be.
  static func current() -> ProcessLimits {
    let open = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var files = rlimit()
    if getrlimit(open, &files) == 0, UInt64(files.rlim_cur) < neededFiles {
      files.rlim_cur = min(files.rlim_max, rlim_t(neededFiles))
      setrlimit(open, &files)
    }
    let memory = [RLIMIT_DATA, RLIMIT_AS].map { resource in
      var limit = rlimit()
      return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? UInt64(limit.rlim_cur) : .max
    }
    return ProcessLimits(files: UInt64(files.rlim_cur), bytes: memory.min() ?? .max)
  }

  /// - Throws: `ProgramFailure` when an import could not even begin.
  func check() throws(ProgramFailure) {
    if files < ProcessLimits.neededFiles {
      throw ProgramFailure(
        .inputOutput,
        "only \(files) files may be open at once, an import needs \(ProcessLimits.neededFiles); raise `ulimit -n`")
    }
    if bytes < ProcessLimits.neededBytes {
      throw ProgramFailure(
        .inputOutput,
        "only \(bytes >> 20) MB of memory may be used, an import needs \(ProcessLimits.neededBytes >> 20) MB at least; "
          + "raise `ulimit -d` and `ulimit -v`")
    }
  }

  /// Memory for working data if nobody says: half of what may be used, and no more than a machine has room for.
  func memoryLimit(ofMachine limit: Int) -> Int { min(limit, Int(clamping: bytes / 2)) }
}
