/// Remembers results by key and forgets all of them when it is full.
///
/// Emptying costs next to nothing to keep and comes so seldom that what must be worked out again does not count: a cache that
/// knew what was used last would pay for it at each look.
@usableFromInline package struct BoundedCache<Key: Hashable, Value> {
  /// How many results are kept at most.
  @usableFromInline package let capacity: Int
  @usableFromInline var values: [Key: Value] = [:]

  /// An empty cache.
  ///
  /// - Parameter capacity: how many results are kept at most; 1 or more.
  @inlinable package init(capacity: Int) { self.capacity = capacity }

  /// The result for a key. Setting nil forgets it.
  @inlinable
  package subscript(key: Key) -> Value? {
    get { values[key] }
    set {
      if let newValue { insert(newValue, for: key) } else { values[key] = nil }
    }
  }

  /// The known result for a key, or a new one, which is kept.
  ///
  /// - Parameter make: works out the result. What it throws is thrown, and nothing is kept.
  @inlinable @inline(__always)
  package mutating func value<Failure: Error>(
    for key: Key, make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known = values[key] { return known }
    let made = try make()
    insert(made, for: key)
    return made
  }

  @inlinable
  mutating func insert(_ value: Value, for key: Key) {
    if values.count >= capacity, values[key] == nil { values.removeAll(keepingCapacity: true) }
    values[key] = value
  }
}
