import GeoConsole
import GeoModel
import GeoSupport

/// A number that changes when the default data or the program that reads it does: FNV-1a (64 bits) over the version and each
/// file's path, size and time of change. Reading the files themselves would take longer than an answer may.
struct Fingerprint: Hashable {
  private var hash = Hashing.fnvSeed

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

  /// Adds a text and its end: no byte of a text is 255.
  private mutating func add(_ text: String) {
    hash = Hashing.fnv1a(CollectionOfOne(0xFF), seed: Hashing.fnv1a(text.utf8, seed: hash))
  }
}
