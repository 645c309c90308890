import CPrefetch

/// An array of plain values that may be larger than the memory.
///
/// With a ``Workspace``, it is stored in a mapped file once it is large; without one, on the heap.
///
/// It is a value: copies share their bytes until one of them changes. Elements must be plain bits without references,
/// such as strings or arrays, so that they can be stored in a file.
@frozen public struct MappedArray<Element: BitwiseCopyable> {
  /// The first element, in ``memory``.
  @usableFromInline var base: UnsafeMutablePointer<Element>
  /// The number of elements, see ``count``.
  @usableFromInline var length: Int
  /// The number of elements that fit; less than ``count`` for a view of a chunk, which must be copied before it
  /// changes.
  @usableFromInline var capacity: Int
  /// The bytes; nil for an empty array without a workspace.
  @usableFromInline var memory: MappedMemory?

  /// An empty array.
  ///
  /// - Parameter workspace: where the array is stored once it is large; nil for the heap.
  @inlinable public init(in workspace: Workspace?) {
    base = UnsafeMutablePointer(bitPattern: 16)!
    length = 0
    capacity = 0
    memory = workspace.map { MappedMemory($0, byteCount: 0) }
  }

  /// An empty array on the heap.
  @inlinable public init() { self.init(in: nil) }

  /// An array of equal elements.
  @inlinable public init(repeating element: Element, count: Int, in workspace: Workspace?) {
    self.init(in: workspace)
    reserveCapacity(count)
    base.initialize(repeating: element, count: count)
    length = count
  }

  /// An array of uninitialized elements, which must be written before they are read.
  @inlinable init(uninitializedCount count: Int, in workspace: Workspace?) {
    self.init(in: workspace)
    reserveCapacity(count)
    length = count
  }

  /// An array of the same elements, on the heap or in a workspace.
  @inlinable public init(_ elements: some Sequence<Element>, in workspace: Workspace? = nil) {
    self.init(in: workspace)
    append(contentsOf: elements)
  }

  /// A view of elements in a chunk that is filled elsewhere.
  init(viewing base: UnsafeMutablePointer<Element>, count: Int, of chunk: MappedMemory) {
    self.base = base
    length = count
    capacity = -1
    memory = chunk
  }

  /// The number of elements.
  @inlinable @inline(__always) public var count: Int { length }

  /// Where the array is stored once it is large; nil for the heap.
  @inlinable public var workspace: Workspace? { memory?.workspace }

  /// Makes room for exactly `needed` elements, or keeps the room if it is larger.
  @inlinable public mutating func reserveCapacity(_ needed: Int) {
    if needed > capacity { makeRoom(for: needed, exactly: true) }
  }

  /// Adds an element.
  @inlinable @inline(__always) public mutating func append(_ element: Element) {
    if count >= capacity || !isKnownUniquelyReferenced(&memory) { makeRoom(for: count + 1, exactly: false) }
    (base + count).initialize(to: element)
    length += 1
  }

  /// Adds elements in order.
  @inlinable public mutating func append(contentsOf elements: some Sequence<Element>) {
    let isCopied: Void? = elements.withContiguousStorageIfAvailable { source in
      if let first = source.baseAddress { append(first, source.count) }
    }
    if isCopied == nil { for element in elements { append(element) } }
  }

  /// Adds elements from contiguous memory.
  @inlinable mutating func append(_ source: UnsafePointer<Element>, _ number: Int) {
    guard number > 0 else { return }
    if count + number > capacity || !isKnownUniquelyReferenced(&memory) {
      makeRoom(for: count + number, exactly: false)
    }
    (base + count).initialize(from: source, count: number)
    length += number
  }

  /// Removes the last elements, keeping the capacity.
  @inlinable public mutating func removeLast(_ number: Int) {
    precondition(number >= 0 && number <= count, "more elements to remove than there are")
    makeUnique()
    length -= number
  }

  /// Removes all elements, keeping the capacity unless the memory is shared.
  @inlinable public mutating func removeAll() {
    if isKnownUniquelyReferenced(&memory), capacity >= 0 { length = 0 } else { self = MappedArray(in: workspace) }
  }

