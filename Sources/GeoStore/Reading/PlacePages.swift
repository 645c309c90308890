import GeoModel

/// The kind, point and reach of every place, in pages that are read when they are first needed.
///
/// A tile lists the ids of the places that reach it, often dozens; what they are stands here once. A place has 13 bytes:
/// x and y as 32-bit little-endian integers, its kind with the top bit for coarse ones, then its reach in meters as a 32-bit
/// little-endian floating-point number.
final class PlacePages {
  private let table: TableTree
  @exclusivity(unchecked) private var pages: [[TilePlace]]

  /// The pages of a store with so many places.
  init(_ table: TableTree, placeCount: Int) {
    self.table = table
    pages = Array(repeating: [], count: (placeCount + StoreFormat.placesPerPage - 1) / StoreFormat.placesPerPage)
  }

  /// A place; nil for an id that the store does not have.
  @inline(__always) func place(_ id: PlaceID) -> TilePlace? {
    let position = Int(id.rawValue) - 1
    let page = position / StoreFormat.placesPerPage
    guard position >= 0, page < pages.count else { return nil }
    if pages[page].isEmpty { load(page) }
    let offset = position % StoreFormat.placesPerPage
    return offset < pages[page].count ? pages[page][offset] : nil
  }

  private func load(_ page: Int) {
    guard let row = try? table.row(Int64(page)), var columns = RowCursor(row.record) else { return }
    columns.skip()
    guard let bytes = columns.bytes() else { return }
    pages[page] = PlacePages.decode(
      UnsafeRawBufferPointer(bytes), firstID: UInt32(page * StoreFormat.placesPerPage) + 1)
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

  private static func decode(_ bytes: UnsafeRawBufferPointer, firstID: UInt32) -> [TilePlace] {
    (0..<bytes.count / StoreFormat.bytesPerPlace).map { index in
      let offset = index * StoreFormat.bytesPerPlace
      let x = Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
      let y = Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: Int32.self))
      let kind = bytes[offset + 8]
      let reach = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 9, as: UInt32.self))
      return TilePlace(
        id: PlaceID(firstID + UInt32(index)), kind: PlaceKind(rawValue: kind & 127) ?? .other,
        isCoarse: kind & 128 != 0,
        point: FixedPoint(x: x, y: y), reachMeters: Float(bitPattern: reach))
    }
  }
}
