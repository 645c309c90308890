/// Checks the bytes after a member of a compressed file.
///
/// They are another member, or zeros up to the end of the file, as tapes have them.
///
/// Zeros followed by anything else are a hole, as crashes leave it. A reader that stopped there would silently lose the
/// rest.
package struct MemberPadding {
  private var hasBegun = false

  /// The state before any padding.
  package init() {}

  /// Examines the next bytes after a member or after padding.
  ///
  /// - Returns: the number of padding bytes; 0 where a member begins, nil where data follows a hole.
  package mutating func length(in bytes: ArraySlice<UInt8>) -> Int? {
    let zeros = bytes.prefix { $0 == 0 }.count
    if zeros > 0 { hasBegun = true }
    return !hasBegun || zeros == bytes.count ? zeros : nil
  }
}
