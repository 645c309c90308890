import Foundation
import GeoModel
import GeoSupport
import GeoTestKit
import Testing

@testable import GeoStore

@Suite("A store that somebody cuts short or overwrites while it is open")
struct ChangedFileTests {
  /// Overwrites a file in place, as `cp` does: the same file gets other bytes.
  private func overwrite(_ path: String, with bytes: Data) throws {
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: bytes)
    try handle.close()
  }

  /// Waits until the coarse clock has ticked, so that the next answer checks the file.
  private func waitForTick() {
    var (start, now) = (timespec(), timespec())
    clock_gettime(CLOCK_MONOTONIC_COARSE, &start)
    repeat { clock_gettime(CLOCK_MONOTONIC_COARSE, &now) } while now.tv_nsec == start.tv_nsec
  }

  private func answer(_ reader: StoreReader, _ point: FixedPoint) throws(StoreError) -> String {
    do throws(StoreError) {
      let text = try StoreDump(reader).text(at: point)
      try reader.confirm()
      return text
    } catch { throw reader.reason(of: error) }
  }

  @Test("cut short: questions fail as damaged, the process lives, and the file is opened again when it is whole")
  func cutShort() throws {
    let store = try SampleStore()
    let path = try store.write(store.bytes)
    let reader = try StoreReader(path: path)
    let before = try store.points.map { try answer(reader, $0) }
    for size in [store.bytes.count / 2, 4096, 0] {
      #expect(truncate(path, off_t(size)) == 0)
      waitForTick()
      for point in store.points {
        #expect(throws: StoreError.self) { try answer(reader, point) }
      }
      #expect(reader.health.isChanged)
      #expect(throws: StoreError.self) { try StoreReader(path: path) }
    }
    try overwrite(path, with: store.bytes)
    let again = try StoreReader(path: path)
    #expect(!again.health.isChanged)
    #expect(try store.points.map { try answer(again, $0) } == before)
    // Earlier reads do not restore it.
    let error = #expect(throws: StoreError.self) { try answer(reader, store.points[0]) }
    #expect(error?.code == .damaged && error?.message.contains("overwritten or cut short") == true)
  }

  @Test("another store copied over it: the old reader says so, a new one reads the new store")
  func overwritten() throws {
    let (store, other) = (try SampleStore(), try SampleStore(seed: 6))
    let path = try store.write(store.bytes)
    let reader = try StoreReader(path: path)
    for point in store.points { _ = try answer(reader, point) }
    try overwrite(path, with: other.bytes)
    waitForTick()
    for point in store.points {
      let error = #expect(throws: StoreError.self) { try answer(reader, point) }
      #expect(error?.message.contains("overwritten") == true)
    }
    #expect(store.answers(path) == other.answers(try other.write(other.bytes)))
  }

  @Test("written to without a new size: noticed at the next tick of the clock")
  func writtenTo() throws {
    let store = try SampleStore()
    let path = try store.write(store.bytes)
    let reader = try StoreReader(path: path)
    for point in store.points { _ = try answer(reader, point) }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: Data(repeating: 7, count: store.bytes.count))
    try handle.close()
    waitForTick()
    #expect(throws: StoreError.self) { try answer(reader, store.points[0]) }
  }

  @Test("touched but not changed: answers go on, with the old mapping")
  func touched() throws {
    let store = try SampleStore()
    let path = try store.write(store.bytes)
    let reader = try StoreReader(path: path)
    let before = try store.points.map { try answer(reader, $0) }
    for _ in 0..<2 {
      #expect(utimes(path, nil) == 0)
      waitForTick()
      #expect(try store.points.map { try answer(reader, $0) } == before)
    }
    #expect(try StoreReader(path: path).health == reader.health)
  }

  @Test("replaced by renaming: the old reader answers on from the old file")
  func renamed() throws {
    let (store, other) = (try SampleStore(), try SampleStore(seed: 6))
    let path = try store.write(store.bytes)
    let reader = try StoreReader(path: path)
    let before = try store.points.map { try answer(reader, $0) }
    #expect(rename(try other.write(other.bytes), path) == 0)
    waitForTick()
    #expect(try store.points.map { try answer(reader, $0) } == before)
    #expect(store.answers(path) != before.map { .success($0) })
  }

  @Test("a page that nobody has read is cut off: what does not need it is answered")
  func partly() throws {
    let store = try SampleStore()
    let right = store.answers(try store.write(store.bytes))
    let path = try store.write(store.bytes, as: "cut.sqlite")
    let reader = try StoreReader(path: path)
    #expect(truncate(path, off_t(store.bytes.count - 3 * StoreFormat.pageSize)) == 0)
    waitForTick()
    for (point, expected) in zip(store.points, right) {
      // Right or an error, never wrong.
      if let text = try? answer(reader, point) { #expect(.success(text) == expected) }
    }
  }
}
