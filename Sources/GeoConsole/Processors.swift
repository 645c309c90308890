import GeoSupport

/// The processors that this process may use.
package enum Processors {
  /// The number of processors that this process may use at once; 1 or more.
  ///
  /// A container often has fewer than its machine, and a thread for each processor of the machine would only take
  /// memory.
  package static let usable = share(allowed: allowed, time: ControlGroup.processors)

  /// The number of processors on which the system may run this process, even briefly; 1 or more.
  ///
  /// Libraries start a thread for each of them.
  package static let allowed = allowed(
    inUse: max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), status: FileContents.systemText("/proc/self/status") ?? "")

  /// The number of processors on which a process may run.
  ///
  /// - Parameters:
  ///   - inUse: the number of processors of the machine.
  ///   - status: the system's description of the process. It has a bit for each processor on which the process may run,
  ///     even for absent ones, in hexadecimal digits and commas.
  static func allowed(inUse: Int, status: String) -> Int {
    let name = "Cpus_allowed:"
    guard let line = status.split(separator: "\n").first(where: { $0.hasPrefix(name) }) else { return inUse }
    let bits = line.dropFirst(name.count).reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) }
    return bits > 0 ? min(bits, inUse) : inUse
  }

  /// The number of processors that a share of processor time can occupy.
  ///
  /// - Parameters:
  ///   - allowed: the number of processors on which the process may run.
  ///   - time: the limit of processor time, in processors; nil for none.
  static func share(allowed: Int, time: Double?) -> Int {
    // With one and a half processors, two threads are faster than one.
    max(1, min(allowed, time.map { Int(min($0.rounded(.up), 1e6)) } ?? allowed))
  }
}
