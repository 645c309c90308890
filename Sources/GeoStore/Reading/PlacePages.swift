import GeoModel
import GeoSupport

/// The kind, point and reach of every place, in pages that are read when first needed.
///
/// A tile lists only the ids of the places that reach it, often dozens. The facts of each place are stored once, here.
/// A place takes 13 bytes, all little-endian: x and y as 32-bit integers, its kind with the top bit set for coarse
/// places, then its reach in meters as a 32-bit floating-point number.
public final class PlacePages {
  private let table: TableTree
  /// The most pages that fit in the file, to bound the highest row number.
  private let mostPages: Int
  /// All places, indexed by their ids less one, so that a lookup costs one memory access.
  ///
  /// Places not yet read are zeros.
  @exclusivity(unchecked) private var places: UnsafeMutablePointer<TilePlace>?
  /// The capacity of `places`; 0 until the first place is needed.
  @exclusivity(unchecked) private var count = 0
  /// Whether each page has been read. A page that failed to read is tried again when it is next needed.
  @exclusivity(unchecked) private var isRead: [Bool] = []

  /// The pages of a store.
  init(_ table: TableTree, fileSize: Int) {
    self.table = table
    mostPages = fileSize / (StoreFormat.placesPerPage * StoreFormat.bytesPerPlace) + 1
  }

  deinit { if let places { giveBack(places, count: count) } }

  /// A place whose page has been read; nil for any other id.
  @inline(__always) func knownPlace(_ id: PlaceID) -> TilePlace? {
    let position = Int(id.rawValue) - 1
    guard let places, position >= 0, position < count, places[position].id == id else { return nil }
    return places[position]
  }

  /// A place; nil for an id that the store does not have.
  @inline(__always) func place(_ id: PlaceID) throws(TableTree.Damage) -> TilePlace? {
    if let place = knownPlace(id) { return place }
    return try unreadPlace(at: Int(id.rawValue) - 1)
  }

  /// Reads the page of a place if necessary; nil for an id that the store does not have.
  @inline(never) private func unreadPlace(at position: Int) throws(TableTree.Damage) -> TilePlace? {
    try open()
    guard let places, position >= 0, position < count else { return nil }
    let page = position / StoreFormat.placesPerPage
    if !isRead[page] { try read(page, into: places) }
    return places[position].id.rawValue == 0 ? nil : places[position]
  }

  /// Determines the number of pages, which are numbered from 0.
  private func open() throws(TableTree.Damage) {
    guard places == nil else { return }
    let last = try table.lastKey() ?? -1
    guard last < Int64(mostPages) else { throw TableTree.Damage() }
    isRead = Array(repeating: false, count: Int(last) + 1)
    count = isRead.count * StoreFormat.placesPerPage
    places = zeroedMemory(for: TilePlace.self, count: max(1, count))
  }

  private func read(_ page: Int, into places: UnsafeMutablePointer<TilePlace>) throws(TableTree.Damage) {
    guard let row = try table.row(Int64(page)), var columns = RowCursor(row.record) else { throw TableTree.Damage() }
    columns.skip()
    guard let bytes = columns.bytes().map({ UnsafeRawBufferPointer($0) }) else { throw TableTree.Damage() }
    let (found, rest) = bytes.count.quotientAndRemainder(dividingBy: StoreFormat.bytesPerPlace)
    // Only the last page may have fewer places.
    guard rest == 0, found == StoreFormat.placesPerPage || found < StoreFormat.placesPerPage && page + 1 == isRead.count
    else { throw TableTree.Damage() }
    let first = page * StoreFormat.placesPerPage
    for place in 0..<found {
      places[first + place] = PlacePages.decode(
        bytes, at: place * StoreFormat.bytesPerPlace, PlaceID(UInt32(first + place) + 1))
    }
    isRead[page] = true
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
