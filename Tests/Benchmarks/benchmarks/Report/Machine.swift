import GeoSupport

/// The machine of a run.
struct Machine: Codable, Equatable {
  let processor: String
  let cores: Int
  let memoryGigabytes: Int
  let system: String

  static var current: Machine {
    Machine(
      processor: firstValue(in: "/proc/cpuinfo", of: "model name") ?? "unknown processor",
      cores: sysconf(Int32(_SC_NPROCESSORS_ONLN)),
      memoryGigabytes: (sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE)) + 500_000_000) / 1_000_000_000,
      system: kernel)
  }

  /// The text for a heading.
  var text: String { "\(processor), \(cores) cores, \(memoryGigabytes) GB, \(system)" }

  /// The number of runnable processes during the last minute. Above the number of cores, times mean little.
  static var load: Double {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : 0
  }

  private static var kernel: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "unknown system" }
    return "\(text(&name.sysname)) \(text(&name.release)) \(text(&name.machine))"
  }

  private static func text<Field>(_ field: inout Field) -> String {
    withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The text behind `key :` in a file of such lines; nil where there is no such file.
  private static func firstValue(in path: String, of key: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, 512, file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      guard text.hasPrefix(key), let colon = text.firstIndex(of: ":") else { continue }
      return text[text.index(after: colon)...].split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }
    return nil
  }
}
