/// The sorted ids of all needed nodes.
///
/// A table of buckets, one for about two ids, leads to the right neighborhood; a binary search does the rest.
struct NodeIndex: Sendable {
  private let ids: [Int64]
  private let buckets: [UInt32]
  private let shift: UInt64

  /// An index of these ids, given in any order and with repetition.
  init(_ unsorted: consuming [Int64]) {
    ids = RadixSort.sortedUnique(unsorted)
    (buckets, shift) = NodeIndex.buckets(ids)
  }

  /// Number of different ids.
  var count: Int { ids.count }

  /// The position of an id in ascending order; nil when it is not in the index.
  func position(of id: Int64) -> Int? {
    guard let first = ids.first, id >= first, id <= ids[ids.count - 1] else { return nil }
    let bucket = Int(UInt64(bitPattern: id &- first) >> shift)
    var low = Int(buckets[bucket])
    var high = Int(buckets[bucket + 1])
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low < ids.count && ids[low] == id ? low : nil
  }

  /// Where each bucket begins in the sorted ids, and by how many bits an id's offset is shifted to give its bucket.
  private static func buckets(_ ids: [Int64]) -> (starts: [UInt32], shift: UInt64) {
    guard let first = ids.first, let last = ids.last else { return ([0, 0], 63) }
    let span = UInt64(bitPattern: last &- first)
    var shift: UInt64 = 0
    while span >> shift > UInt64(ids.count / 2 + 16) { shift += 1 }
    var starts = [UInt32](repeating: 0, count: Int(span >> shift) + 2)
    for id in ids { starts[Int(UInt64(bitPattern: id &- first) >> shift) + 1] += 1 }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    return (starts, shift)
  }
}
