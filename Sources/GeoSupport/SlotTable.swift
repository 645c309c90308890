/// A cache of results by number, for results that are needed millions of times and computed quickly.
///
/// Each number has two neighboring slots, and a third number with the same slots evicts one of the two. With one slot
/// each, two numbers that every query in a town needs could evict each other again and again. A lookup takes one access
/// to memory, where a ``BoundedCache`` hashes and compares.
///
/// The slots are zeroed pages from the system, so a program that runs a single query touches only a handful of them.
@usableFromInline package final class SlotTable<Value: BitwiseCopyable> {
  @usableFromInline struct Slot {
    /// One more than the key; 0 in an empty slot, which has no value.
    @usableFromInline var mark: UInt64
    @usableFromInline var value: Value
    @inlinable init(mark: UInt64, value: Value) { (self.mark, self.value) = (mark, value) }
  }

  @usableFromInline let slots: UnsafeMutablePointer<Slot>
  @usableFromInline let slotBits: Int

  /// Creates an empty table of 2^slotBits slots; slotBits is 1 or more.
  package init(slotBits: Int) {
    self.slotBits = slotBits
    slots = zeroedMemory(for: Slot.self, count: 1 << slotBits)
  }

  deinit { giveBack(slots, count: 1 << slotBits) }

  /// The result for a key; nil when it is not in the table. The greatest number is not a valid key.
  @inlinable @inline(__always)
  package subscript(key: UInt64) -> Value? {
    let position = Hashing.slot(of: key, slotBits: slotBits)
    let slot = slots + position
    if slot.pointee.mark == key &+ 1 { return slot.pointee.value }
    let neighbor = slots + (position ^ 1)
    return neighbor.pointee.mark == key &+ 1 ? neighbor.pointee.value : nil
  }

  /// Keeps a result, which may evict another one.
  @inlinable @inline(__always)
  package func keep(_ value: Value, for key: UInt64) {
    let position = Hashing.slot(of: key, slotBits: slotBits)
    let mark = slots[position].mark
    if mark != 0, mark != key &+ 1 { slots[position ^ 1] = slots[position] }
    slots[position] = Slot(mark: key &+ 1, value: value)
  }
}

/// Allocates zeroed memory for a number of elements, none of them initialized. Free it with ``giveBack(_:count:)``.
///
/// Large blocks come straight from the system, page by page as they are touched; the heap would write the zeros at
/// once.
package func zeroedMemory<Element>(for type: Element.Type, count: Int) -> UnsafeMutablePointer<Element> {
  let bytes = count * MemoryLayout<Element>.stride
  let memory =
    bytes < mappedFrom
    ? calloc(1, bytes) : mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
  guard let memory, memory != MAP_FAILED else { endWithoutMemory(for: bytes) }
  return memory.bindMemory(to: Element.self, capacity: count)
}

/// Frees memory of ``zeroedMemory(for:count:)`` with the same count. Its elements must no longer be initialized.
package func giveBack<Element>(_ memory: UnsafeMutablePointer<Element>, count: Int) {
  let bytes = count * MemoryLayout<Element>.stride
  if bytes < mappedFrom { free(memory) } else { munmap(memory, bytes) }
}

/// The size in bytes from which memory comes straight from the system: some pages.
private var mappedFrom: Int { 16 * 1024 }
