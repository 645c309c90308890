import Foundation
import GeoModel
import GeoSupport
import GeoTestKit
import Testing

@testable import GeoStore
@testable import GeoStoreWriting

@Suite("Checksums of pages")
struct PageTests {
  @Test("the hash is XXH64")
  func hash() {
    // From the reference implementation.
    let bytes = (0..<40).map { UInt8($0) }
    #expect(bytes.withUnsafeBytes { Hashing.xxh64($0, seed: 0) } == 0xf5da_40f1_b117_41e9)
    #expect(bytes.withUnsafeBytes { Hashing.xxh64($0, seed: 1) } != 0xf5da_40f1_b117_41e9)
  }

  @Test("a whole store has no damaged page, and any SQLite tool reads it")
  func whole() throws {
    let store = try SampleStore()
    let path = try store.write(store.bytes)
    let found = try #require(try StoreHealth.check(path: path))
    #expect(found.pages == store.pageCount && found.damaged.isEmpty)
    let database = try Database.create(path, as: path, pageSize: StoreFormat.pageSize)
    let check = try Statement(database, "PRAGMA integrity_check")
    #expect(try check.step() && check.text(0) == "ok")
  }

  @Test("one bit anywhere in a page, its checksum included, and a page in another's place are found")
  func changes() throws {
    let store = try SampleStore()
    var generator = SeededGenerator(seed: 1)
    for number in 2...store.pageCount {
      var bytes = store.bytes
      bytes[Int.random(in: store.range(ofPage: number), using: &generator)] ^=
        1 << UInt8.random(in: 0...7, using: &generator)
      #expect(try StoreHealth.check(path: store.write(bytes))?.damaged == [number])
    }
    var swapped = store.bytes
    swapped.replaceSubrange(store.range(ofPage: 3), with: store.bytes[store.range(ofPage: 4)])
    #expect(try StoreHealth.check(path: store.write(swapped))?.damaged == [3])
    var zeros = store.bytes
    zeros.resetBytes(in: store.range(ofPage: 5))
    #expect(try StoreHealth.check(path: store.write(zeros))?.damaged == [5])
  }

  @Test("pages of another store do not count")
  func otherStore() throws {
    let (store, other) = (try SampleStore(), try SampleStore(seed: 6))
    let last = min(store.pageCount, other.pageCount)
    var mixed = store.bytes
    for number in 2...last {
      mixed.replaceSubrange(store.range(ofPage: number), with: other.bytes[store.range(ofPage: number)])
    }
    #expect(try StoreHealth.check(path: store.write(mixed))?.damaged == Array(2...last))
  }

  @Test("the number of the store is damaged: nothing of it counts")
  func number() throws {
    let store = try SampleStore()
    var bytes = store.bytes
    bytes[25] ^= 1
    #expect(try StoreHealth.check(path: store.write(bytes))?.damaged.count == store.pageCount)
  }

  /// The number of trials; the full number takes minutes without optimization.
  private static var trials: Int { ProcessInfo.processInfo.environment["GEOCODE_LONG_TESTS"] == nil ? 150 : 10_000 }

  @Test("a flipped bit never changes an answer")
  func flippedBits() throws {
    let store = try SampleStore()
    let right = store.answers(try store.write(store.bytes))
    #expect(right.allSatisfy { if case .success = $0 { true } else { false } })
    var generator = SeededGenerator(seed: 2)
    var (failed, same) = (0, 0)
    for trial in 0..<PageTests.trials {
      var bytes = store.bytes
      bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^= 1 << UInt8.random(in: 0...7, using: &generator)
      for (answer, expected) in zip(store.answers(try store.write(bytes)), right) {
        switch answer {
        case .failure(let error):
          failed += 1
          #expect(error.code != .unwritable, "trial \(trial)")
        case .success:
          same += 1
          #expect(answer == expected, "trial \(trial)")
        }
      }
    }
    #expect(failed > PageTests.trials && same > PageTests.trials)
  }
}
