import OSMFile

/// The lines of a file, or of all tables in an archive (`.tar`), compressed or not. The tables hold addresses, ranges
/// or postal codes.
///
/// An archive is recognized by `ustar` in its first header. All its regular files are read as tables, whatever their
/// names. Members that only carry long names or attributes are skipped.
struct TableLines {
  /// A line of a table.
  struct Line {
    /// Its bytes, without the line break.
    var bytes: [UInt8]
    /// Whether it is the first line of a table.
    var isFirst: Bool
  }

  /// The longest line that makes sense. A longer one ends the reading with an error.
  private static let longestLine = 16 << 20
  private static let blockBytes = 512

  private let file: UnpackedStream
  private var held: [UInt8] = []
  /// The position of the next byte to read in ``held``.
  private var position = 0
  private let isArchive: Bool
  /// The unread bytes of the current table; `.max` outside of an archive.
  private var rest = 0
  /// Bytes of padding behind the current table.
  private var padding = 0
  private var isFirst = true

  /// Opens the lines of a file.
  ///
  /// - Throws: ``ImportError`` if it cannot be read.
  init(_ file: UnpackedStream) throws(ImportError) {
    self.file = file
    var head: [UInt8] = []
    while head.count < TableLines.blockBytes {
      let piece = try TableLines.read(TableLines.blockBytes - head.count, of: file)
      if piece.isEmpty { break }
      head += piece
    }
    isArchive = head.count == TableLines.blockBytes && head[257..<262].elementsEqual("ustar".utf8)
    held = head
    rest = isArchive ? 0 : .max
  }

  /// Returns the next line; nil at the end.
  ///
  /// - Throws: ``ImportError`` if the file cannot be read any further, or is damaged.
  mutating func next() throws(ImportError) -> Line? {
    while rest == 0 { guard try openMember() else { return nil } }
    var line: [UInt8] = []
    while rest > 0 {
      if position == held.count, try !refill() {
        guard isArchive else { break }
        throw ImportError(.unreadableExtract, "\(file.path) is a damaged archive: it ends too early")
      }
      let end = min(held.count, rest == .max ? held.count : position + rest)
      let lineFeed = held[position..<end].firstIndex(of: 0x0A)
      line += held[position..<(lineFeed ?? end)]
      advance(to: lineFeed.map { $0 + 1 } ?? end)
      if lineFeed != nil { break }
      guard line.count <= TableLines.longestLine else {
        throw ImportError(
          .unreadableExtract,
          "\(file.path) has a line of more than 16 MB, which no table has; of GeoJSON, give one feature in each line")
      }
    }
    if rest == .max, position == held.count, line.isEmpty, try !refill() { return nil }
    if line.last == 0x0D { line.removeLast() }
    defer { isFirst = false }
    return Line(bytes: line, isFirst: isFirst)
  }

  private mutating func advance(to end: Int) {
    if rest != .max { rest -= end - position }
    position = end
  }

  private static func read(_ most: Int, of file: UnpackedStream) throws(ImportError) -> [UInt8] {
    do throws(OSMFileError) { return try file.read(most) } catch { throw ImportError(error) }
  }

  private mutating func refill() throws(ImportError) -> Bool {
    held = try TableLines.read(256 << 10, of: file)
    position = 0
    return !held.isEmpty
  }

  /// Moves to the next member of an archive, and skips it if it is not a file. Returns false at the end.
  private mutating func openMember() throws(ImportError) -> Bool {
    _ = try take(padding)
    padding = 0
    let header = try take(TableLines.blockBytes)
    // Two empty blocks end an archive; some programs leave them out.
    guard header.count == TableLines.blockBytes, header[0] != 0 else { return false }
    guard let size = TableLines.number(header[124..<136]) else {
      throw ImportError(.unreadableExtract, "\(file.path) is a damaged archive: a header does not tell the size")
    }
    let fill = (TableLines.blockBytes - size % TableLines.blockBytes) % TableLines.blockBytes
    guard header[156] == 0x30 || header[156] == 0 else {
      try skip(size + fill)
      return true
    }
    rest = size
    padding = fill
    isFirst = true
    return true
  }

  private mutating func skip(_ count: Int) throws(ImportError) {
    var left = count
    while left > 0 {
      let taken = try take(min(left, 256 << 10)).count
      guard taken > 0 else { return }
      left -= taken
    }
  }

  /// Takes a number of bytes; fewer at the end of the file.
  private mutating func take(_ count: Int) throws(ImportError) -> [UInt8] {
    var taken: [UInt8] = []
    while taken.count < count {
      if position == held.count { guard try refill() else { break } }
      let end = min(held.count, position + count - taken.count)
      taken += held[position..<end]
      position = end
    }
    return taken
  }

  /// Parses a number in octal digits, which archives use for sizes; nil for anything else.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    let digits = field.drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
    return digits.isEmpty ? nil : digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }
  }
}
