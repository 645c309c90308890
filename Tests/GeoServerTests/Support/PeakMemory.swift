import GeoSupport

/// The peak memory of this process.
enum PeakMemory {
  /// Runs a body.
  ///
  /// - Returns: by how many bytes the process grew at most during the body.
  static func growth(_ body: () throws -> Void) throws -> Int {
    Allocator.trim()
    let before = Allocator.residentBytes
    try reset()
    try body()
    return highest - before
  }

  /// Resets the system's peak value.
  private static func reset() throws {
    guard let file = fopen("/proc/self/clear_refs", "w") else { throw TestFailure("no /proc/self/clear_refs") }
    fputs("5", file)
    fclose(file)
  }

  private static var highest: Int {
    let lines = FileContents.systemText("/proc/self/status")?.split(separator: "\n") ?? []
    let numbers = lines.first { $0.hasPrefix("VmHWM:") }?.split(whereSeparator: { !$0.isNumber }) ?? []
    return (numbers.first.flatMap { Int($0) } ?? 0) << 10
  }
}
