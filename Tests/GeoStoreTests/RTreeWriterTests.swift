@testable import GeoStoreWriting
import Testing

@testable import GeoStore

struct RTreeWriterTests {
  @Test("seven nodes fill a page of the file, and would not if they had room for one more box")
  func fill() {
    // A page has its own header and the checksum. A row has two bytes in the page's list, its length, its key and the
    // header of its record.
    let room = StoreFormat.pageSize - PageChecksum.byteCount - 8
    let row = RTree.bytesPerNode + 2 + 2 + 3 + 4
    #expect(7 * row <= room && 7 * (row + 24) > room)
  }
}
