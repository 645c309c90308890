import GeoModel
import GeoSupport
import Synchronization

/// The categories under which the rows of one answer are counted.
struct AnswerKind {
  var status: RowStatus
  var match: Placemark.Match?
  /// Whether no extract covers the point: there is no answer, or one from the coarse world layer alone.
  ///
  /// This is also so for points with latitude and longitude swapped.
  var isUncovered = false
  /// Whether the answer has characters that the chosen encoding lacks.
  var lacksCharacters = false

  /// The kind of a row without a placemark.
  init(_ status: RowStatus) {
    self.status = status
    isUncovered = status == .notFound
  }

  /// The kind of a row with a placemark.
  init(_ placemark: borrowing Placemark) {
    status = .ok
    match = placemark.match
    isUncovered = placemark.isFromWorldLayerAlone
  }
}

/// The distinct points of one chunk in spatial order, with their answers.
struct AnswerTable {
  /// One answer: its kind, and its bytes in ``store``.
  struct Answer {
    var kind = AnswerKind(.error)
    var range = 0..<0
    var isKnown = false
  }

  /// The distinct points, ascending.
  private(set) var keys: [PointKey] = []
  /// The answer for each point.
  private(set) var answers: [Answer] = []
  /// The bytes of all answers.
  var store: [UInt8] = []
  /// The error of the first point that failed.
  var failure: String?
  /// The index of each record's point; -1 for a record without one.
  private(set) var slotOfRecord: [Int32]

  /// Sorts the points of the records and drops duplicates.
  init(_ records: [LocatedRecord]) {
    slotOfRecord = [Int32](repeating: -1, count: records.count)
    var order: [(key: UInt64, record: Int32)] = []
    order.reserveCapacity(records.count)
    for (index, record) in records.enumerated()
    where record.status == .ok && record.traits.isDisjoint(with: [.blank, .leftOut]) {
      order.append((record.point.bits, Int32(index)))
    }
    order.sort { $0.key < $1.key }
    for (key, record) in order {
      if keys.last?.bits != key { keys.append(PointKey(bits: key)) }
      slotOfRecord[Int(record)] = Int32(keys.count - 1)
    }
    answers = [Answer](repeating: Answer(), count: keys.count)
  }

  /// Sets an answer: `write` appends its bytes and may refine its kind.
  @inline(__always) mutating func set(
    _ slot: Int, _ kind: AnswerKind, write: (inout [UInt8], inout AnswerKind) -> Void
  ) {
    let start = store.count
    var kind = kind
    write(&store, &kind)
    answers[slot] = Answer(kind: kind, range: start..<store.count, isKnown: true)
  }

  /// Reserves room for more answers of the average length so far, because growing the array step by step would take
  /// twice the memory.
  mutating func makeRoom(forMore count: Int) {
    let known = answers.count - count
    guard known > 0, count > 0 else { return }
    let wanted = store.count + store.count / known * count * 9 / 8
    if store.capacity < wanted { store.reserveCapacity(wanted) }
  }

  /// The total size of the answers of all records, with 16 bytes per record for those without a point.
  func insertedBytes(_ records: Int) -> Int {
    slotOfRecord.reduce(records * 16) { $1 < 0 ? $0 : $0 + answers[Int($1)].range.count }
  }

  /// The points without an answer, in spatial order.
  var unknown: [Int] { answers.indices.filter { !answers[$0].isKnown } }
}

extension AnswerTable {
  /// Copies the answers that an earlier table has for points that are still unknown.
  ///
  /// Both tables are sorted, so one pass is enough.
  fileprivate mutating func fill(from earlier: borrowing AnswerTable) {
    var other = 0
    for slot in keys.indices where !answers[slot].isKnown {
      while other < earlier.keys.count, earlier.keys[other] < keys[slot] { other += 1 }
      guard other < earlier.keys.count else { return }
      let answer = earlier.answers[other]
      // A failure may be temporary.
      guard earlier.keys[other] == keys[slot], answer.isKnown, answer.kind.status != .error else { continue }
      set(slot, answer.kind) { bytes, _ in bytes += earlier.store[answer.range] }
    }
  }
}

/// The answers of the last chunks as finished bytes, so that a repeated place is looked up once.
///
/// Whole tables are kept, because extracting single answers would cost more than it saves for most files.
final class RecentAnswers: Sendable {
  private let tables = Mutex<[AnswerTable]>([])
  /// With all columns an answer takes some 400 bytes, so this is at most 12 MB, unless a single table is larger.
  private static let mostAnswers = 30_000

  /// Copies the answers that are already known into a table.
  func fill(_ table: inout AnswerTable) {
    // The newest table comes last in the array and is tried first.
    for earlier in tables.withLock({ $0 }).reversed() { table.fill(from: earlier) }
  }

  /// Remembers the answers of a chunk and drops the oldest tables beyond the limit.
  func remember(_ table: AnswerTable) {
    tables.withLock { tables in
      tables.append(table)
      var count = tables.reduce(0) { $0 + $1.keys.count }
      while tables.count > 1, count > RecentAnswers.mostAnswers { count -= tables.removeFirst().keys.count }
    }
  }
}

/// A point in units of 1e-7 degree, as one number that interleaves the bits of longitude and latitude (Morton order).
///
/// Points near each other mostly have keys near each other, so queries in this order find the store's pages warm. Equal
/// keys are the same place to a centimeter and get the same answer.
struct PointKey: Hashable, Comparable {
  let bits: UInt64

  init(bits: UInt64) { self.bits = bits }

  init(_ point: FixedPoint) {
    // The offsets make the numbers unsigned, which keeps their order.
    let x = UInt32(bitPattern: point.x) ^ 0x8000_0000
    let y = UInt32(bitPattern: point.y) ^ 0x8000_0000
    bits = InterleavedBits.join(x, y)
  }

  /// The point that the key encodes.
  var point: FixedPoint {
    let (x, y) = InterleavedBits.part(bits)
    return FixedPoint(x: Int32(bitPattern: x ^ 0x8000_0000), y: Int32(bitPattern: y ^ 0x8000_0000))
  }

  static func < (a: PointKey, b: PointKey) -> Bool { a.bits < b.bits }
}
