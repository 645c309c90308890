import GeoSupport

/// The result of a measurement.
struct LoadResult {
  var requests: Int
  var seconds: Double
  /// Round-trip times in nanoseconds, sorted.
  private let latencies: [UInt64]

  init(requests: Int, seconds: Double, latencies: [UInt64]) {
    self.requests = requests
    self.seconds = seconds
    self.latencies = latencies.sorted()
  }

  var requestsPerSecond: Double { Double(requests) / max(seconds, 1e-9) }
  var medianMicroseconds: Double { percentile(0.5) }
  var highMicroseconds: Double { percentile(0.99) }

  private func percentile(_ fraction: Double) -> Double {
    guard !latencies.isEmpty else { return 0 }
    return Double(latencies[Int(Double(latencies.count - 1) * fraction)]) / 1000
  }
}

/// Nanoseconds of a monotonic clock.
func nanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// A process to observe, such as the daemon or the load itself.
struct ObservedProcess {
  let pid: Int32

  /// The processor time used so far in seconds; nil when the process has ended.
  var processorTime: Double? {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(pid, &clock) == 0, clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Resident memory in megabytes; nil when the process has ended.
  var residentMegabytes: Int? {
    guard let file = fopen("/proc/\(pid)/statm", "r") else { return nil }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 128)
    guard fgets(&text, 128, file) != nil else { return nil }
    let fields = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(
      separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { ($0 * sysconf(Int32(_SC_PAGESIZE))) >> 20 } : nil
  }
}
