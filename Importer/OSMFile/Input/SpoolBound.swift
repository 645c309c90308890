/// The limits of how much a compressed input may expand, so that a few kilobytes cannot fill the disk or occupy a
/// processor for hours.
struct SpoolBound {
  /// The size to which any input may expand, in bytes.
  private static let least = 1 << 30
  /// The limit of an input's working file, as a multiple of the input's size.
  private static let spoolFactor = 20
  /// The limit of decompressed XML, as a multiple of the input's size. The XML of the planet is 13 times as large as
  /// its compressed file.
  private static let textFactor = 100

  /// The name of the input, for error messages.
  let path: String
  /// The size to which any input may expand. Tests set it low.
  let least: Int
  private var unpacked = 0

  /// - Parameter least: the size to which any input may expand; nil for the default.
  init(path: String, least: Int?) {
    self.path = path
    self.least = least ?? SpoolBound.least
  }

  /// Counts decompressed bytes.
  ///
  /// - Parameters:
  ///   - count: the number of new bytes.
  ///   - size: the size of the input in bytes; of standard input, the bytes read so far.
  ///   - isXML: whether the bytes are text, of which only a small part is kept.
  /// - Throws: ``OSMFileError`` with code `.tooLarge`.
  mutating func unpack(_ count: Int, ofSize size: Int, isXML: Bool) throws(OSMFileError) {
    unpacked += count
    try check(unpacked, size, isXML ? SpoolBound.textFactor : SpoolBound.spoolFactor, "its unpacked data")
  }

  /// Checks the size of the working file.
  ///
  /// - Throws: ``OSMFileError`` with code `.tooLarge`.
  func check(spooled: Int, ofSize size: Int) throws(OSMFileError) {
    try check(spooled, size, SpoolBound.spoolFactor, "its working file")
  }

  private func check(_ bytes: Int, _ size: Int, _ factor: Int, _ what: String) throws(OSMFileError) {
    guard bytes > max(least, factor * size) else { return }
    let bound = factor * size > least ? "\(factor) times the input" : "\(least >> 20) MB"
    throw OSMFileError(
      .tooLarge, path: path,
      "\(what) is larger than \(bound), more than an extract of this size makes; "
        + "if you trust it, convert it to .osm.pbf first, for example with `osmium cat`, and import that")
  }
}
