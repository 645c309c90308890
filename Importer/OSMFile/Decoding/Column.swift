/// A growable buffer of plain values, reused from block to block without a new allocation.
///
/// An `Array` would check uniqueness and exclusivity for every element in the hot loops.
struct Column<Element: BitwiseCopyable>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 1024) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  /// Removes the elements but keeps the memory.
  mutating func removeAll() { count = 0 }

  /// Reserves room for more elements, which the caller may write at ``base`` and then add with ``setCount(_:)``.
  mutating func reserve(_ additional: Int) {
    let needed = count + additional
    guard needed > capacity else { return }
    capacity = max(needed, capacity * 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    larger.update(from: base, count: count)
    base.deallocate()
    base = larger
  }

  /// Adds elements that were written into reserved memory, or drops the last ones.
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

  /// The elements, valid until the column changes.
  var view: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: base, count: count) }
}

extension Column where Element == Int64 {
  /// Subtracts a distance from all negative numbers, in place.
  mutating func lowerNegatives(by distance: Int64) {
    for index in 0..<count where base[index] < 0 { base[index] &-= distance }
  }
}

/// The tags of many objects, one object after the other.
struct TagStorage: ~Copyable {
  private(set) var tags = Column<TagIndexes>()

  mutating func removeAll() { tags.removeAll() }

  /// Appends the tags of one object from its parallel lists of keys and values.
  @inline(__always)
  mutating func append(keys: ProtobufCursor, values: ProtobufCursor, stringCount: Int) throws(BlockFault) {
    var keys = keys
    var values = values
    let limit = UInt64(stringCount)
    while !keys.isAtEnd {
      let key = keys.varint()
      let value = values.varint()
      guard key < limit, value < limit else { throw BlockFault.stringIndex }
      tags.append(TagIndexes(key: UInt32(truncatingIfNeeded: key), value: UInt32(truncatingIfNeeded: value)))
    }
    guard values.isAtEnd, !keys.isMalformed, !values.isMalformed else {
      throw BlockFault("an object has more keys than values or the other way round; the file is damaged")
    }
  }

  @inline(__always)
  mutating func append(_ tag: TagIndexes) { tags.append(tag) }
}

extension BlockFault {
  static var stringIndex: BlockFault {
    BlockFault("a tag or role refers past the table of texts; the file is damaged")
  }
}

/// The version and visibility of one object, from its Info message.
struct ObjectInfo {
  var version: Int32 = 0
  var isVisible = true

  init() {}

  @inline(__always)
  init(_ message: ProtobufCursor) {
    var cursor = message
    while let field = cursor.field() {
      switch field.tag {
      case ProtobufField.number(1): version = Int32(truncatingIfNeeded: cursor.varint())
      case ProtobufField.number(6): isVisible = cursor.varint() != 0
      default: cursor.skip(field)
      }
    }
  }
}
