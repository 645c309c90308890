import GeoSupport

/// Sorts by the bits of a number, in time linear in the number of elements.
///
/// Each round distributes the elements by eleven bits of their keys, lowest first, keeping the order of equal ones. It
/// reads sequentially and writes to 2,048 positions that only move forward, which suits arrays larger than the memory.
public enum RadixSort {
  /// With fewer elements, comparing them is faster than counting 2,048 digits.
  @usableFromInline static let fewElements = 256

  /// Sorts elements by their keys, lowest first; equal ones keep their order.
  ///
  /// It temporarily needs memory for a second copy.
  @inlinable public static func sort<Element>(
    _ elements: inout MappedArray<Element>, by key: (Element) -> UInt64
  ) {
    guard elements.count > 1 else { return }
    var low = UInt64.max
    var high = UInt64.min
    var isSorted = true
    var previous = UInt64.min
    for element in elements {
      let next = key(element)
      low = min(low, next)
      high = max(high, next)
      if next < previous { isSorted = false }
      previous = next
    }
    if isSorted { return }
    if elements.count < fewElements {
      return elements.withUnsafeMutableBufferPointer { elements in
        var elements = elements
        elements.sort { key($0) < key($1) }
      }
    }
    // Every element is written before it is read.
    var target = MappedArray<Element>(uninitializedCount: elements.count, in: elements.workspace)
    var shift: UInt64 = 0
    defer { elements.expectAccess(random: false) }
    while shift < 64, (high - low) >> shift > 0 {
      elements.expectAccess(random: false)
      target.expectAccess(random: true)
      distribute(elements, into: &target, low: low, shift: shift, by: key)
      swap(&elements, &target)
      shift += 11
    }
  }

  /// Does one round: orders the elements by eleven bits of their keys.
  @inlinable static func distribute<Element>(
    _ source: MappedArray<Element>, into target: inout MappedArray<Element>, low: UInt64, shift: UInt64,
    by key: (Element) -> UInt64
  ) {
    var offsets = [Int](repeating: 0, count: 2049)
    source.withUnsafeBufferPointer { source in
      for element in source { offsets[Int((key(element) &- low) >> shift & 2047) + 1] += 1 }
      for index in 1..<2049 { offsets[index] += offsets[index - 1] }
      target.withUnsafeMutableBufferPointer { target in
        for element in source {
          let digit = Int((key(element) &- low) >> shift & 2047)
          target[offsets[digit]] = element
          offsets[digit] += 1
        }
      }
    }
  }
}

/// A position with its sort key.
@frozen public struct KeyedPosition: BitwiseCopyable, Sendable {
  /// The sort key.
  public var key: UInt64
  /// The position of the item.
  public var position: Int

  /// A position with its key.
  @inlinable public init(key: UInt64, position: Int) {
    self.key = key
    self.position = position
  }
}

extension MappedArray where Element == KeyedPosition {
  /// The position of the first entry with at least this key, in entries sorted by key.
  @inlinable public func firstIndex(notBelow key: UInt64) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A hash table of numbers by key, for a fixed number of distinct keys.
struct NumberTable: Sendable {
  /// Keys with their numbers; 0 marks an empty slot.
  ///
  /// The number of slots is a power of two, at most half of them in use.
  private var slots: MappedArray<KeyedPosition>

  /// Makes a table for a number of keys.
  ///
  /// - Parameter workspace: where the table is stored if it is large; nil for the heap.
  init(capacity: Int, in workspace: Workspace?) {
    var size = 64
    while size < capacity * 2 { size *= 2 }
    slots = MappedArray(repeating: KeyedPosition(key: 0, position: 0), count: size, in: workspace)
    slots.expectAccess(random: true)
  }

  /// The number of a key, 1 or more; nil for a key without one. A number cannot be removed.
  subscript(key: UInt64) -> Int? {
    get {
      let slot = slots[slot(of: key)]
      return slot.position == 0 ? nil : slot.position
    }
    set { if let newValue { slots[slot(of: key)] = KeyedPosition(key: key, position: newValue) } }
  }

  /// The slot of a key, or the empty slot where it belongs.
  private func slot(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: Hashing.mix(key)) & mask
    while slots[slot].position != 0, slots[slot].key != key { slot = (slot + 1) & mask }
    return slot
  }
}
