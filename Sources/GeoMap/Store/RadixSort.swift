/// A stable radix sort of keys with their slots, 11 bits per pass.
enum RadixSort {
  /// - Parameters:
  ///   - first: the lowest significant bit of the keys.
  ///   - bits: the number of significant bits.
  static func sort(_ keys: inout [UInt64], _ slots: inout [UInt32], from first: UInt64, bits: UInt64) {
    var otherKeys = [UInt64](repeating: 0, count: keys.count)
    var otherSlots = [UInt32](repeating: 0, count: keys.count)
    // Skips passes over bits that are equal in all keys.
    let (all, any) = keys.reduce((UInt64.max, UInt64(0))) { ($0.0 & $1, $0.1 | $1) }
    for pass in UInt64(0)..<(bits + 10) / 11 {
      let shift = first + 11 * pass
      guard (all ^ any) >> shift & 2047 != 0 else { continue }
      keys.withUnsafeBufferPointer { from in
        slots.withUnsafeBufferPointer { fromSlots in
          otherKeys.withUnsafeMutableBufferPointer { to in
            otherSlots.withUnsafeMutableBufferPointer { toSlots in
              distribute(from, fromSlots, to, toSlots, shift: shift)
            }
          }
        }
      }
      swap(&keys, &otherKeys)
      swap(&slots, &otherSlots)
    }
  }

  private static func distribute(
    _ from: UnsafeBufferPointer<UInt64>, _ fromSlots: UnsafeBufferPointer<UInt32>,
    _ to: UnsafeMutableBufferPointer<UInt64>, _ toSlots: UnsafeMutableBufferPointer<UInt32>, shift: UInt64
  ) {
    withUnsafeTemporaryAllocation(of: Int.self, capacity: 2048) { starts in
      starts.initialize(repeating: 0)
      for key in from { starts[Int(truncatingIfNeeded: key >> shift) & 2047] += 1 }
      var sum = 0
      for bucket in 0..<2048 {
        let size = starts[bucket]
        starts[bucket] = sum
        sum += size
      }
      for index in 0..<from.count {
        let bucket = Int(truncatingIfNeeded: from[index] >> shift) & 2047
        let place = starts[bucket]
        starts[bucket] = place + 1
        to[place] = from[index]
        toSlots[place] = fromSlots[index]
      }
    }
  }
}
