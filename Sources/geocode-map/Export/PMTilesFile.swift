import GeoConsole
import GeoStore
import GeoSupport
import GeoWire

/// A PMTiles file that is being written: all tiles in one file that clients read by ranges, including over HTTP.
///
/// 1. Contents are written in the order in which they are added, after room for the header and the root directory.
/// 2. Tiles become entries. Once there are enough entries for a leaf directory, that directory is compressed.
/// 3. ``finish(_:)`` writes leaf directories and metadata after the contents, then the header and the root directory.
///
/// It follows version 3 of the specification, https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
final class PMTilesFile: TileFile {
  /// The bytes at the beginning of the file that must hold the header and the root directory.
  private static let rootSpace = 16_384
  private static let headerLength = 127
  /// A number of root directory entries that surely fits: each takes about 7 bytes before compression.
  private static let rootEntries = 2_000
  /// The size in bytes of the pieces in which contents are written.
  private static let pieceLength = 1 << 20

  private let file: Int32
  private let name: String
  private let gzip: Gzip
  private let leafLength: Int

  private var piece: [UInt8] = []
  /// The total size of the contents in bytes, including ``piece``.
  private var contentLength = 0
  private var entries = PMTilesDirectory()
  private var root = PMTilesDirectory()
  private var leaves: [UInt8] = []
  private var counts = (tiles: 0, entries: 0, contents: 0)

  /// Creates the file.
  ///
  /// - Parameters:
  ///   - path: the path to write to.
  ///   - name: the name of the file in error messages.
  ///   - tiles: the largest possible number of tiles.
  /// - Throws: `ProgramFailure` when the file cannot be written, as all functions here do.
  init(_ path: String, as name: String, tiles: Int) throws(ProgramFailure) {
    gzip = try Gzip()
    leafLength = max(4_096, tiles / PMTilesFile.rootEntries)
    self.name = name
    file = SystemCall.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    guard file >= 0 else { throw failure(errno) }
  }

  deinit { if file >= 0 { close(file) } }

  func add(content: [UInt8]) throws -> TileContent {
    let added = TileContent(place: contentLength, length: content.count)
    piece += content
    contentLength += content.count
    counts.contents += 1
    if piece.count >= PMTilesFile.pieceLength { try writePiece() }
    return added
  }

  func add(_ tile: PlannedTile, _ content: TileContent) throws {
    counts.tiles += 1
    if let last = entries.entries.last, last.content == content, last.id + UInt64(last.run) == tile.id {
      entries.entries[entries.entries.count - 1].run += 1
      return
    }
    if entries.entries.count == leafLength { addLeaf() }
    entries.entries.append(PMTilesEntry(id: tile.id, run: 1, content: content))
    counts.entries += 1
  }

  func finish(_ description: TileFileDescription) throws {
    try writePiece()
    var rootBytes = gzip.packed(entries.encoded)
    if !root.entries.isEmpty || rootBytes.count > PMTilesFile.rootSpace - PMTilesFile.headerLength {
      addLeaf()
      rootBytes = gzip.packed(root.encoded)
    }
    let metadata = gzip.packed(PMTilesFile.metadata(description))
    try write(leaves + metadata, at: PMTilesFile.rootSpace + contentLength)
    let sections = Sections(root: rootBytes.count, leaves: leaves.count, metadata: metadata.count)
    try write(header(description, sections) + rootBytes, at: 0)
  }

  // MARK: Parts

  /// Moves the pending entries into a leaf directory.
  private func addLeaf() {
    guard let first = entries.entries.first else { return }
    let leaf = gzip.packed(entries.encoded)
    root.entries.append(
      PMTilesEntry(id: first.id, run: 0, content: TileContent(place: leaves.count, length: leaf.count)))
    leaves += leaf
    entries.entries.removeAll(keepingCapacity: true)
  }

  private struct Sections {
    var root: Int, leaves: Int, metadata: Int
  }

  /// The first 127 bytes of the file; numbers are little-endian.
  private func header(_ description: TileFileDescription, _ sections: Sections) -> [UInt8] {
    let leafStart = PMTilesFile.rootSpace + contentLength
    var bytes = Array("PMTiles".utf8) + [3]
    for number in [
      PMTilesFile.headerLength, sections.root, leafStart + sections.leaves, sections.metadata, leafStart,
      sections.leaves, PMTilesFile.rootSpace, contentLength, counts.tiles, counts.entries, counts.contents,
    ] {
      bytes.append(littleEndian: UInt64(number))
    }
    let isVector = description.kind == .vector
    // Clustered; directories and metadata in gzip; tiles in gzip or uncompressed; vector tiles or PNG.
    bytes += [1, 2, isVector ? 2 : 1, isVector ? 1 : 2]
    bytes += [UInt8(description.plan.levels.lowerBound), UInt8(description.plan.levels.upperBound)]
    let (bounds, center) = (description.bounds, description.center)
    func append(_ longitude: Double, _ latitude: Double) {
      for degrees in [longitude, latitude] { bytes.append(littleEndian: Int32((degrees * 1e7).rounded())) }
    }
    append(bounds.west, bounds.south)
    append(bounds.east, bounds.north)
    bytes.append(UInt8(center.level))
    append(center.longitude, center.latitude)
    return bytes
  }

  private static func metadata(_ description: TileFileDescription) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    for (name, value) in description.texts {
      writer.dynamicKey(name)
      writer.string(value)
    }
    description.writeLayers(to: &writer)
    writer.endObject()
    return writer.bytes
  }

  // MARK: Writing

  private func writePiece() throws(ProgramFailure) {
    try write(piece, at: PMTilesFile.rootSpace + contentLength - piece.count)
    piece.removeAll(keepingCapacity: true)
  }

  private func write(_ bytes: [UInt8], at place: Int) throws(ProgramFailure) {
    let code = bytes.withUnsafeBytes { SystemCall.write($0, to: file, at: place) }
    guard code == 0 else { throw failure(code) }
  }

  private func failure(_ code: Int32) -> ProgramFailure {
    let advice = code == ENOSPC ? "; free some space and try again" : ""
    return ProgramFailure(.cannotCreate, "\(name) cannot be written: \(systemMessage(code))\(advice)")
  }
}

extension [UInt8] {
  fileprivate mutating func append(littleEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
