import GeoStore

/// Goes through the map objects of one batch, and hands their texts over to the store's content.
struct ObjectCursor {
  let pool: ObjectTagPool
  private var next = 0
  private var numbers: [UInt32]

  private static let unknown = UInt32.max

  /// A cursor before the first object.
  init(_ pool: ObjectTagPool) {
    self.pool = pool
    numbers = Array(repeating: ObjectCursor.unknown, count: pool.textCount)
  }

  /// The objects that an element makes; elements must be asked for in order.
  mutating func drafts(of element: Int) -> Slice<MappedArray<ObjectTagPool.Draft>> {
    while next < pool.drafts.count, pool.drafts[next].element < element { next += 1 }
    let start = next
    while next < pool.drafts.count, pool.drafts[next].element == element { next += 1 }
    return pool.drafts[start..<next]
  }

  /// The number that the content knows a text by.
  mutating func number(of text: UInt32, in texts: inout TextTable) -> UInt32 {
    if numbers[Int(text)] == ObjectCursor.unknown { numbers[Int(text)] = texts.intern(pool.text(text)) }
    return numbers[Int(text)]
  }
}
