extension MappedArray: RandomAccessCollection, MutableCollection {
  /// 0.
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

  /// Calls with the elements as they lie in memory.
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
  /// Whether the elements are equal, one by one, wherever they live.
  @inlinable public static func == (a: MappedArray, b: MappedArray) -> Bool { a.elementsEqual(b) }
}
