import GeoModel

/// The distinct points of one chunk in the order of space, and what is known about each.
struct AnswerTable {
  /// One answer: how its rows count, and its bytes in ``store``.
  struct Answer {
    var status = RowStatus.error
    var match: Placemark.Match?
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
  init(_ records: [LocatedRecord], isWanted: (Int) -> Bool) {
    slotOfRecord = [Int32](repeating: -1, count: records.count)
    var order: [(key: UInt64, record: Int32)] = []
    order.reserveCapacity(records.count)
    for index in records.indices where records[index].status == .ok && records[index].traits.isDisjoint(with: .blank) {
      if isWanted(index) { order.append((records[index].point.bits, Int32(index))) }
    }
    order.sort { $0.key < $1.key }
    for (key, record) in order {
      if keys.last?.bits != key { keys.append(PointKey(bits: key)) }
      slotOfRecord[Int(record)] = Int32(keys.count - 1)
    }
    answers = [Answer](repeating: Answer(), count: keys.count)
  }

  /// Sets an answer whose bytes were made before.
  mutating func set(_ slot: Int, _ status: RowStatus, _ match: Placemark.Match?, bytes: ArraySlice<UInt8>) {
    let start = store.count
    store += bytes
    answers[slot] = Answer(status: status, match: match, range: start..<store.count, isKnown: true)
  }

  /// Sets an answer whose bytes `write` appends.
  mutating func set(_ slot: Int, _ status: RowStatus, _ match: Placemark.Match?, write: (inout [UInt8]) -> Void) {
    let start = store.count
    write(&store)
    answers[slot] = Answer(status: status, match: match, range: start..<store.count, isKnown: true)
  }

  /// The points that have to be asked about, in the order of space.
  var unknown: [Int] { answers.indices.filter { !answers[$0].isKnown } }
}
