import GeoModel
import Synchronization

/// Answers of earlier chunks by point, as finished bytes, so that a place that comes back is asked about once.
///
/// Two generations bound the memory: answers go into the young one; when it is full it becomes the old one, and what was old is forgotten. An
/// answer that is still in use is taken over when it is found in the old one.
final class AnswerCache: Sendable {
  /// One answer: how the row counts, and its bytes in the generation's store.
  struct Entry {
    var kind: AnswerKind
    var range: Range<Int>
  }

  fileprivate struct Generation {
    var entries = PointTable<Entry>()
    var store: [UInt8] = []
  }

  fileprivate struct State {
    var young = Generation()
    var old = Generation()
  }

  /// Entries and bytes of one generation.
  fileprivate static let entryLimit = 30_000
  fileprivate static let byteLimit = 4 << 20

  private let state = Mutex(State())

  /// Copies the answers that are known to the end of `table`, under one lock for the whole chunk.
  func fill(_ table: inout AnswerTable) {
    state.withLock { state in
      guard state.young.entries.count + state.old.entries.count > 0 else { return }
      for slot in table.keys.indices {
        let key = table.keys[slot]
        if let entry = state.young.entries[key] {
          table.set(slot, entry.kind, bytes: state.young.store[entry.range])
        } else if let entry = state.old.entries[key] {
          table.set(slot, entry.kind, bytes: state.old.store[entry.range])
          state.add(key, entry.kind, state.old.store[entry.range])
        }
      }
    }
  }

  /// Remembers the answers of the slots that were asked.
  func remember(_ slots: [Int], of table: borrowing AnswerTable) {
    state.withLock { state in
      for slot in slots {
        let answer = table.answers[slot]
        // A failure may be gone the next time.
        guard answer.kind.status != .error else { continue }
        state.add(table.keys[slot], answer.kind, table.store[answer.range])
      }
    }
  }
}

extension AnswerCache.State {
  fileprivate mutating func add(_ key: PointKey, _ kind: AnswerKind, _ bytes: ArraySlice<UInt8>) {
    if young.entries.count >= AnswerCache.entryLimit || young.store.count + bytes.count > AnswerCache.byteLimit {
      old = young
      young = AnswerCache.Generation()
    }
    let start = young.store.count
    young.store += bytes
    young.entries[key] = AnswerCache.Entry(kind: kind, range: start..<young.store.count)
  }
}
