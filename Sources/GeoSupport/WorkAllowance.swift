/// A budget for work on a sequence of items, so that no input makes the work grow with the square of their number.
///
/// Each item adds an allowance, and later items may use what it leaves, so a few items may be expensive. Once the
/// budget is used up, the work on an item ends with the results so far. Real maps use a small part of it. The results
/// do not depend on the machine.
package struct WorkAllowance: Sendable {
  /// The most that is saved up: a few seconds.
  private static let most = 1 << 28

  private let each: Int
  private var left: Int

  /// Creates a budget.
  ///
  /// - Parameters:
  ///   - each: the allowance of an item, in steps of some nanoseconds.
  ///   - start: the budget before the first item.
  package init(each: Int, start: Int = 1 << 26) {
    self.each = each
    left = start
  }

  /// Moves on to the next item.
  package mutating func next() { left = min(WorkAllowance.most, left + each) }

  /// Uses some steps; returns false if not enough are left.
  package mutating func spend(_ steps: Int) -> Bool {
    guard steps <= left else { return false }
    left -= steps
    return true
  }
}
