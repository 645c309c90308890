import GeoEngine
import GeoModel
import GeoStore
import GeoStoreWriting
import GeoSupport
import GeoTestKit

extension FuzzTarget {
  /// Pages of a store with correct checksums, so that mutations reach the code that reads them.
  ///
  /// The first byte of an input is the page's number, the second is that of a point, and the others replace the
  /// beginning of the page. Everything around the point is queried.
  static var storePages: FuzzTarget {
    FuzzTarget(name: "store", longestInput: 9 << 10, seeds: pages) {
      let store = try FuzzStore()
      let path = "\(MemoryFile.folder)/fuzz-\(getpid()).sqlite"
      return { input in
        var bytes = store.bytes
        guard input.count >= 2 else { return }
        let start = Int(input[0]) % (bytes.count / store.pageSize) * store.pageSize
        for (offset, byte) in input.dropFirst(2).prefix(store.pageSize).enumerated() {
          bytes[start + offset] = byte
        }
        write(bytes, to: path)
        try? PageSealer.seal(path, as: path)
        // The fuzzer only looks for traps, hangs and floods of memory.
        try? ask(path, store.points[Int(input[1]) % store.points.count])
        unlink(path)
      }
    }
  }

  /// Each page of the store, unchanged.
  private static func pages() throws -> [[UInt8]] {
    let store = try FuzzStore()
    return stride(from: 0, to: store.bytes.count, by: store.pageSize).map { start in
      let page = start / store.pageSize
      return [UInt8(truncatingIfNeeded: page), UInt8(page % store.points.count)]
        + store.bytes[start..<start + store.pageSize]
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "w") else { fatalError("\(path): \(String(cString: strerror(errno)))") }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  private static func ask(_ path: String, _ point: FixedPoint) throws {
    _ = try? StoreDump(StoreReader(path: path)).text(at: point)
    var query = PlacemarkQuery(coordinate: Coordinate(point))
    query.limit = 3
    query.includesAreas = true
    query.includesOverlay = true
    _ = try PlacemarkEngine(database: path).placemarks(for: query)
  }
}
