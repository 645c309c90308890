/// How much a packed input may become, so that a few kilobytes cannot fill the disk or keep a processor busy for hours.
struct SpoolBound {
  /// What any input may become, in bytes.
  private static let least = 1 << 30
  /// How many times its own size the working file of an input may have.
  private static let spoolFactor = 20
  /// How many times its own size the text of packed XML may have; planets have 13 times theirs.
  private static let textFactor = 100

  /// What errors call the input.
  let path: String
  /// What any input may become; tests make it small.
  let least: Int
  private var unpacked = 0

  /// - Parameter least: nil for the usual.
  init(path: String, least: Int?) {
    self.path = path
    self.least = least ?? SpoolBound.least
  }

  /// Counts bytes that were unpacked.
  ///
  /// - Parameters:
  ///   - count: how many came last.
  ///   - size: bytes of the input; of standard input those that have come.
  ///   - isXML: whether they are text, which is much longer than what is kept of it.
  /// - Throws: ``OSMFileError`` with code `.tooLarge`.
  mutating func unpack(_ count: Int, ofSize size: Int, isXML: Bool) throws(OSMFileError) {
    unpacked += count
    try check(unpacked, size, isXML ? SpoolBound.textFactor : SpoolBound.spoolFactor, "its unpacked data")
  }

  /// Looks at the size of the working file.
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
