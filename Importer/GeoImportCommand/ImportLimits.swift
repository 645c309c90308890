import ArgumentParser
import GeoConsole
import GeoSupport

extension ProcessLimits {
  /// The minimum needs of an import with its working data in files. Every input stays open.
  static func ofImport(threads: Int, inputs: Int) -> ProcessLimits {
    let threads = UInt64(threads)
    // Measured: 60 MB, and 15 MB for each thread. Of address space, the allocator reserves 64 MB for each thread, and a
    // stack takes 8 MB.
    return ProcessLimits(
      files: 15 + UInt64(inputs), memoryBytes: (224 + 16 * threads) << 20, addressBytes: (384 + 80 * threads) << 20)
  }

  /// The default limit of working data in memory: half of what may be used.
  var workingBytes: Int { Int(clamping: min(memoryBytes, addressBytes) / 2) }
}

/// A number of bytes as users write it: `500M`, `8G`, `1.5G`, or plain bytes. Each unit is 1,024 times the one before.
package struct ByteCount: ExpressibleByArgument, Hashable {
  /// The number.
  package var bytes: Int

  private static let units: [Character: Double] = ["K": 0x1p10, "M": 0x1p20, "G": 0x1p30, "T": 0x1p40]

  /// Parses a number of bytes; nil if it is not one, less than 1, or more than a million terabytes.
  package init?(argument: String) {
    var text = Substring(argument.uppercased())
    if text.last == "B" { text = text.dropLast() }
    let unit = text.last.flatMap { ByteCount.units[$0] }
    guard let number = Double(unit == nil ? text : text.dropLast()), number.isFinite else { return nil }
    let bytes = number * (unit ?? 1)
    guard bytes >= 1, bytes <= 1e18 else { return nil }
    self.bytes = Int(bytes)
  }
}
