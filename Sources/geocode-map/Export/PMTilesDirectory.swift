/// An entry of a PMTiles directory: some tiles with the same content, or a directory below it.
struct PMTilesEntry: Hashable {
  /// The id of the first tile.
  var id: UInt64
  /// The number of tiles with consecutive ids that have this content; 0 for a directory.
  var run: Int
  /// The position of the content in its section of the file.
  var content: TileContent
}

/// A list of entries by ascending ids, as PMTiles stores it before compression: their number, then one column per
/// field.
///
/// Source: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md, section 4.2.
struct PMTilesDirectory {
  var entries: [PMTilesEntry] = []

  /// The uncompressed bytes of the directory.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    bytes.appendNumber(entries.count)
    var last: UInt64 = 0
    for entry in entries {
      bytes.appendNumber(Int(entry.id - last))
      last = entry.id
    }
    for entry in entries { bytes.appendNumber(entry.run) }
    for entry in entries { bytes.appendNumber(entry.content.length) }
    for (number, entry) in entries.enumerated() {
      // 0 stands for the position right after the previous entry's content.
      let before = number > 0 ? entries[number - 1].content : nil
      let isNext = before.map { $0.place + $0.length == entry.content.place } ?? false
      bytes.appendNumber(isNext ? 0 : entry.content.place + 1)
    }
    return bytes
  }
}

extension [UInt8] {
  /// Appends a nonnegative number with seven bits per byte, lowest first.
  fileprivate mutating func appendNumber(_ number: Int) {
    var rest = UInt64(number)
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
