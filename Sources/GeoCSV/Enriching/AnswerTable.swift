import GeoModel

/// How the rows of one answer count.
struct AnswerKind {
  var status: RowStatus
  var match: Placemark.Match?
  /// Whether it is as poor as that of a point whose latitude and longitude are swapped: nothing, sea, or no more than the coarse layer of the
  /// world knows.
  var isDoubtful = false

  /// The kind of a row without a placemark.
  init(_ status: RowStatus) {
    self.status = status
    isDoubtful = status == .notFound
  }

  /// The kind of a row with one.
  init(_ placemark: borrowing Placemark) {
    status = .ok
    match = placemark.match
    switch placemark.match {
    case .country, .water: isDoubtful = true
    // What the coarse layer knows has no object of OpenStreetMap behind it.
    case .area: isDoubtful = placemark.source == nil
    case .building, .address, .interpolation, .street: break
    }
  }
}

/// The distinct points of one chunk in the order of space, and what is known about each.
struct AnswerTable {
  /// One answer: how its rows count, and its bytes in ``store``.
  struct Answer {
    var kind = AnswerKind(.error)
    var range = 0..<0
    var isKnown = false
  }

  /// The distinct points, ascending.
  private(set) var keys: [PointKey] = []
  /// For each point its answer.
  private(set) var answers: [Answer] = []
  /// The bytes of all answers.
  var store: [UInt8] = []
  /// Why the first point that failed did.
  var failure: String?
  /// For each record the index of its point; -1 without one.
  private(set) var slotOfRecord: [Int32]

  /// Sorts the points of the records and drops repeats.
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

  /// Sets an answer whose bytes were made before.
  mutating func set(_ slot: Int, _ kind: AnswerKind, bytes: ArraySlice<UInt8>) {
    set(slot, kind) { $0 += bytes }
  }

  /// Sets an answer whose bytes `write` appends.
  @inline(__always) mutating func set(_ slot: Int, _ kind: AnswerKind, write: (inout [UInt8]) -> Void) {
    let start = store.count
    write(&store)
    answers[slot] = Answer(kind: kind, range: start..<store.count, isKnown: true)
  }

  /// The points that have to be asked about, in the order of space.
  var unknown: [Int] { answers.indices.filter { !answers[$0].isKnown } }
}
