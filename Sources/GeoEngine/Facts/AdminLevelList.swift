/// Some administrative levels (1 to 15) in order, packed into one integer.
public struct AdminLevelList: Hashable, Sendable, Sequence, IteratorProtocol, ExpressibleByArrayLiteral {
  /// Four bits a level, the first in the lowest; 0 ends the list.
  private var packed: UInt64 = 0

  /// A list of levels, at most 16.
  public init(arrayLiteral levels: Int...) { self.init(levels) }

  /// A list of levels, at most 16.
  public init(_ levels: some BidirectionalCollection<Int>) {
    for level in levels.reversed() { packed = packed << 4 | UInt64(level) }
  }

  /// The next level; nil at the end.
  public mutating func next() -> Int? {
    guard packed != 0 else { return nil }
    defer { packed >>= 4 }
    return Int(packed & 0xF)
  }

  /// Whether there is none.
  public var isEmpty: Bool { packed == 0 }

  /// The place of a level in the list, 0 for the best; nil when it is not in it.
  public func rank(of level: Int) -> Int? {
    var rest = packed
    var rank = 0
    while rest != 0 {
      if rest & 0xF == UInt64(level) { return rank }
      rest >>= 4
      rank += 1
    }
    return nil
  }
}
