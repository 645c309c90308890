/// A growing run of plain values in memory of its own, reused from block to block without a new allocation.
///
/// An `Array` would check uniqueness and exclusivity at every element of the hot loops; this does not.
struct Column<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 1024) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// Forgets the elements, keeps the memory.
  mutating func removeAll() { count = 0 }

  /// Makes room for more elements, which the caller may write at ``base`` and then claim with ``setCount(_:)``.
  mutating func reserve(_ additional: Int) {
    let needed = count + additional
    guard needed > capacity else { return }
    capacity = max(needed, capacity * 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }

  /// Claims elements that were written into reserved memory, or drops the last ones.
  @inline(__always)
  mutating func setCount(_ newCount: Int) {
    precondition(newCount >= 0 && newCount <= capacity)
    count = newCount
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { reserve(1) }
    (base + count).initialize(to: element)
    count &+= 1
  }

  /// Appends the same value several times.
  mutating func append(repeating element: Element, count additional: Int) {
    reserve(additional)
    (base + count).initialize(repeating: element, count: additional)
    count += additional
  }

  /// The elements. Valid until the column changes.
  var view: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }
}
