/// Work that may be done for things one after the other, so that no input whatever makes it grow with the square of their number.
///
/// Each thing brings an allowance. What it does not use others may, so that a few may cost a lot; where all has been used, the work for a thing
/// ends with what was found. Real maps use a small part. What comes out does not depend on the machine.
package struct WorkAllowance: Sendable {
  /// More is never saved up: a few seconds.
  private static let most = 1 << 28

  private let each: Int
  private var left: Int

  /// - Parameters:
  ///   - each: what a thing brings, in steps of some nanoseconds.
  ///   - start: what there is before the first one.
  package init(each: Int, start: Int = 1 << 26) {
    self.each = each
    left = start
  }

  /// Goes on to the next thing.
  package mutating func next() { left = min(WorkAllowance.most, left + each) }

  /// Takes some steps; false where there are not enough left.
  package mutating func spend(_ steps: Int) -> Bool {
    guard steps <= left else { return false }
    left -= steps
    return true
  }
}
