import GeoSupport

/// The processors of the machine, and how many of them this process may use.
package enum Processors {
  /// How many this process may use at once; 1 or more. A container has often fewer than its machine, and a thread for each of the machine's
  /// would only take memory.
  package static let usable = share(allowed: allowed, time: ControlGroup.processors)

  /// On how many the system lets this process run, be it for a moment; 1 or more. Libraries begin as many threads.
  package static let allowed = allowed(
    inUse: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), status: FileContents.systemText("/proc/self/status") ?? "")

  /// How many processors a process may run on.
  ///
  /// - Parameters:
  ///   - inUse: how many the machine has.
  ///   - status: what the system says of the process: a bit for each that it may run on, also for those that are not there, in hexadecimal
  ///     digits and commas.
  static func allowed(inUse: Int, status: String) -> Int {
    let name = "Cpus_allowed:"
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return inUse }
    let bits = line.dropFirst(name.count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
    return bits > 0 ? min(bits, inUse) : inUse
  }

  /// How many processors make use of a share of their time.
  ///
  /// - Parameters:
  ///   - allowed: on how many a process may run.
  ///   - time: of how many it may have the time; nil for all of it.
  static func share(allowed: Int, time: Double?) -> Int {
    // Of one and a half processors, two threads make more than one.
    max(1, min(allowed, time.map { Int(min($0.rounded(.up), 1e6)) } ?? allowed))
  }
}
