import ArgumentParser

/// A number of bytes as people write it: `500M`, `8G`, `1.5G`, or plain bytes. A unit is 1,024 times the one before.
struct ByteCount: ExpressibleByArgument, Hashable {
  /// The number.
  var bytes: Int

  private static let units: [Character: Double] = ["K": 0x1p10, "M": 0x1p20, "G": 0x1p30, "T": 0x1p40]

  /// A number of bytes; nil for what is none, for less than one and for more than a million terabytes.
  init?(argument: String) {
    var text = Substring(argument.uppercased())
    if text.last == "B" { text = text.dropLast() }
    let unit = text.last.flatMap { ByteCount.units[$0] }
    guard let number = Double(unit == nil ? text : text.dropLast()), number.isFinite else { return nil }
    let bytes = number * (unit ?? 1)
    guard bytes >= 1, bytes <= 1e18 else { return nil }
    self.bytes = Int(bytes)
  }
}
