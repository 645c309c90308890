import GeoSupport

/// What the process used.
enum ProcessMemory {
  /// The most memory the process had at once, in bytes.
  static var peakBytes: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
  }
}
