/// A hash table from ids to slots. It takes 4 bytes per place and is at most two thirds full, so that a million ids
/// stay cheap.
struct IDTable {
  /// The slot plus 1 at each place; 0 for none. The number of places is a power of two.
  private var places: [UInt32] = []
  private var bits = 0
  private var count = 0

  /// The memory of the table in bytes.
  var byteCount: Int { 4 * places.count }

  /// The slot of an id; nil when it is unknown.
  ///
  /// - Parameter ids: the id of each slot.
  @inline(__always) func slot(of id: AnnotationID, _ ids: IDColumn) -> Int? {
    guard bits > 0 else { return nil }
    var place = first(IDColumn.hash(id))
    while places[place] != 0 {
      let slot = Int(places[place]) - 1
      if ids.has(id, at: slot) { return slot }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// The slots of ids; -1 for unknown ids. First reads the places of all ids, then compares the ids. So memory latency
  /// is paid once for many ids instead of for each.
  func slots(of wanted: ArraySlice<AnnotationID>, _ ids: IDColumn) -> [Int32] {
    guard bits > 0 else { return [Int32](repeating: -1, count: wanted.count) }
    let guesses = places.withUnsafeBufferPointer { places in
      wanted.map { Int32(bitPattern: places[first(IDColumn.hash($0))]) - 1 }
    }
    var found = guesses
    var row = 0
    for id in wanted {
      let guess = Int(guesses[row])
      if guess >= 0, !ids.has(id, at: guess) { found[row] = slot(of: id, ids).map { Int32($0) } ?? -1 }
      row += 1
    }
    return found
  }

  /// Adds a slot whose id is not in the table.
  mutating func insert(_ slot: Int, _ ids: IDColumn) {
    reserve(count + 1, ids)
    put(slot, ids)
    count += 1
  }

  /// Adds slots. Returns false and adds none when one of their ids is known or occurs twice.
  mutating func insert(_ slots: Range<Int>, _ ids: IDColumn) -> Bool {
    reserve(count + slots.count, ids)
    let mask = places.count - 1
    for slot in slots {
      var place = first(ids.hash(at: slot))
      if places[place] != 0 {
        let id = ids[slot]
        while places[place] != 0, !ids.has(id, at: Int(places[place]) - 1) { place = (place + 1) & mask }
      }
      guard places[place] == 0 else {
        count += slot - slots.lowerBound
        for noted in slots.lowerBound..<slot { remove(noted, ids) }
        return false
      }
      places[place] = UInt32(slot + 1)
    }
    count += slots.count
    return true
  }

  /// Removes a slot. Later entries of the same run of places move up, so that no tombstones are needed.
  mutating func remove(_ slot: Int, _ ids: IDColumn) {
    guard bits > 0 else { return }
    let mask = places.count - 1
    var hole = first(ids.hash(at: slot))
    while places[hole] != UInt32(slot + 1) {
      guard places[hole] != 0 else { return }
      hole = (hole + 1) & mask
    }
    count -= 1
    var place = hole
    while true {
      place = (place + 1) & mask
      guard places[place] != 0 else { break }
      let home = first(ids.hash(at: Int(places[place]) - 1))
      // An entry may move into the hole unless the hole is before its own first place.
      if (place - home) & mask >= (place - hole) & mask {
        places[hole] = places[place]
        hole = place
      }
    }
    places[hole] = 0
  }

  /// Reserves memory for a number of ids.
  mutating func reserve(_ needed: Int, _ ids: IDColumn) {
    guard needed * 3 > places.count * 2 else { return }
    let old = places
    bits = max(4, Int.bitWidth - (needed * 3 / 2).leadingZeroBitCount)
    places = [UInt32](repeating: 0, count: 1 << bits)
    for entry in old where entry != 0 { put(Int(entry) - 1, ids) }
  }

  private mutating func put(_ slot: Int, _ ids: IDColumn) {
    var place = first(ids.hash(at: slot))
    while places[place] != 0 { place = (place + 1) & (places.count - 1) }
    places[place] = UInt32(slot + 1)
  }

  /// The first place for an id with this hash.
  @inline(__always) private func first(_ hash: UInt64) -> Int { Int(truncatingIfNeeded: hash >> UInt64(64 - bits)) }
}
