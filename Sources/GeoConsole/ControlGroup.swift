import GeoSupport

/// Reads the limits of the control groups of this process, such as a container's.
enum ControlGroup {
  /// The lowest memory limit of the process's groups and their parents; nil for no limit, or without control groups.
  static var memoryBytes: UInt64? { memoryBytes(root: root, groups: ownGroups) }

  /// The lowest processor time limit of the process's groups and their parents, such as 1.5 for one and a half
  /// processors; nil for no limit.
  static var processors: Double? { processors(root: root, groups: ownGroups) }

  private static let root = "/sys/fs/cgroup"
  private static var ownGroups: String { FileContents.systemText("/proc/self/cgroup") ?? "" }

  /// The memory limit, with the files to read as parameters.
  ///
  /// - Parameters:
  ///   - root: the root folder of the groups.
  ///   - groups: the process's groups, a line each: number, controllers and path, separated by colons.
  static func memoryBytes(root: String, groups: String) -> UInt64? {
    least(root, groups, controller: "memory") { folder, isUnified in
      let name = isUnified ? "memory.max" : "memory.limit_in_bytes"
      // Without a limit the file says `max`, or a number too large for any machine.
      let limit = FileContents.systemText(folder + name).flatMap { UInt64($0.prefix { $0.isNumber }) }
      return limit.flatMap { $0 < 1 << 60 ? $0 : nil }
    }
  }

  /// The limit of processor time, with the files to read as parameters: the share of each period that may be used.
  static func processors(root: String, groups: String) -> Double? {
    least(root, groups, controller: "cpu") { folder, isUnified in
      let files = isUnified ? ["cpu.max"] : ["cpu.cfs_quota_us", "cpu.cfs_period_us"]
      let words = files.flatMap { (FileContents.systemText(folder + $0) ?? "").split(whereSeparator: \.isWhitespace) }
      // Without a limit the first word is `max`, or -1.
      guard words.count == 2, let quota = Double(words[0]), let period = Double(words[1]), quota > 0, period > 0 else {
        return nil
      }
      return quota / period
    }
  }

  /// The lowest value of all groups of a controller, from the process's own group up to the root.
  private static func least<Value: Comparable>(
    _ root: String, _ groups: String, controller: String, value: (_ folder: String, _ isUnified: Bool) -> Value?
  ) -> Value? {
    var least: Value?
    for line in groups.split(separator: "\n") {
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { continue }
      let isUnified = fields[1].isEmpty
      guard isUnified || fields[1].split(separator: ",").contains(controller[...]) else { continue }
      var path = fields[2].split(separator: "/")
      repeat {
        let folder = ([isUnified ? root : root + "/" + controller] + path.map(String.init)).joined(separator: "/") + "/"
        if let found = value(folder, isUnified) { least = least.map { min($0, found) } ?? found }
      } while path.popLast() != nil
    }
    return least
  }
}
