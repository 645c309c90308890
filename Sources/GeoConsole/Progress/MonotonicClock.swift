import GeoSupport

/// A clock for measuring, which never goes back.
public enum MonotonicClock {
  /// Seconds since some moment in the past.
  @Sendable public static func seconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
