import CLimitGuard
import GeoSupport

/// The limits of the system for this process.
///
/// A program checks them before any work, because the runtime ends a process at a limit without a message.
package struct ProcessLimits: Hashable, Sendable {
  /// The number of files that may be open at once.
  package var files: UInt64
  /// The memory limit in bytes, from `ulimit -d` and the control groups.
  package var memoryBytes: UInt64
  /// The limit of the address space in bytes (`ulimit -v`), which mapped files and stacks use as well.
  package var addressBytes: UInt64

  /// Creates limits; `.max` for none.
  package init(files: UInt64, memoryBytes: UInt64 = .max, addressBytes: UInt64 = .max) {
    self.files = files
    self.memoryBytes = memoryBytes
    self.addressBytes = addressBytes
  }

  /// The limits of this process. First raises the limit of open files as far as allowed, up to the wanted number.
  package static func current(wantedFiles: UInt64) -> ProcessLimits {
    let open = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var files = rlimit()
    if getrlimit(open, &files) == 0, UInt64(files.rlim_cur) < wantedFiles {
      files.rlim_cur = min(files.rlim_max, rlim_t(wantedFiles))
      setrlimit(open, &files)
    }
    return ProcessLimits(
      files: UInt64(files.rlim_cur), memoryBytes: min(soft(RLIMIT_DATA), ControlGroup.memoryBytes ?? .max),
      addressBytes: soft(RLIMIT_AS))
  }

  private static func soft(_ resource: __rlimit_resource) -> UInt64 {
    var limit = rlimit()
    return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? UInt64(limit.rlim_cur) : .max
  }

  /// Compares the limits with the needs of a program.
  ///
  /// - Parameter what: the program in a sentence, such as "an import".
  /// - Throws: `ProgramFailure` of status `.inputOutput` that names the limit and how to raise it.
  package func check(covers needed: ProcessLimits, of what: String) throws(ProgramFailure) {
    if files < needed.files {
      throw ProgramFailure(
        .inputOutput, "only \(files) files may be open at once, \(what) needs \(needed.files); raise `ulimit -n`")
    }
    if memoryBytes < needed.memoryBytes {
      throw ProgramFailure(
        .inputOutput,
        "only \(memoryBytes >> 20) MB of memory may be used, \(what) needs \(needed.memoryBytes >> 20) MB at least; "
          + "raise `ulimit -d` or the memory of the control group, or use fewer threads")
    }
    if addressBytes < needed.addressBytes {
      throw ProgramFailure(
        .inputOutput,
        "only \(addressBytes >> 20) MB of addresses may be used, \(what) needs \(needed.addressBytes >> 20) MB at least; "
          + "raise `ulimit -v`, or use fewer threads")
    }
  }

  /// Checks the needs of a program before it starts any threads: without room for their stacks the runtime hangs or
  /// traps.
  ///
  /// - Parameters:
  ///   - megabytes: the address space in MB.
  ///   - what: the program in a sentence, such as "the daemon".
  /// - Throws: `ProgramFailure` of status `.inputOutput` that names the limit and how to raise it.
  package static func demand(files: UInt64 = 8, megabytes: UInt64, of what: String) throws(ProgramFailure) {
    try ProcessLimits(files: soft(RLIMIT_NOFILE), addressBytes: soft(RLIMIT_AS)).check(
      covers: ProcessLimits(files: files, memoryBytes: 0, addressBytes: megabytes << 20), of: what)
  }

  /// The default number of threads: one for each processor, but few enough to leave half of the memory for their work.
  ///
  /// - Parameter needed: the needs of the program with this number of threads.
  package func usualThreads(processors: Int, needed: (_ threads: Int) -> ProcessLimits) -> Int {
    (1...max(1, processors)).last { threads in
      let needed = needed(threads)
      return needed.memoryBytes <= memoryBytes / 2 && needed.addressBytes <= addressBytes
    } ?? 1
  }

  /// Installs a handler: a process that traps for lack of memory, files or threads then ends with a message and the
  /// status `.inputOutput`.
  ///
  /// May be called again once the leftover is known.
  ///
  /// - Parameters:
  ///   - prefix: the beginning of the program's error messages.
  ///   - leftover: the path of a file to remove in that case.
  package static func guardProcess(prefix: String, leftover: String? = nil) {
    limit_guard_install(
      "\(prefix)there is no more memory for this process; raise `ulimit -d` and `ulimit -v`, or use fewer threads\n",
      "\(prefix)this process may not open any more files; raise `ulimit -n`\n",
      "\(prefix)the system gives this process no more threads; raise `ulimit -u` or the `pids.max` of its control group\n",
      ExitStatus.inputOutput.rawValue,
      leftover
    )
  }
}
