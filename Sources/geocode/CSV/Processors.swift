import GeoSupport

/// The processors of the machine.
enum Processors {
  /// How many are in use; 1 or more.
  static var count: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
