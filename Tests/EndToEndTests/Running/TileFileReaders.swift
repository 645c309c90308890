import CDeflate
import CSQLite
import Foundation

/// The address of a tile: level, column, row from the north.
struct TilePlace: Hashable {
  var z: Int
  var x: Int
  var y: Int
}

/// A PMTiles file, read as its specification describes (version 3), without code of the program that writes it.
struct PMTilesReader {
  let bytes: [UInt8]
  /// The first eleven numbers of the header.
  let numbers: [Int]
  /// All tiles by their ids, and the run lengths of the directories' entries.
  private(set) var tiles: [UInt64: Range<Int>] = [:]
  private(set) var runs: [Int] = []
  private(set) var leafCount = 0

  init(path: String) throws {
    let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    try check(file.count >= 127 && file[..<7].elementsEqual("PMTiles".utf8) && file[7] == 3, "no PMTiles 3")
    bytes = file
    numbers = (0..<11).map { number in
      (0..<8).reduce(0) { $0 | Int(file[8 + number * 8 + $1]) << ($1 * 8) }
    }
    try check(numbers[0] + numbers[1] <= 16_384, "the root directory is not at the beginning")
    try read(directory: numbers[0], numbers[1], isRoot: true)
  }

  /// A header field of one byte, by its offset.
  func byte(_ offset: Int) -> Int { Int(bytes[offset]) }

  /// A header field in degrees, by its offset.
  func degrees(_ offset: Int) -> Double {
    let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << UInt32($1 * 8) }
    return Double(Int32(bitPattern: bits)) / 1e7
  }

  var metadata: String {
    get throws { String(decoding: try gunzip(bytes[numbers[2]..<numbers[2] + numbers[3]]), as: UTF8.self) }
  }

  /// The bytes of a tile; nil when there is none.
  subscript(place: TilePlace) -> [UInt8]? { tiles[PMTilesReader.id(place)].map { Array(bytes[$0]) } }

  private mutating func read(directory offset: Int, _ length: Int, isRoot: Bool) throws {
    let directory = try gunzip(bytes[offset..<offset + length])
    var position = 0
    func number() throws -> Int {
      var (value, shift) = (0, 0)
      while true {
        try check(position < directory.count && shift < 63, "a directory is cut short")
        let byte = Int(directory[position])
        position += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80 { return value }
        shift += 7
      }
    }
    let count = try number()
    var id = 0
    let ids = try (0..<count).map { _ in
      id += try number()
      return id
    }
    let runs = try (0..<count).map { _ in try number() }
    let lengths = try (0..<count).map { _ in try number() }
    var end = 0
    for entry in 0..<count {
      let place = try number()
      let start = place == 0 ? end : place - 1
      end = start + lengths[entry]
      if runs[entry] == 0 {
        try check(isRoot, "a leaf directory has leaf directories")
        leafCount += 1
        try read(directory: numbers[4] + start, lengths[entry], isRoot: false)
        continue
      }
      self.runs.append(runs[entry])
      for tile in 0..<runs[entry] {
        try check(
          tiles.updateValue(numbers[6] + start..<numbers[6] + end, forKey: UInt64(ids[entry] + tile)) == nil,
          "a tile is there twice")
      }
    }
    try check(position == directory.count, "a directory has more than its entries")
  }

  /// The id of a tile: the number of tiles on lower levels, plus its position on the Hilbert curve of its own level.
  static func id(_ place: TilePlace) -> UInt64 {
    var id = (0..<place.z).reduce(UInt64(0)) { $0 + UInt64(1) << UInt64(2 * $1) }
    var (x, y) = (place.x, place.y)
    var side = (1 << place.z) >> 1
    while side > 0 {
      let (right, low) = (x & side != 0, y & side != 0)
      id += UInt64(side) * UInt64(side) * UInt64((right ? 3 : 0) ^ (low ? 1 : 0))
      if !low {
        if right { (x, y) = (side - 1 - (x & (side - 1)), side - 1 - (y & (side - 1))) }
        swap(&x, &y)
      }
      (x, y) = (x & (side - 1), y & (side - 1))
      side >>= 1
    }
    return id
  }
}

/// An MBTiles file, read with SQLite alone.
struct MBTilesReader {
  private(set) var metadata: [String: String] = [:]
  private(set) var tiles: [TilePlace: [UInt8]] = [:]

  init(path: String) throws {
    var database: OpaquePointer?
    try check(sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK, "no database")
    defer { sqlite3_close_v2(database) }
    func rows(_ sql: String, _ body: (OpaquePointer) -> Void) throws {
      var statement: OpaquePointer?
      try check(sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK, "no statement: \(sql)")
      defer { sqlite3_finalize(statement) }
      while let statement, sqlite3_step(statement) == SQLITE_ROW { body(statement) }
    }
    var entries: [String: String] = [:]
    try rows("SELECT name, value FROM metadata") { row in
      entries[String(cString: sqlite3_column_text(row, 0))] = String(cString: sqlite3_column_text(row, 1))
    }
    var tiles: [TilePlace: [UInt8]] = [:]
    var isTwice = false
    try rows("SELECT zoom_level, tile_column, tile_row, tile_data FROM tiles") { row in
      let (z, x, south) = (
        Int(sqlite3_column_int(row, 0)), Int(sqlite3_column_int(row, 1)), Int(sqlite3_column_int(row, 2))
      )
      let length = Int(sqlite3_column_bytes(row, 3))
      let data = sqlite3_column_blob(row, 3).map { [UInt8](UnsafeRawBufferPointer(start: $0, count: length)) } ?? []
      if tiles.updateValue(data, forKey: TilePlace(z: z, x: x, y: (1 << z) - 1 - south)) != nil { isTwice = true }
    }
    try check(!isTwice, "a tile is there twice")
    (self.metadata, self.tiles) = (entries, tiles)
  }
}

/// Decompresses a gzip file.
func gunzip(_ packed: some Collection<UInt8>) throws -> [UInt8] {
  guard let decompressor = libdeflate_alloc_decompressor() else { throw ProgramError(message: "no memory") }
  defer { libdeflate_free_decompressor(decompressor) }
  let packed = Array(packed)
  var used = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: 4 << 20) { buffer, count in
    let result = libdeflate_gzip_decompress(
      decompressor, packed, packed.count, buffer.baseAddress, buffer.count, &used)
    count = result == LIBDEFLATE_SUCCESS ? used : 0
  }
  try check(!bytes.isEmpty, "not gzip")
  return bytes
}

private func check(_ isTrue: Bool, _ problem: String) throws {
  if !isTrue { throw ProgramError(message: problem) }
}