  /// Releases the capacity beyond the last element.
  @inlinable public mutating func shrinkToFit() {
    makeUnique()
    guard let memory, capacity > count else { return }
    memory.resize(to: count * MemoryLayout<Element>.stride)
    adopt(memory)
  }

  /// Advises the system whether the next accesses are random or sequential.
  ///
  /// For random ones, it does not read neighboring pages of a file.
  @inlinable public func expectAccess(random isRandom: Bool) { memory?.expect(random: isRandom) }

  /// Prefetches an element into the processor's cache.
  @inline(__always) func prefetch(_ position: Int) { cprefetch(base + position) }

  /// Calls `body` with the elements in memory.
  @inlinable @inline(__always)
  public func withUnsafeBufferPointer<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The caller keeps the array, and so its memory, alive.
    try body(UnsafeBufferPointer(start: base, count: count))
  }

  /// Calls `body` with the elements in memory, for changing them in place.
  @inlinable public mutating func withUnsafeMutableBufferPointer<Result, Failure: Error>(
    _ body: (UnsafeMutableBufferPointer<Element>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    makeUnique()
    return try body(UnsafeMutableBufferPointer(start: base, count: count))
  }

  /// Copies the elements if they are shared.
  @inlinable @inline(__always) mutating func makeUnique() {
    if count > capacity || count > 0 && !isKnownUniquelyReferenced(&memory) { makeRoom(for: count, exactly: true) }
  }

  /// Makes room in memory that only this array uses.
  @inlinable @inline(never) mutating func makeRoom(for needed: Int, exactly: Bool) {
    let bytes = Swift.max(needed, count) * MemoryLayout<Element>.stride
    if capacity >= count, isKnownUniquelyReferenced(&memory), let memory {
      if exactly { memory.resize(to: bytes) } else { memory.grow(toAtLeast: bytes) }
      adopt(memory)
    } else {
      let own = MappedMemory(memory?.workspace, byteCount: 0)
      if exactly { own.resize(to: Swift.max(bytes, 1)) } else { own.grow(toAtLeast: bytes) }
      own.base.copyMemory(from: base, byteCount: count * MemoryLayout<Element>.stride)
      adopt(own)
    }
  }

  @inlinable mutating func adopt(_ memory: MappedMemory) {
    self.memory = memory
    base = memory.base.assumingMemoryBound(to: Element.self)
    capacity = memory.byteCount / MemoryLayout<Element>.stride
  }
}

// Elements are plain bits, and shared bytes are never written.
extension MappedArray: @unchecked Sendable where Element: Sendable {}

extension MappedArray: RandomAccessCollection, MutableCollection {
  /// Always 0.
  @inlinable public var startIndex: Int { 0 }
  /// The number of elements.
  @inlinable public var endIndex: Int { count }

  /// The element at a position.
  @inlinable public subscript(position: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: position) < UInt(bitPattern: count), "there is no element at this position")
      return base[position]
    }
    @inline(__always) _modify {
      precondition(UInt(bitPattern: position) < UInt(bitPattern: count), "there is no element at this position")
      makeUnique()
      yield &base[position]
    }
  }

  /// Calls `body` with the elements in memory.
  @inlinable public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result? {
    try body(UnsafeBufferPointer(start: base, count: count))
  }
}

extension MappedArray: ExpressibleByArrayLiteral {
  /// An array of the given elements, on the heap.
  @inlinable public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension MappedArray: Equatable where Element: Equatable {
  /// Whether all elements are equal, regardless of where they are stored.
  @inlinable public static func == (a: MappedArray, b: MappedArray) -> Bool { a.elementsEqual(b) }
}

extension MappedArray where Element == UInt64 {
  /// In ascending numbers, or a range of them, the first position whose number is not less than another; the end when
  /// all are less.
  func firstPosition(notLessThan number: UInt64, in range: Range<Int>? = nil) -> Int {
    var (low, high) = (range?.lowerBound ?? 0, range?.upperBound ?? count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
