/// What may stand behind a member of a packed file: another one, or zeros up to the end of the file, as tapes have them. Zeros with something
/// behind them are a hole, as crashes leave it: whoever ended there would lose the rest without a word.
package struct MemberPadding {
  private var hasBegun = false

  /// Nothing was padding so far.
  package init() {}

  /// Looks at the next bytes behind a member, or behind padding.
  ///
  /// - Returns: how many of them are padding; 0 where a member begins, nil where something stands behind a hole.
  package mutating func length(in bytes: ArraySlice<UInt8>) -> Int? {
    let zeros = bytes.prefix { $0 == 0 }.count
    if zeros > 0 { hasBegun = true }
    return !hasBegun || zeros == bytes.count ? zeros : nil
  }
}
