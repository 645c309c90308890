import OSMFile

/// The lines of tables, of addresses or of ranges: of one file, or of all tables in an archive (`.tar`), packed or not.
///
/// An archive is told by the mark `ustar` in its first header. Of its members, regular files are tables, whatever they are called; long
/// names and attributes, which stand in members of their own, are passed over.
struct TableLines {
  /// A line with what it stands in.
  struct Line {
    /// Its bytes, without the line break.
    var bytes: [UInt8]
    /// Whether it is the first of a table.
    var isFirst: Bool
  }

  /// The longest line that makes sense; a longer one ends the reading with an error.
  private static let longestLine = 16 << 20
  private static let blockBytes = 512

  private let file: UnpackedStream
  private var held: [UInt8] = []
  /// The next of ``held`` to look at.
  private var position = 0
  private let isArchive: Bool
  /// Bytes of the current table that were not read yet; without an archive all there are.
  private var rest = 0
  /// Bytes of padding behind the current table.
  private var padding = 0
  private var isFirst = true

  /// The lines of a file.
  ///
  /// - Throws: ``ImportError`` when it cannot be read.
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

  /// The next line; nil at the end.
  ///
  /// - Throws: ``ImportError`` when the file cannot be read any further, or is damaged.
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

  /// Goes to the next table of an archive; false at its end.
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

  /// So many bytes; fewer at the end of the file.
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

  /// A number in octal digits, as archives write sizes; nil for anything else.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    let digits = field.drop { $0 == 0x20 }.prefix { (0x30...0x37).contains($0) }
    return digits.isEmpty ? nil : digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }
  }
}
