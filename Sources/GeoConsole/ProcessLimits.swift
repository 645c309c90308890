import CLimitGuard
import GeoSupport

/// What the system lets this process have. A program looks at it before any work is done, as the runtime ends one that runs into a limit without
/// a word.
package struct ProcessLimits: Hashable, Sendable {
  /// Files that may be open at once.
  package var files: UInt64
  /// Bytes of memory: what `ulimit -d` and the control groups allow.
  package var memoryBytes: UInt64
  /// Bytes of addresses, which mapped files and stacks take from, too: what `ulimit -v` allows.
  package var addressBytes: UInt64

  /// Limits as they are given; `.max` for none.
  package init(files: UInt64, memoryBytes: UInt64 = .max, addressBytes: UInt64 = .max) {
    self.files = files
    self.memoryBytes = memoryBytes
    self.addressBytes = addressBytes
  }

  /// The limits of this process. That of files is first lifted as far as it may be, up to a number.
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

  /// Compares them with what a program needs.
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

  /// Looks at what a program needs before it has a thread of its own: without room for their stacks the runtime waits for ever, or traps.
  ///
  /// - Parameters:
  ///   - megabytes: MB of addresses.
  ///   - what: the program in a sentence, such as "the daemon".
  /// - Throws: `ProgramFailure` of status `.inputOutput` that names the limit and how to raise it.
  package static func demand(files: UInt64 = 8, megabytes: UInt64, of what: String) throws(ProgramFailure) {
    try ProcessLimits(files: soft(RLIMIT_NOFILE), addressBytes: soft(RLIMIT_AS)).check(
      covers: ProcessLimits(files: files, memoryBytes: 0, addressBytes: megabytes << 20), of: what)
  }

  /// How many threads to begin if nobody says: one for each processor, but no more than leave half of the memory for what they work on.
  ///
  /// - Parameter needed: what the program needs with a number of threads.
  package func usualThreads(processors: Int, needed: (_ threads: Int) -> ProcessLimits) -> Int {
    (1...max(1, processors)).last { threads in
      let needed = needed(threads)
      return needed.memoryBytes <= memoryBytes / 2 && needed.addressBytes <= addressBytes
    } ?? 1
  }

  /// From now on a process that traps as it gets no more memory, files or threads ends with a sentence and the status `.inputOutput`. May
  /// be called again once the leftover is known.
  ///
  /// - Parameters:
  ///   - prefix: what the program's errors begin with.
  ///   - leftover: the path of a file that is removed then.
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
