/// A cache of results by key, which is emptied when it is full.
///
/// Emptying is simple and rare, so computing results again hardly matters. A cache that records the use of its results
/// would pay for the record at each lookup.
@usableFromInline package struct BoundedCache<Key: Hashable, Value> {
  /// The greatest number of results.
  @usableFromInline package let capacity: Int
  @usableFromInline var values: [Key: Value] = [:]

  /// Creates an empty cache.
  ///
  /// - Parameter capacity: the greatest number of results; 1 or more.
  @inlinable package init(capacity: Int) { self.capacity = capacity }

  /// The result for a key; nil when there is none. Setting nil removes it.
  @inlinable
  package subscript(key: Key) -> Value? {
    get { values[key] }
    set {
      if let newValue { insert(newValue, for: key) } else { values[key] = nil }
    }
  }

  /// Returns the result for a key, or makes and keeps it.
  ///
  /// - Parameter make: computes the result. If it throws, nothing is kept.
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
