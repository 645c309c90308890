/// Remembers results by numbers: each number has two neighboring slots, from which a third one with the same slots drives the older of two out. For
/// what is asked millions of times and worked out quickly: a look costs one access to memory, where a ``BoundedCache`` hashes and compares.
///
/// With one slot each, two numbers that every answer of a town asks for could drive each other out for ever.
/// The slots are zeros that the system hands out: a program that answers one question touches a handful of their pages.
@usableFromInline package final class SlotTable<Value: BitwiseCopyable> {
  @usableFromInline struct Slot {
    /// One more than the key; 0 in an empty slot, which has no value.
    @usableFromInline var mark: UInt64
    @usableFromInline var value: Value
    @inlinable init(mark: UInt64, value: Value) { (self.mark, self.value) = (mark, value) }
  }

  @usableFromInline let slots: UnsafeMutablePointer<Slot>
  @usableFromInline let slotBits: Int

  /// An empty table of 2^slotBits slots, 1 or more bits.
  package init(slotBits: Int) {
    self.slotBits = slotBits
    slots = zeroedMemory(for: Slot.self, count: 1 << slotBits)
  }

  deinit { giveBack(slots, count: 1 << slotBits) }

  /// The result for a key that is kept; nil when it is not. The greatest number is not a key.
  @inlinable @inline(__always)
  package subscript(key: UInt64) -> Value? {
    let position = Hashing.slot(of: key, slotBits: slotBits)
    let slot = slots + position
    if slot.pointee.mark == key &+ 1 { return slot.pointee.value }
    let neighbor = slots + (position ^ 1)
    return neighbor.pointee.mark == key &+ 1 ? neighbor.pointee.value : nil
  }

  /// Keeps a result in the place of another one.
  @inlinable @inline(__always)
  package func keep(_ value: Value, for key: UInt64) {
    let position = Hashing.slot(of: key, slotBits: slotBits)
    if slots[position].mark != key &+ 1 { slots[position ^ 1] = slots[position] }
    slots[position] = Slot(mark: key &+ 1, value: value)
  }
}

/// Memory of zeros for so many elements, of which none is initialized, to be given back with ``giveBack(_:count:)``.
///
/// Much of it comes straight from the system, page by page as it is touched; the heap would write the zeros at once.
package func zeroedMemory<Element>(for type: Element.Type, count: Int) -> UnsafeMutablePointer<Element> {
  let bytes = count * MemoryLayout<Element>.stride
  let memory =
    bytes < mappedFrom
    ? calloc(1, bytes) : mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  guard let memory, memory != MAP_FAILED else { endWithoutMemory(for: bytes) }
  return memory.bindMemory(to: Element.self, capacity: count)
}

/// Gives back memory of ``zeroedMemory(for:count:)``, whose elements are no longer initialized, with the count that was asked for.
package func giveBack<Element>(_ memory: UnsafeMutablePointer<Element>, count: Int) {
  let bytes = count * MemoryLayout<Element>.stride
  if bytes < mappedFrom { free(memory) } else { munmap(memory, bytes) }
}

/// Bytes from which zeros come from the system: some pages.
private var mappedFrom: Int { 16 * 1024 }
