import GeoModel
@testable import GeoStoreWriting
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("Damaged map objects give an error, never a crash")
struct ObjectDamageTests {
  /// The bytes of all pages, and a reader of their store.
  private static func pages() throws -> (bytes: [[UInt8]], reader: StoreReader) {
    var content = ObjectSearchTests.World(seed: 5, objects: 300).content
    content.area("A", level: 8, polygons: [[ObjectRoundTripTests.grid.line("ABCDA")]])
    content.object("boundary=administrative", rank: 16, .polygons(content.areas[0].rings))
    let reader = try TemporaryStore(content).reader()
    let statement = try Statement(reader.database, "SELECT data FROM object_page")
    var bytes: [[UInt8]] = []
    while try statement.step() { bytes.append(Array(statement.blob(0))) }
    return (bytes, reader)
  }

  /// The only ring of the only area.
  private static let ring = [
    FixedPoint(x: 0, y: 0), FixedPoint(x: 9, y: 0), FixedPoint(x: 0, y: 9), FixedPoint(x: 0, y: 0),
  ]

  /// Decodes bytes; nil when they are damaged.
  private static func decode(_ bytes: [UInt8], _ page: ObjectPage) throws(StoreError) -> Bool {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(bytes.count, 1))
    defer { copy.deallocate() }
    _ = copy.initialize(from: bytes)
    return try page.decode(UnsafeBufferPointer(rebasing: UnsafeBufferPointer(copy)[0..<bytes.count])) {
      (id) throws(StoreError) in
      if id > 1 { throw StoreError(.damaged, "no area \(id)") }
      return FixedBox(around: ring)
    }
  }

  @Test("no change of a page's bytes leads out of the arrays")
  func pages() throws {
    let (pages, _) = try Self.pages()
    var generator = SeededGenerator(seed: 8)
    let (page, shape) = (ObjectPage(), ObjectShape())
    let projection = LocalProjection(origin: ObjectSearchTests.World.centers[0])
    var (whole, damaged) = (0, 0)
    for _ in 0..<4_000 {
      var bytes = pages[Int.random(in: 0..<pages.count, using: &generator)]
      if Bool.random(using: &generator) {
        bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator))
      }
      for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      do throws(StoreError) {
        guard try Self.decode(bytes, page) else {
          damaged += 1
          continue
        }
      } catch {
        damaged += 1
        continue
      }
      whole += 1
      // Decoded data must also be safe to use.
      for entry in page.entries {
        try shape.decode(entry, on: page) { (_) throws(StoreError) in [[Self.ring]] }
        _ = shape.nearest(projection, within: 1e9)
        _ = shape.geometry?.centroid
      }
    }
    #expect(whole > 100 && damaged > 100)
  }

  @Test(
    "a store whose tables were tampered with answers with an error",
    arguments: [
      "UPDATE object_page SET data = x'ff'", "DELETE FROM object_page", "DELETE FROM object_node",
      "UPDATE object_node SET boxes = zeroblob(length(boxes) * 40)", "DELETE FROM object_kind",
      "UPDATE object_group SET first_page = 4000000000, objects = 4000000000", "DELETE FROM object_tag",
      "UPDATE object SET tags = x'00ffff'", "UPDATE object SET tags = x'ffffffff7f'", "DELETE FROM object",
      "UPDATE object_source SET data = x'ff'", "UPDATE object_group SET first_object = -9", "DELETE FROM object_key",
      "UPDATE object_kind SET id = id + 100",
    ])
  func tables(_ damage: String) throws {
    let store = try TemporaryStore(ObjectSearchTests.World(seed: 6, objects: 200).content)
    let database = try Database.create(store.path, as: store.path, pageSize: 4_096)
    try database.execute(damage)
    try PageSealer.seal(store.path, as: store.path)
    let reader = try store.reader()
    var failures = 0
    do throws(StoreError) {
      var ids: [MapObjectID] = []
      for center in ObjectSearchTests.World.centers {
        try reader.objects(around: center, withinMeters: 5_000, ranks: 0...30) { ids.append($0.id) }
      }
      for id in ids { _ = try reader.object(id, withGeometry: true) }
      for id in 1...200 {
        if try reader.objects(of: SourceReference(type: .way, id: Int64(id))).isEmpty { failures += 1 }
      }
    } catch {
      #expect(error.code == .damaged && error.message.contains("import its extracts again"))
      failures += 1
    }
    #expect(failures > 0 || damage.hasPrefix("DELETE FROM object_key"))
  }

  @Test("sources with damaged bytes give nil")
  func sources() {
    var entries = MappedArray<KeyedPosition>()
    for id in 1...20 {
      let key = SourceReference(type: .way, id: Int64(id) * 1_000).sortKey
      entries.append(KeyedPosition(key: UInt64(bitPattern: key), position: id))
    }
    let wanted = SourceReference(type: .way, id: 20_000).sortKey
    ObjectSources.forEachPage(of: entries) { first, bytes in
      func found(_ bytes: ArraySlice<UInt8>) -> [MapObjectID]? {
        bytes.withUnsafeBufferPointer { ObjectSources.objects(wanted, in: $0, first: first) }
      }
      #expect(found(bytes[...]) == [MapObjectID(rawValue: 20)])
      #expect(found(bytes.dropLast()) == nil)
    }
  }
}
