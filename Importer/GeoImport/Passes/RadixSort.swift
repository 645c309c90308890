/// Sorts ids by their bytes, in time linear in their number.
enum RadixSort {
  /// The ids in ascending order, each once. Needs room for a second copy while it works.
  static func sortedUnique(_ ids: consuming [Int64]) -> [Int64] {
    var source = ids
    let low = source.min() ?? 0
    let span = UInt64(bitPattern: (source.max() ?? 0) &- low)
    var target = [Int64](repeating: 0, count: source.count)
    var shift: UInt64 = 0
    // Eleven bits a round: with offsets from the least id, today's node ids take four rounds.
    while shift < 64, span >> shift > 0 {
      distribute(source, into: &target, low: low, shift: shift)
      swap(&source, &target)
      shift += 11
    }
    target = []
    return withoutRepetition(source)
  }

  /// One round: the ids in the order of eleven of their bits, stable.
  private static func distribute(_ source: [Int64], into target: inout [Int64], low: Int64, shift: UInt64) {
    var offsets = [Int](repeating: 0, count: 2049)
    for id in source { offsets[Int(UInt64(bitPattern: id &- low) >> shift & 2047) + 1] += 1 }
    for index in 1..<2049 { offsets[index] += offsets[index - 1] }
    for id in source {
      let digit = Int(UInt64(bitPattern: id &- low) >> shift & 2047)
      target[offsets[digit]] = id
      offsets[digit] += 1
    }
  }

  /// Sorted ids, each once, in the same memory.
  private static func withoutRepetition(_ sorted: consuming [Int64]) -> [Int64] {
    var ids = sorted
    var count = 0
    for index in ids.indices where index == 0 || ids[index] != ids[count - 1] {
      ids[count] = ids[index]
      count += 1
    }
    ids.removeLast(ids.count - count)
    return ids
  }
}
