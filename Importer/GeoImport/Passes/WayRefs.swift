import GeoStore
import GeoStoreWriting

/// The nodes of the ways of a batch.
///
/// Each id is stored as its difference from the one before it in the way, zigzag-encoded as a varint. So most take one
/// or two bytes instead of eight.
struct WayRefs: Sendable {
  private var bytes = MappedArray<UInt8>()
  /// Where the bytes of each way start, and one entry for the end.
  private var starts: MappedArray<UInt32> = [0]
  /// The bytes of the longest difference.
  private static let longest = 10

  /// Adds the nodes of the next way.
  mutating func append(_ nodes: some Collection<Int64>) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: nodes.count * WayRefs.longest) { coded in
      var (last, count): (Int64, Int) = (0, 0)
      for node in nodes {
        var rest = ByteWriter.folded(node &- last)
        last = node
        while rest >= 0x80 {
          coded.initializeElement(at: count, to: UInt8(truncatingIfNeeded: rest) | 0x80)
          rest >>= 7
          count += 1
        }
        coded.initializeElement(at: count, to: UInt8(rest))
        count += 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: coded[..<count]))
    }
    starts.append(UInt32(bytes.count))
  }

  /// The number of nodes of a way.
  func count(of way: Int) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      // The last byte of each number has no high bit.
      bytes[Int(starts[way])..<Int(starts[way + 1])].reduce(0) { $0 + ($1 < 0x80 ? 1 : 0) }
    }
  }

  /// Calls `body` with each node of a way in order.
  @inline(__always) func forEach(of way: Int, _ body: (Int64) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      var reader = ByteReader(UnsafeBufferPointer(rebasing: bytes[Int(starts[way])..<Int(starts[way + 1])]))
      var last: Int64 = 0
      while reader.remaining > 0 {
        last &+= reader.signed()
        body(last)
      }
    }
  }

  /// Calls `body` with each node of all ways in order.
  func forEach(_ body: (Int64) -> Void) { for way in 0..<starts.count - 1 { forEach(of: way, body) } }

  /// A copy in an arena.
  func packed(in arena: MappedArena) -> WayRefs {
    var packed = self
    packed.bytes = arena.packed(bytes)
    packed.starts = arena.packed(starts)
    return packed
  }
}
