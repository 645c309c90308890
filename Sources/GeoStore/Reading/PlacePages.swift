import GeoModel
import GeoSupport

/// The kind, point and reach of every place, in pages that are read when they are first needed.
///
/// A tile lists the ids of the places that reach it, often dozens; what they are stands here once. A place has 13 bytes:
/// x and y as 32-bit little-endian integers, its kind with the top bit for coarse ones, then its reach in meters as a 32-bit
/// little-endian floating-point number.
final class PlacePages {
  private let table: TableTree
  /// All places, by their ids less one, so that each costs one access to memory. Zeros stand for those that are not read yet.
  private let places: UnsafeMutablePointer<TilePlace>
  private let count: Int
  /// Whether pages are read, whatever they have.
  @exclusivity(unchecked) private var isRead: [Bool]

  /// The pages of a store with at most so many.
  init(_ table: TableTree, pageCount: Int) {
    self.table = table
    count = pageCount * StoreFormat.placesPerPage
    places = zeroedMemory(for: TilePlace.self, count: count)
    isRead = Array(repeating: false, count: pageCount)
  }

  deinit { giveBack(places, count: count) }

  /// A place; nil for an id that the store does not have.
  @inline(__always) func place(_ id: PlaceID) -> TilePlace? {
    let position = Int(id.rawValue) - 1
    guard position >= 0, position < count else { return nil }
    return places[position].id == id || isReadable(position) ? places[position] : nil
  }

  /// Visits all places of some kinds in a box, in the order of their ids.
  func forEach(in box: FixedBox, where isWanted: (TilePlace) -> Bool, _ body: (TilePlace) -> Void) {
    for position in 0..<count {
      guard let place = place(PlaceID(UInt32(position) + 1)) else { continue }
      if box.contains(place.point), isWanted(place) { body(place) }
    }
  }

  /// Whether there is a place once its page is read.
  @inline(never) private func isReadable(_ position: Int) -> Bool {
    let page = position / StoreFormat.placesPerPage
    if !isRead[page] { read(page) }
    return places[position].id.rawValue != 0
  }

  private func read(_ page: Int) {
    isRead[page] = true
    guard let row = try? table.row(Int64(page)), var columns = RowCursor(row.record) else { return }
    columns.skip()
    guard let bytes = columns.bytes().map({ UnsafeRawBufferPointer($0) }) else { return }
    let first = page * StoreFormat.placesPerPage
    for place in 0..<min(bytes.count / StoreFormat.bytesPerPlace, StoreFormat.placesPerPage) {
      places[first + place] = PlacePages.decode(
        bytes, at: place * StoreFormat.bytesPerPlace, PlaceID(UInt32(first + place) + 1))
    }
  }

  /// The bytes of a page.
  static func encode(_ places: [PlaceRecord]) -> [UInt8] {
    var bytes: [UInt8] = []
    for place in places {
      for value in [place.point.x, place.point.y] {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
      }
      bytes.append(place.kind.rawValue | (place.isCoarse ? 128 : 0))
      withUnsafeBytes(of: place.reachMeters.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  private static func decode(_ bytes: UnsafeRawBufferPointer, at offset: Int, _ id: PlaceID) -> TilePlace {
    let x = Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
    let y = Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: Int32.self))
    let kind = bytes[offset + 8]
    let reach = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 9, as: UInt32.self))
    return TilePlace(
      id: id, kind: PlaceKind(rawValue: kind & 127) ?? .other, isCoarse: kind & 128 != 0,
      point: FixedPoint(x: x, y: y), reachMeters: Float(bitPattern: reach))
  }
}
