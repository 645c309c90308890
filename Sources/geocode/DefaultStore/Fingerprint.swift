import GeoConsole
import GeoModel
import GeoSupport

/// A number that changes when the default data or the program that reads it does: FNV-1a (64 bits) over the version and each
/// file's path, size and time of change. Reading the files themselves would take longer than an answer may.
struct Fingerprint: Hashable {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The fingerprint of a folder of data.
  ///
  /// - Throws: `ProgramFailure` with `.noInput` when a file went away.
  init(_ data: DefaultData) throws(ProgramFailure) {
    add(productVersion)
    for path in [data.worldLayer] + data.extracts {
      var status = stat()
      guard stat(path, &status) == 0 else {
        throw ProgramFailure(.noInput, "cannot read \(path): \(String(cString: strerror(errno)))")
      }
      add("\(path) \(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)")
    }
  }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private mutating func add(_ text: String) {
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ 0xFF) &* 0x100_0000_01B3
  }
}
